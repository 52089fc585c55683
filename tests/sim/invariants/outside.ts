/** Calls that may reach the outside: each is held against this in the moment before it takes effect. */
import { recordOf, valueIn } from "../reading";
import { identityOf, isNoted, isPaused } from "../remembered";
import { CALL_TIMEOUT, CONTROL, ROUTES } from "../stories";
import type { Called, Witness } from "../witness";
import {
  callsOf,
  chainOf,
  expected,
  isKnownTo,
  isOfStep,
  isToldOfAnother,
  keyNameOf,
  keyOf,
  reached,
  sayingsOf,
  sent,
  spelled,
} from "./calls";
import type { Invariant } from ".";

/** A record that came after the folder was listed once more, and before the call, is seen by nobody. */
function couldBeSeen(record: string, { device, life }: Called, witness: Witness): boolean {
  const { begun, sinceBegun, listed } = witness.sightOf(life);
  if (device.disk.get(record) === null) return false;
  return (
    begun.files.has(record) ||
    !sinceBegun.has("Done/Actions") ||
    listed.get("Done/Actions")?.some((name) => `Done/Actions/${name}` === record) === true
  );
}

/** Words by which a request says that something may have gone out for its step already. */
const SAYS_SO =
  /Already carried out|may have gone out|may have been sent|may have carried it out[.;] (?:look|read)/i;

function earlierOfStep(called: Called, witness: Witness): Called[] {
  const { issued } = called;
  return reached(called, witness, (each) => isOfStep(each, issued));
}

