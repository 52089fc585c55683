/** The writers of requests and their number, and that no request is left in doubt, or loaded, in silence. */
import type { Device } from "../device";
import { isMarked, recordOf, valueIn } from "../reading";
import { identityOf, isNoted, recordsOf } from "../remembered";
import { CAPS } from "../stories";
import { callsOf, isHarmless, isInDoubt } from "./calls";
import type { Invariant } from ".";

/** Refused for less than ten minutes by its own memory: before that something else hindered it. */
function isNewlyRefused(id: string, { disk, lines }: Device): boolean {
  const since = recordsOf(lines, "watched", `refused:${id}`).at(-1);
  return since?.["on"] === true && disk.now() - Number(since["at"]) < 600_000;
}

export const REQUESTS: readonly Invariant[] = [
  {
    id: "A7",
    name: "onlyTheExecutorWrites",
    at: "wrote",
    sentence: "Only the executor seals, or writes unattended.",
    holds: ({ device, path, kind }, witness) => {
      if (device.life === null) return null;
      if (device.life.role === "viewer") return `a viewer writes ${path}`;
      if (device.life.role === "clerk" && kind === "create" && path.startsWith("Pending_Approval/"))
        return `a clerk asks: ${path}`;
      // What a clerk does, a person who started it ordered.
      if (device.commanded !== null || device.life.role === "clerk") return null;
      if (kind === "create" && (path === "Acting device.md" || path.endsWith("/About this folder.md")))
        return null;
      // What it began it records to the end, whoever was named meanwhile.
      const begun = [...witness.issued.values()].find(({ name }) => path === recordOf(name));
      if (
        kind === "change" &&
        begun !== undefined &&
        isNoted(device.lines, "begun", begun.id) &&
        !isNoted(device.lines, "ended", begun.id)
      )
        return null;
      const named = valueIn(witness.sightOf(device.life).reads.get("Acting device.md") ?? "", "device_id");
      return named === identityOf(device)
        ? null
        : `${device.name} writes ${path}, and the acting device is ${named || "nobody"}`;
    },
  },
  {
    id: "A11",
    name: "caps",
    at: "wrote",
    sentence: "Caps, and no unbounded requests, re-issues or questions.",
    holds: ({ device, path, kind }, witness) => {
      if (
        kind !== "create" ||
        !path.startsWith("Pending_Approval/") ||
        path.endsWith("/About this folder.md")
      )
        return null;
      const open = [...witness.issued.values()].filter(
        ({ name }) =>
          device.disk.get(`Pending_Approval/${name}`) !== null ||
          device.disk.get(`Approved/${name}`) !== null,
      );
      // A refusal of one attempt is one of all attempts at the same.
      const rejected = [...device.disk.names("Rejected")];
      const refused = new Set(
        [...witness.issued.values()]
          .filter(({ name }) => rejected.some((each) => each.startsWith(name.replace(/\.md$/, ""))))
          .map(({ chain }) => chain),
      );
      // One whose seal somebody broke is no request any more.
      const whole = (name: string, seal: string): boolean =>
        [`Pending_Approval/${name}`, `Approved/${name}`].some(
          (path) => valueIn(device.disk.get(path)?.text ?? "", "seal") === seal,
        );
      // What was begun is not open, also where its record was taken away.
      const unspent = open.filter(
        ({ id, name, chain, text }) =>
          whole(name, valueIn(text, "seal")) &&
          device.disk.get(recordOf(name)) === null &&
          !isNoted(device.lines, "begun", id) &&
          !refused.has(chain),
      );
      // A request that takes the place of another stands beside it for a moment.
      const steps = new Set(unspent.map(({ task, step }) => `${task} ${step}`));
      if (steps.size > CAPS.open + 1) return `${String(steps.size)} requests are open`;
      const most = 6 + 3 * witness.deeds.count;
      const written = [...witness.issued.values()].filter((each) => each.device === device.name).length;
      return written > most
        ? `${String(written)} requests were written after ${String(witness.deeds.count)} deeds`
        : null;
    },
  },
  {
    id: "A5",
    name: "noDoubtSettledByUs",
    at: "wrote",
    sentence: "No doubt is retried or aged out; no forged receipt or tick settles one.",
    holds: ({ path, before, after, device }, witness) => {
      if (!path.startsWith("Done/Actions/") || !path.endsWith("_receipt.md")) return null;
      const outcome = valueIn(after, "outcome");
      const called = witness.calls.find(({ name }) => recordOf(name) === path);
      // What a person wrote over it is theirs.
      if (called === undefined || outcome === "unknown" || outcome === valueIn(before ?? "", "outcome"))
        return null;
      if (called.resolved !== null)
        return outcome === (called.resolved ? "resolved-happened" : "resolved-not")
          ? null
          : `a person said otherwise, and the record says ${outcome}`;
      const heard = called.answer;
      if (heard === outcome || (heard === "tool-error" && outcome === "not-sent" && isHarmless(called)))
        return null;
      return `${device.name} makes the record say ${outcome} (before: ${valueIn(before ?? "", "outcome") || "nothing"}), and what it heard is ${heard ?? "nothing"}`;
    },
  },
  {
    id: "A5",
    name: "noDoubtIsSilent",
    at: "rest",
    sentence: "No doubt is silent.",
    holds: ({ acting }, witness) => {
      if (acting === null) return null;
      const { device, world } = acting;
      for (const each of callsOf(device, witness).filter(isInDoubt)) {
        const view = world.requests.find(({ id }) => id === each.call.action);
        if (view?.state !== "in-doubt")
          return `${each.name} may have been sent, and its state is ${view?.state ?? "none at all"}`;
        const dashboard = device.disk.get("Dashboard.md")?.text ?? "";
        // Where another device seems to act as well, the Dashboard is not written before a person decides; this one
        // says it when it is asked.
        if (
          world.mayWrite &&
          isMarked(dashboard) &&
          !dashboard.includes(each.issued?.task ?? "?") &&
          !dashboard.includes(each.name.replace(/\.md$/, ""))
        )
          return `${each.name} may have been sent, and the Dashboard does not name it`;
      }
      return null;
    },
  },
  {
    id: "A12",
    name: "noApprovalStaysLoaded",
    at: "rest",
    sentence: "An attempt spends an approval; no approval stays loaded.",
    holds: ({ acting }, witness) => {
      const spent = acting?.world.requests.find(
        (each) =>
          each.state === "candidate" &&
          callsOf(acting.device, witness).some(({ call }) => call.action === each.id),
      );
      if (spent !== undefined) return `${spent.name} was called, and could be again`;
      const loaded = acting?.world.requests.find(
        (each) =>
          each.state === "candidate" &&
          each.objection?.kind === "refuse" &&
          !isNewlyRefused(each.id, acting.device),
      );
      return loaded === undefined
        ? null
        : `${loaded.name} is refused (${loaded.objection?.reason ?? ""}) and still lies there after a quarter of an hour`;
    },
  },
];
