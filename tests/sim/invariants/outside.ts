/** What may reach the outside: held against every call in the moment before it takes effect. */
import type { Device } from "../device";
import { readAsPerson, valueIn } from "../reading";
import { CALL_TIMEOUT, CAPS, ROUTES } from "../stories";
import type { Called, Sight, Witness } from "../witness";
import type { Invariant } from ".";

const CONTROL = ["Pending_Approval", "Approved", "Rejected", "Done/Actions"];

export function receiptOf(name: string): string {
  return `Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`;
}

function sightOf({ life }: Called, witness: Witness): Sight {
  return witness.sightOf(life);
}

function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  return `{${Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => `${key}:${spelled(each)}`).join()}}`;
}

/** What a reader of this note expects to be sent. */
export function expected(text: string | null | undefined): string | null {
  const shown = text == null ? null : readAsPerson(text);
  return shown === null ? null : spelled({ ...shown.args, to: shown.target, ...(shown.attachments.length === 0 ? {} : { attachments: shown.attachments }) });
}

function keyNameOf({ call }: Called): string | null {
  return Object.values(ROUTES).find(({ server, tool }) => server === call.server && tool === call.tool)?.key ?? null;
}

/** All that is sent but the key, which is held to a sentence of its own. */
export function sent(called: Called): string {
  const key = keyNameOf(called);
  return spelled(Object.fromEntries(Object.entries(called.call.args).filter(([name]) => name !== key)));
}

/** By what the receiver tells a repetition; undefined where it is given nothing. */
export function keyOf(called: Called): unknown {
  const name = keyNameOf(called);
  return name === null ? undefined : called.call.args[name];
}

/** The last record of a kind this device made, or of those it has read. */
function lastRecord(device: Device, kind: string, among = device.lines.length): Record<string, unknown> | null {
  const line = device.lines.slice(0, among).findLast((each) => each.startsWith(`{"kind":"${kind}"`));
  return line === undefined ? null : (JSON.parse(line) as Record<string, unknown>);
}

export function identityOf(device: Device): string {
  return String(lastRecord(device, "device")?.["id"] ?? "");
}

/** Words by which a request says that something may have gone out for its step already. */
const SAYS_SO = /Already carried out|may have gone out|may have been sent|may have carried it out/;