export const OUTSIDE: readonly Invariant[] = [
  {
    id: "A1",
    name: "approvedByAPerson",
    at: "calling",
    sentence:
      "Each effect has one approval: sealed by this executor, then moved into Approved by hand or by command.",
    holds: (called, witness) => {
      const { issued } = called;
      if (issued === null) return "no request was ever written for this action";
      if (issued.device !== called.device.name || issued.identity !== called.identity)
        return `the request was sealed by ${issued.device}, not by this device`;
      return witness.approvals.has(issued.name) ? null : `nobody ever put ${issued.name} into Approved`;
    },
  },
  {
    id: "A2",
    name: "whatWasReadIsSent",
    at: "calling",
    sentence: "What the person could read in that note is what is sent.",
    holds: (called, witness) => {
      const approvals = witness.approvals.get(called.name);
      if (approvals === undefined) return null;
      // An edit between the last reading and the call is seen by nobody.
      if (!approvals.some(({ text }) => sent(called) === expected(text)))
        return `a person approved ${expected(approvals.at(-1)?.text) ?? "something unreadable"}, and ${sent(called)} is sent`;
      const seen = expected(witness.sightOf(called.life).reads.get(`Approved/${called.name}`));
      return sent(called) === seen
        ? null
        : `the note in Approved said ${seen ?? "nothing readable"} when it was last read`;
    },
  },
  {
    id: "A3",
    name: "onceAnAction",
    at: "calling",
    sentence:
      "At most one effect per action id, over crash, restart, duplicate delivery, several devices, restore.",
    holds: (called, witness) =>
      witness.calls.some((each) => each.call.action === called.call.action)
        ? `${called.name} was called before`
        : null,
  },
  {
    id: "A3",
    name: "onceAStepUnlessTold",
    at: "calling",
    sentence: "At most one effect per step unless the request says it repeats.",
    holds: (called, witness) => {
      if (SAYS_SO.test(sayingsOf(called))) return null;
      const untold = earlierOfStep(called, witness).find((earlier) => {
        // Another device, or one that forgot everything, can only know by the record, if that has reached it.
        const elsewhere = earlier.device !== called.device || earlier.identity !== called.identity;
        return !elsewhere || couldBeSeen(recordOf(earlier.name), called, witness);
      });
      return untold === undefined
        ? null
        : `${untold.name} of the same step was called before (${untold.answer ?? "no answer"}), and the request does not say so`;
    },
  },
  {
    id: "A3",
    name: "sameIsTold",
    at: "calling",
    sentence:
      "Exactly the same is not sent again for another step without a word: the request says so, or a person confirmed it on this device after they were told.",
    holds: (called, witness) => {
      const { issued } = called;
      if (isToldOfAnother(called)) return null;
      const others = reached(called, witness, (each) => !isOfStep(each, issued));
      const before = others.find(
        (each) =>
          isKnownTo(called, each) && each.call.tool === called.call.tool && sent(each) === sent(called),
      );
      return before === undefined
        ? null
        : `${before.name} sent exactly the same for another step, and nobody was told`;
    },
  },
  {
    id: "A3",
    name: "keyTellsRepetitions",
    at: "calling",
    sentence:
      "Receivers can tell a repetition: each action has a key of its own, and a further attempt with the same words and files has that of the first.",
    holds: (called, witness) => {
      const { id, chain, shown } = called.issued ?? { id: "", chain: "", shown: null };
      if (keyNameOf(called) === null) return null;
      const keyFor = (action: string): string =>
        shown?.type === "email" ? `<${action}@planwright.invalid>` : action;
      const own = keyFor(id);
      const before = callsOf(called.device, witness).findLast((each) => each.issued?.chain === chain);
      const same = before !== undefined && sent(before) === sent(called) && before.files === called.files;
      // Where the words of the step were changed around the same arguments, both are taken.
      // One that was begun and never called has used its key as well.
      const begun = [...witness.issued.values()].filter(
        (each) => each.chain === chain && expected(each.text) === sent(called),
      );
      const wanted = same
        ? [keyOf(before), ...(before.issued?.asked === called.issued?.asked ? [] : [own])]
        : [own, ...(before === undefined ? begun.map((each) => keyFor(each.id)) : [])];
      return wanted.includes(keyOf(called))
        ? null
        : `the key is ${String(keyOf(called))}, and should be ${wanted.map(String).join(" or ")}`;
    },
  },
  {
    id: "A9",
    name: "calledAsSet",
    at: "calling",
    sentence: "The server is the one that the settings define, and the call ends after the time they allow.",
    holds: ({ call, life }) => {
      if (spelled(call.definition) !== spelled(life.settings.servers[call.server]))
        return `${call.server} is not called as the settings define it`;
      return call.timeout === CALL_TIMEOUT ? null : `the call may take ${String(call.timeout / 1000)} s`;
    },
  },
  {
    id: "A9",
    name: "serverAsSealed",
    at: "calling",
    sentence: "A changed server definition stops it.",
    holds: ({ call, issued }) =>
      issued === null || JSON.stringify(call.definition) === issued.definition
        ? null
        : `${call.server} is started in another way than when the request was written`,
  },
  {
    id: "A4",
    name: "recordedBefore",
    at: "calling",
    sentence: "A durable receipt “unknown” exists before the call.",
    holds: ({ device, name, call, life }, witness) => {
      const record = device.disk.durable(recordOf(name));
      // It was taken away after the last look at it; nobody could see that before the call.
      if (
        record === null &&
        valueIn(witness.sightOf(life).reads.get(recordOf(name)) ?? "", "outcome") === "unknown"
      )
        return null;
      if (record === null || valueIn(record, "outcome") !== "unknown")
        return `the record on the disk says ${record === null ? "nothing" : valueIn(record, "outcome")}`;
      return isNoted(device.lines, "begun", call.action) ? null : "this device has not noted that it begins";
    },
  },
  {
    id: "A6",
    name: "refusalWins",
    at: "calling",
    sentence:
      "A refusal, cancellation or pause the executor saw before the call wins, for the whole chain of attempts.",
    holds: (called, witness) => {
      const sight = witness.sightOf(called.life);
      if (!sight.sinceBegun.has("Rejected"))
        return "nobody looked among the rejected once more before the call";
      const chain = chainOf(called, witness);
      const refused = sight.listed
        .get("Rejected")
        ?.find((name) => chain.some((each) => name.startsWith(each)));
      if (refused !== undefined) return `${refused} lies among the rejected`;
      if (isPaused(called.device.lines.slice(0, sight.remembers))) return "this device is paused";
      for (const [path, text] of sight.reads) {
        if (
          path.startsWith("Plans/") &&
          text !== null &&
          valueIn(text, "task_id") === called.issued?.task &&
          valueIn(text, "status") === "Cancelled"
        )
          return "its plan is cancelled";
      }
      return null;
    },
  },
  {
    id: "A7",
    name: "onlyTheExecutorActs",
    at: "calling",
    sentence: "Only the executor acts.",
    holds: (called, witness) => {
      if (called.life.role !== "executor") return `this run is a ${called.life.role}`;
      const named = valueIn(witness.sightOf(called.life).reads.get("Acting device.md") ?? "", "device_id");
      return named === identityOf(called.device) ? null : `the acting device is ${named || "nobody"}`;
    },
  },
  {
    id: "A8",
    name: "typesAgree",
    at: "calling",
    sentence: "Types agree.",
    holds: ({ name, call, issued }) => {
      const type = /^[^_]*_([a-z_]+?)_[a-z0-9-]+_[0-9a-f]{8}\.md$/.exec(name)?.[1] ?? "";
      const route = ROUTES[type];
      return issued?.shown?.type === type && route?.server === call.server && route.tool === call.tool
        ? null
        : `${name} leads to ${call.server}/${call.tool}`;
    },
  },
  {
    id: "A9",
    name: "toolAsSealed",
    at: "calling",
    sentence: "What its server offers is what it offered when the request was written.",
    holds: (called, witness) => {
      const offer = witness.sightOf(called.life).offers.get(called.call.server) ?? "";
      return called.issued?.offer.split("\n").includes(`${called.call.server} ${offer}`) === true
        ? null
        : "the tool is not what it was when the request was written";
    },
  },
  {
    id: "A10",
    name: "wholeView",
    at: "calling",
    sentence: "No act on a degraded view.",
    holds: (called, witness) => {
      const missing = CONTROL.find(
        (folder) => (witness.sightOf(called.life).listed.get(folder) ?? null) === null,
      );
      return missing === undefined ? null : `${missing} could not be read`;
    },
  },
  {
    id: "F8",
    name: "copiesAreInert",
    at: "calling",
    sentence: "Conflict copies are inert: a note counts only under its own name.",
    holds: (called, witness) =>
      witness.sightOf(called.life).listed.get("Approved")?.includes(called.name) === true
        ? null
        : `no ${called.name} lies in Approved`,
  },
];
