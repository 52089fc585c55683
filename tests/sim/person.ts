/**
 * How a story ends, and the person who sees it through: one who does what the notes ask for until it ends as it would
 * have without a cut.
 */
import type { Canonical } from "./canonical";
import type { Device } from "./device";
import type { House } from "./house";
import { boxesOf, isCopy, valueIn } from "./reading";
import { identityOf } from "./remembered";
import type { CommandPattern, Deed, Interruption } from "./script";
import type { Issued } from "./witness";

/** What a run came to, beside the invariants. */
export interface Ending {
  /** By plan id. */
  readonly plans: ReadonlyMap<string, string>;
  /** By step, as its server and receiver name it. */
  readonly effects: ReadonlyMap<string, number>;
  /** Ids of plans that stand at a doubt that the Dashboard tells of. */
  readonly doubts: ReadonlySet<string>;
  /** What their notes say they wait for, by plan id. */
  readonly reasons: ReadonlyMap<string, string>;
}

export function endingOf({ devices, outside, witness }: House): Ending {
  const plans = new Map<string, string>();
  const doubts = new Set<string>();
  const reasons = new Map<string, string>();
  const dashboards = devices.map(({ disk }) => disk.get("Dashboard.md")?.text ?? "");
  for (const { disk } of devices) {
    for (const [path, text] of disk.texts()) {
      if (!/^(?:Done\/)?Plans\//.test(path) || isCopy(path) || /About this folder/.test(path)) continue;
      const task = valueIn(text, "task_id");
      const end = `${valueIn(text, "status")} ${boxesOf(text)
        .map(({ mark }) => `[${mark}]`)
        .join("")}`;
      reasons.set(task, valueIn(text, "blocked_reason"));
      const known = plans.get(task);
      plans.set(task, known === undefined || known === end ? end : `${known} and ${end}`);
      if (
        valueIn(text, "status") === "Blocked" &&
        valueIn(text, "blocked_reason").startsWith("Maybe sent, please check") &&
        dashboards.some(
          (each) => each.includes(`[[${path.replace(/\.md$/, "")}|`) && each.includes("Maybe sent"),
        )
      )
        doubts.add(task);
    }
  }
  const effects = new Map<string, number>();
  for (const { action, server, tool, args } of outside.effects) {
    const issued = [...witness.issued.values()].find(({ id }) => id === action);
    const step = `${issued?.task ?? "no plan"}, ${server}/${tool} to ${String(args["to"])}`;
    effects.set(step, (effects.get(step) ?? 0) + 1);
  }
  return { plans, effects, doubts, reasons };
}

/**
 * The next deeds of a person who wants the story to end as it would have, as the notes tell them to; null when it has,
 * or stands at a doubt.
 */
export function goOn(
  { devices, witness }: House,
  ending: Ending,
  ends: Canonical["ends"],
): readonly Interruption[] | null {
  const open = unfinished(ending, ends);
  if (open === null) return null;
  const acting = devices.find((each) => identityOf(each) !== "" && isActing(each));
  const { name: on, disk } = acting ?? devices.at(-1) ?? { name: "", disk: null };
  const deed = (what: Deed): readonly Interruption[] => [
    { do: "deed", on, deed: what },
    { do: "settle", on },
  ];
  const command = (what: CommandPattern): readonly Interruption[] => [
    { do: "command", on, command: what },
    { do: "settle", on },
  ];
  const reason = ending.reasons.get(open.task) ?? "";
  const skips = open.end.includes("[-]");
  const dashboard = disk?.get("Dashboard.md")?.text ?? "";
  if (/planwright:dashboard begin/.test(dashboard) && !/planwright:dashboard end/.test(dashboard))
    return deed({ kind: "dashboard", how: "delete" });
  if (acting === undefined) return command({ kind: "take-over" });
  if (open.end.startsWith("Cancelled")) return deed({ kind: "edit-plan", pick: 0, how: "cancel" });
  if (reason.includes("Paused")) return command({ kind: "continue" });
  if (/^(?:Request found in two folders|Awaiting confirmation)/.test(reason)) {
    const issued = [...witness.issued.values()];
    const pick = namedIn(reason, issued, open.task, disk);
    const [waits, approved] = ["Pending_Approval", "Approved"].map(
      (folder) => disk?.get(`${folder}/${issued[pick]?.name ?? ""}`)?.text,
    );
    // Of two that say different things, the one that is wrong has to go.
    return waits != null && approved != null && waits !== approved
      ? deed({ kind: "delete-request", pick: 0 })
      : command({ kind: "confirm", pick });
  }
  if (reason.startsWith("Yours to do")) return deed({ kind: "edit-request", pick: 0, how: "tick-did" });
  const lies = (folder: string): boolean =>
    [...(disk?.names(folder) ?? [])].some((name) => witness.issued.has(name));
  if (
    /^(?:Awaiting human approval|Request was changed)/.test(reason) &&
    (lies("Pending_Approval") || lies("Approved"))
  ) {
    // What is left of a torn note is in the way of the whole one.
    return deed({ kind: lies("Approved") ? "delete-request" : skips ? "reject" : "approve", pick: 0 });
  }
  const end = ending.plans.get(open.task);
  if (end === undefined) return command({ kind: "adopt" });
  if (end.split("[").length < open.end.split("[").length) return command({ kind: "merge" });
  const pick = Math.max(
    0,
    plansOf(disk).findIndex((text) => valueIn(text, "task_id") === open.task),
  );
  // What is left of a plan that was torn in its action: what it was made from is still there, so the next round makes
  // it again.
  if (reason.includes("action block is never")) return deed({ kind: "delete-plan", pick });
  const asked = [...(disk?.texts().values() ?? [])].some((text) => text.includes("- [ ] Ask again"));
  return deed(
    asked
      ? { kind: "answer-question", pick: 0, answer: skips ? "skip" : "again" }
      : { kind: "edit-plan", pick, how: "activate" },
  );
}

/** As a person finds them, by name. */
function plansOf(disk: Device["disk"] | null): string[] {
  return [...(disk?.texts() ?? [])]
    .filter(([path]) => /^Plans\/[^/]+\.md$/.test(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text);
}

/**
 * The index of the request that is meant: the one that the reason names, or else the last for this plan that lies among
 * the approved, or anywhere; -1 for none.
 */
function namedIn(
  reason: string,
  issued: readonly Issued[],
  task: string,
  disk: Device["disk"] | null,
): number {
  const named = issued.findIndex(({ name }) => reason.includes(name));
  if (named >= 0) return named;
  const lying = issued.findLastIndex(
    (each) => each.task === task && disk?.get(`Approved/${each.name}`) != null,
  );
  return lying >= 0 ? lying : issued.findLastIndex((each) => each.task === task);
}

/** By a note that is whole. */
function isActing(device: Device): boolean {
  const note = device.disk.get("Acting device.md")?.text ?? "";
  return valueIn(note, "device_id") === identityOf(device) && /^last_seen:.*\r?\n---/m.test(note);
}

export function unfinished(
  ending: Ending,
  { plans }: Canonical["ends"],
): { readonly task: string; readonly end: string } | null {
  for (const [task, end] of Object.entries(plans))
    if (ending.plans.get(task) !== end && !ending.doubts.has(task)) return { task, end };
  return null;
}