/** What comes before a person's own words. */
function sayings(text: string): string {
  return text.split(/^## Your note/m)[0] ?? "";
}

function earlierOfStep(called: Called, witness: Witness): Called[] {
  const { issued } = called;
  return witness.calls.filter((each) => each.issued !== null && each.issued.task === issued?.task && each.issued.step === issued.step && each.call.action !== called.call.action
    && each.answer !== "not-sent" && !(each.answer === "tool-error" && isHarmless(each)) && each.resolved !== false);
}

/** The settings say of its tool that an error means that nothing happened. */
function isHarmless({ issued }: Called): boolean {
  return issued?.shown?.type === "api_call";
}

/** Refused for less than ten minutes by its own memory: before that something else hindered it. */
function isNewlyRefused(id: string, { disk, lines }: Device): boolean {
  const since = lines.filter((line) => line.startsWith('{"kind":"watched"') && line.includes(`refused:${id}`)).map((line) => JSON.parse(line) as { readonly on: boolean; readonly at: number }).at(-1);
  return since?.on === true && disk.now() - since.at < 600_000;
}

export const OUTSIDE: readonly Invariant[] = [
  {
    id: "A1", name: "approvedByAPerson", at: "calling",
    sentence: "Each effect has one approval: sealed by this executor, then moved into Approved by a person.",
    holds: (called, witness) => {
      const { issued } = called;
      if (issued === null) return "no request was ever written for this action";
      if (issued.device !== called.device.name || issued.identity !== called.identity) return `the request was sealed by ${issued.device}, not by this device`;
      return witness.approvals.has(issued.name) ? null : `nobody ever put ${issued.name} into Approved`;
    },
  },
  {
    id: "A2", name: "whatWasReadIsSent", at: "calling",
    sentence: "What the person could read in that note is what is sent.",
    holds: (called, witness) => {
      const approvals = witness.approvals.get(called.name);
      if (approvals === undefined) return null;
      // An edit between the last reading and the call is seen by nobody.
      if (!approvals.some(({ text }) => sent(called) === expected(text))) return `a person approved ${expected(approvals.at(-1)?.text) ?? "something unreadable"}, and ${sent(called)} is sent`;
      const seen = expected(sightOf(called, witness).reads.get(`Approved/${called.name}`));
      return sent(called) === seen ? null : `the note in Approved said ${seen ?? "nothing readable"} when it was last read`;
    },
  },
  {
    id: "A3", name: "onceAnAction", at: "calling",
    sentence: "At most one effect per action id, over crash, restart, duplicate delivery, several devices, restore.",
    holds: (called, witness) => (witness.calls.some((each) => each.call.action === called.call.action) ? `${called.name} was called before` : null),
  },
  {
    id: "A3", name: "onceAStepUnlessTold", at: "calling",
    sentence: "At most one effect per step unless the request says it repeats.",
    holds: (called, witness) => {
      const text = sayings(called.issued?.text ?? "");
      if (SAYS_SO.test(text)) return null;
      const untold = earlierOfStep(called, witness).find((earlier) => {
        // Another device, or one that forgot everything, can only know by the record, if that has reached it.
        const elsewhere = earlier.device !== called.device || earlier.identity !== called.identity;
        return !elsewhere || called.device.disk.get(receiptOf(earlier.name)) !== null;
      });
      return untold === undefined ? null : `${untold.name} of the same step was called before (${untold.answer ?? "no answer"}), and the request does not say so`;
    },
  },
  {
    id: "A3", name: "keyTellsRepetitions", at: "calling",
    sentence: "Receivers can tell a repetition: each action has a key of its own, and a further attempt with the same words has that of the first.",
    holds: (called, witness) => {
      const { id, chain, shown } = called.issued ?? { id: "", chain: "", shown: null };
      if (keyNameOf(called) === null) return null;
      const keyFor = (action: string): string => (shown?.type === "email" ? `<${action}@planwright.invalid>` : action);
      const own = keyFor(id);
      const before = witness.calls.findLast((each) => each.issued?.chain === chain && each.device === called.device && each.identity === called.identity);
      const same = before !== undefined && sent(before) === sent(called);
      // Where the words of the step were changed around the same arguments, both are taken.
      const begun = witness.issued.get(chain);
      // One that was begun and never called has used its key as well.
      const wanted = same ? [keyOf(before), ...(before.issued?.asked === called.issued?.asked ? [] : [own])] : [own, ...(before === undefined && begun !== undefined ? [keyFor(begun.id)] : [])];
      return wanted.includes(keyOf(called)) ? null : `the key is ${String(keyOf(called))}, and should be ${wanted.map(String).join(" or ")}`;
    },
  },
  {
    id: "A9", name: "calledAsSet", at: "calling",
    sentence: "The server is the one that the settings define, and the call ends after the time they allow.",
    holds: ({ call, life }) => {
      if (spelled(call.definition) !== spelled(life.settings.servers[call.server])) return `${call.server} is not called as the settings define it`;
      return call.timeout === CALL_TIMEOUT ? null : `the call may take ${String(call.timeout / 1000)} s`;
    },
  },
  {
    id: "A9", name: "serverAsSealed", at: "calling",
    sentence: "A changed server definition stops it.",
    holds: ({ call, issued }) => (issued === null || JSON.stringify(call.definition) === issued.definition ? null : `${call.server} is started in another way than when the request was written`),
  },
  {
    id: "A4", name: "recordedBefore", at: "calling",
    sentence: "A durable receipt “unknown” exists before the call.",
    holds: ({ device, name, call, life }, witness) => {
      const record = device.disk.durable(receiptOf(name));
      // The folder was taken away after the last look at it; nobody could see that before the call.
      if (record === null && !device.disk.hasFolder("Done/Actions") && witness.sightOf(life).listed.get("Done/Actions") != null) return null;
      if (record === null || valueIn(record, "outcome") !== "unknown") return `the record on the disk says ${record === null ? "nothing" : valueIn(record, "outcome")}`;
      return device.lines.some((line) => line.startsWith('{"kind":"begun"') && line.includes(call.action)) ? null : "this device has not noted that it begins";
    },
  },
  {
    id: "A6", name: "refusalWins", at: "calling",
    sentence: "A refusal, cancellation or pause the executor saw before the call wins, for the whole chain of attempts.",
    holds: (called, witness) => {
      const sight = sightOf(called, witness);
      if (!sight.sinceBegun.has("Rejected")) return "nobody looked among the rejected once more before the call";
      const chain = [...witness.issued.values()].filter((each) => each.chain === called.issued?.chain).map((each) => each.name.replace(/\.md$/, ""));
      const refused = sight.listed.get("Rejected")?.find((name) => chain.some((each) => name.startsWith(each)));
      if (refused !== undefined) return `${refused} lies among the rejected`;
      if (lastRecord(called.device, "paused", sight.remembers)?.["on"] === true) return "this device is paused";
      for (const [path, text] of sight.reads) {
        if (path.startsWith("Plans/") && text !== null && valueIn(text, "task_id") === called.issued?.task && valueIn(text, "status") === "Cancelled") return "its plan is cancelled";
      }
      return null;
    },
  },
  {
    id: "A7", name: "onlyTheExecutorActs", at: "calling",
    sentence: "Only the executor acts.",
    holds: (called, witness) => {
      if (called.life.role !== "executor") return `this run is a ${called.life.role}`;
      const named = valueIn(sightOf(called, witness).reads.get("Acting device.md") ?? "", "device_id");
      return named === identityOf(called.device) ? null : `the acting device is ${named || "nobody"}`;
    },
  },
  {
    id: "A8", name: "typesAgree", at: "calling",
    sentence: "Types agree.",
    holds: ({ name, call, issued }) => {
      const type = /^[^_]*_([a-z_]+?)_[a-z0-9-]+_[0-9a-f]{8}\.md$/.exec(name)?.[1] ?? "";
      const route = ROUTES[type];
      return issued?.shown?.type === type && route?.server === call.server && route.tool === call.tool ? null : `${name} leads to ${call.server}/${call.tool}`;
    },
  },
  {
    id: "A9", name: "toolAsSealed", at: "calling",
    sentence: "A changed tool schema or server definition stops it.",
    holds: (called, witness) => {
      const offer = sightOf(called, witness).offers.get(called.call.server) ?? "";
      return called.issued?.offer.split("\n").includes(`${called.call.server} ${offer}`) === true ? null : "the tool is not what it was when the request was written";
    },
  },
  {
    id: "A10", name: "wholeView", at: "calling",
    sentence: "No act on a degraded view.",
    holds: (called, witness) => {
      const missing = CONTROL.find((folder) => (sightOf(called, witness).listed.get(folder) ?? null) === null);
      return missing === undefined ? null : `${missing} could not be read`;
    },
  },
  {
    id: "F8", name: "copiesAreInert", at: "calling",
    sentence: "Conflict copies are inert: a note counts only under its own name.",
    holds: (called, witness) => (sightOf(called, witness).listed.get("Approved")?.includes(called.name) === true ? null : `no ${called.name} lies in Approved`),
  },
  {
    id: "A7", name: "onlyTheExecutorWrites", at: "wrote",
    sentence: "Only the executor seals, or writes unattended.",
    holds: ({ device, path, kind }, witness) => {
      if (device.life === null) return null;
      if (device.life.role === "viewer") return `a viewer writes ${path}`;
      if (device.life.role === "clerk" && kind === "create" && path.startsWith("Pending_Approval/")) return `a clerk asks: ${path}`;
      // What a clerk does, a person who started it ordered.
      if (device.commanded !== null || device.life.role === "clerk") return null;
      if (kind === "create" && (path === "Acting device.md" || path.endsWith("/About this folder.md"))) return null;
      const named = valueIn(witness.sightOf(device.life).reads.get("Acting device.md") ?? "", "device_id");
      return named === identityOf(device) ? null : `${device.name} writes ${path}, and the acting device is ${named || "nobody"}`;
    },
  },
  {
    id: "A11", name: "caps", at: "wrote",
    sentence: "Caps, and no unbounded requests, re-issues or questions.",
    holds: ({ device, path, kind }, witness) => {
      if (kind !== "create" || !path.startsWith("Pending_Approval/") || path.endsWith("/About this folder.md")) return null;
      const open = [...witness.issued.values()].filter(({ name }) => device.disk.get(`Pending_Approval/${name}`) !== null || device.disk.get(`Approved/${name}`) !== null);
      const refused = [...device.disk.names("Rejected")];
      // One whose seal somebody broke is no request any more.
      const whole = (name: string, seal: string): boolean => [`Pending_Approval/${name}`, `Approved/${name}`].some((path) => valueIn(device.disk.get(path)?.text ?? "", "seal") === seal);
      const unspent = open.filter(({ name, text }) => whole(name, valueIn(text, "seal")) && device.disk.get(receiptOf(name)) === null && !refused.some((each) => each.startsWith(name.replace(/\.md$/, ""))));
      // A request that takes the place of another stands beside it for a moment.
      const steps = new Set(unspent.map(({ task, step }) => `${task} ${step}`));
      if (steps.size > CAPS.open + 1) return `${String(steps.size)} requests are open`;
      const most = 6 + 3 * witness.deeds.count;
      const written = [...witness.issued.values()].filter((each) => each.device === device.name).length;
      return written > most ? `${String(written)} requests were written after ${String(witness.deeds.count)} deeds` : null;
    },
  },
  {
    id: "A5", name: "noDoubtSettledByUs", at: "wrote",
    sentence: "No doubt is retried or aged out; no forged receipt or tick settles one.",
    holds: ({ path, before, after, device }, witness) => {
      if (!path.startsWith("Done/Actions/") || !path.endsWith("_receipt.md")) return null;
      const outcome = valueIn(after, "outcome");
      const called = witness.calls.find(({ name }) => receiptOf(name) === path);
      if (called === undefined || outcome === "unknown") return null;
      if (called.resolved !== null) return outcome === (called.resolved ? "resolved-happened" : "resolved-not") ? null : `a person said otherwise, and the record says ${outcome}`;
      const heard = called.answer;
      if (heard === outcome || (heard === "tool-error" && outcome === "not-sent" && isHarmless(called))) return null;
      return `${device.name} makes the record say ${outcome} (before: ${valueIn(before ?? "", "outcome") || "nothing"}), and what it heard is ${heard ?? "nothing"}`;
    },
  },
  {
    id: "A5", name: "noDoubtIsSilent", at: "rest",
    sentence: "No doubt is silent.",
    holds: ({ acting }, witness) => {
      if (acting === null) return null;
      const { device, world } = acting;
      for (const each of witness.calls) {
        const known = each.answer !== null && each.answer !== "unknown";
        if (known || each.resolved !== null || each.device !== device || each.identity !== (witness.identities.get(device.name) ?? 0)) continue;
        const view = world.requests.find(({ id }) => id === each.call.action);
        if (view?.state !== "in-doubt") return `${each.name} may have been sent, and its state is ${view?.state ?? "none at all"}`;
        const dashboard = device.disk.get("Dashboard.md")?.text ?? "";
        if (/planwright:dashboard begin[\s\S]*planwright:dashboard end/.test(dashboard) && !dashboard.includes(each.issued?.task ?? "?") && !dashboard.includes(each.name.replace(/\.md$/, ""))) return `${each.name} may have been sent, and the Dashboard does not name it`;
      }
      return null;
    },
  },
  {
    id: "A12", name: "noApprovalStaysLoaded", at: "rest",
    sentence: "An attempt spends an approval; no approval stays loaded.",
    holds: ({ acting }, witness) => {
      const spent = acting?.world.requests.find((each) => each.state === "candidate" && witness.calls.some(({ call, identity, device }) => call.action === each.id && device === acting.device && identity === (witness.identities.get(device.name) ?? 0)));
      if (spent !== undefined) return `${spent.name} was called, and could be again`;
      const loaded = acting?.world.requests.find((each) => each.state === "candidate" && each.objection?.kind === "refuse" && !isNewlyRefused(each.id, acting.device));
      return loaded === undefined ? null : `${loaded.name} is refused (${loaded.objection?.reason ?? ""}) and still lies there after a quarter of an hour`;
    },
  },
];
