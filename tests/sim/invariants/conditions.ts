/**
 * The conditions of an approval, held against every call: the seal, the plan, the step, the date, a confirmation, a
 * last reading.
 */
import { createHash } from "node:crypto";
import { answersIn, boxesOf, isOpen, plansWith, stepIn, valueIn, whyStopped } from "../reading";
import { isHeld, recordsOf, stands } from "../remembered";
import { CAPS, CONFIRMED_TYPES, GRACE, VAULT } from "../stories";
import type { Called, Issued, Witness } from "../witness";
import { callsOf, clockWasSet, expected, isHalf, isInDoubt, isOfStep, sent } from "./calls";
import type { Invariant } from ".";

const HOUR = 3_600_000;

/** Its plan, as its notes were last read; more than one where they have the same id. */
function plansOf({ issued, life }: Called, witness: Witness): string[] {
  const { listed, reads } = witness.sightOf(life);
  return plansWith(
    issued?.task ?? "",
    (listed.get("Plans") ?? []).map((name) => [`Plans/${name}`, reads.get(`Plans/${name}`) ?? ""]),
  );
}

function planOf(called: Called, witness: Witness): string | null {
  const [text, ...more] = plansOf(called, witness);
  return text === undefined || more.length > 0 ? null : text;
}

function counts({ device, call }: Called, kind: "seen" | "confirmed"): boolean {
  return stands(device.lines, kind, call.action);
}

/** Null when it was set between the decision and the call. */
function clockOf({ device, life }: Called, witness: Witness): number | null {
  return witness.sightOf(life).clockSet === device.clockSet ? device.disk.now() + device.skew : null;
}

export const CONDITIONS: readonly Invariant[] = [
  {
    id: "A1",
    name: "whatWasSealedIsSent",
    at: "calling",
    sentence: "Each effect has one approval: sealed by this executor.",
    holds: (called) =>
      called.issued === null || sent(called) === expected(called.issued.text)
        ? null
        : `${expected(called.issued.text) ?? "nothing readable"} was sealed, and ${sent(called)} is sent`,
  },
  {
    id: "A1",
    name: "notInTwoFolders",
    at: "calling",
    sentence: "Moved into Approved: a copy beside the note that waits needs a confirmation.",
    holds: (called, witness) => {
      const { listed, reads } = witness.sightOf(called.life);
      // One whose seal somebody broke is no copy of it any more.
      if (
        valueIn(reads.get(`Pending_Approval/${called.name}`) ?? "", "seal") !==
        valueIn(called.issued?.text ?? "", "seal")
      )
        return null;
      return listed.get("Pending_Approval")?.includes(called.name) === true && !counts(called, "confirmed")
        ? `${called.name} lies among the pending, too`
        : null;
    },
  },
  {
    id: "A1",
    name: "confirmedWhereItHasToBe",
    at: "calling",
    sentence: "What is of high risk, or was held back, also needs a confirmation on the acting device.",
    holds: (called) => {
      const why = CONFIRMED_TYPES.includes(called.issued?.shown?.type ?? "")
        ? "it is of high risk"
        : isHeld(called.device.lines, called.call.action)
          ? "it was held back"
          : null;
      return why === null || counts(called, "confirmed") ? null : `nobody confirmed it, and ${why}`;
    },
  },
  {
    id: "A6",
    name: "refusalIsNotForgotten",
    at: "calling",
    sentence:
      "What was in the Approved folder and the rejected at once runs only after a confirmation, also when the refusal is gone.",
    holds: (called, witness) => {
      const since = witness.sightOf(called.life).refused.get(called.name);
      return since === undefined ||
        !since.again ||
        stands(called.device.lines.slice(since.lines), "confirmed", called.call.action)
        ? null
        : "it lay among the rejected as well, and nobody has confirmed it since";
    },
  },
  {
    id: "A2",
    name: "readOnceMore",
    at: "calling",
    sentence:
      "What the person could read in that note is what is sent: it was read once more before the call.",
    holds: (called, witness) =>
      witness.sightOf(called.life).sinceBegun.has(`Approved/${called.name}`)
        ? null
        : "nobody read the note once more before the call",
  },
  {
    id: "A2",
    name: "filesAsApproved",
    at: "calling",
    sentence: "What goes along is what was approved.",
    holds: (called, witness) => {
      const files = called.call.args["attachments"];
      for (const path of Array.isArray(files) ? files.map(String) : []) {
        const text = witness.sightOf(called.life).reads.get(path.replace(`${VAULT}/`, "")) ?? "";
        if (called.issued?.text.includes(createHash("sha256").update(text).digest("hex")) !== true)
          return `${path} is not the file that was approved`;
      }
      return null;
    },
  },
  {
    id: "A2",
    name: "stepAsAsked",
    at: "calling",
    sentence: "A step that was changed after it had been asked for is asked anew.",
    holds: (called, witness) => {
      const plan = planOf(called, witness);
      const now = plan === null ? null : stepIn(plan, called.issued?.step ?? "");
      return now === null || called.issued?.asked == null || now === called.issued.asked
        ? null
        : `the step reads ${JSON.stringify(now)} now`;
    },
  },
  {
    id: "A2",
    name: "newestOnly",
    at: "calling",
    sentence: "A newer request for a step takes the place of the older one.",
    holds: (called, witness) => {
      const { listed } = witness.sightOf(called.life);
      const all = [...witness.issued.values()];
      const lies = (each: Issued, folder: string): boolean =>
        listed.get(folder)?.includes(each.name) === true && !isHalf(each, folder, called.device);
      const newer = all
        .slice(all.findIndex(({ name }) => name === called.name) + 1)
        .find(
          (each) =>
            isOfStep(each, called.issued) &&
            each.device === called.device.name &&
            each.identity === called.identity &&
            ["Pending_Approval", "Approved"].some((folder) => lies(each, folder)),
        );
      return newer === undefined ? null : `${newer.name} is newer`;
    },
  },
  {
    id: "A5",
    name: "noDoubtIsRetried",
    at: "calling",
    sentence: "No doubt is retried.",
    holds: (called, witness) => {
      const doubt = callsOf(called.device, witness).find(
        (each) => isOfStep(each.issued, called.issued) && isInDoubt(each),
      );
      return doubt === undefined ? null : `whether ${doubt.name} of the same step happened is not known`;
    },
  },
  {
    id: "A5",
    name: "approvalIsNoted",
    at: "calling",
    sentence: "An approved request that is taken away is noticed: that it was approved is noted first.",
    holds: (called) =>
      counts(called, "seen") ? null : `${called.name} was approved, and this device has not noted it`,
  },
  {
    id: "A6",
    name: "planRuns",
    at: "calling",
    sentence: "A plan that a person stopped, or blocked, does not go on.",
    holds: (called, witness) => {
      const plan = planOf(called, witness);
      const stopped = plan === null ? null : whyStopped(plan);
      return stopped === null ? null : `its plan is ${stopped}`;
    },
  },
  {
    id: "A6",
    name: "answersComeFirst",
    at: "calling",
    sentence: "What a person chose under Questions comes before an approval.",
    holds: (called, witness) => {
      const plan = planOf(called, witness);
      const answers = plan === null ? [] : answersIn(plan, called.issued?.step ?? "");
      return answers.length === 0 || answers.join("") === "Ask again"
        ? null
        : `under its question stands “${answers.join("”, “")}”`;
    },
  },
  {
    id: "A6",
    name: "stepIsNext",
    at: "calling",
    sentence: "One step at a time, and none that a person ticked or skipped.",
    holds: (called, witness) => {
      const plan = planOf(called, witness);
      const next = plan === null ? undefined : boxesOf(plan).find(isOpen);
      return plan === null || next?.id === called.issued?.step
        ? null
        : `the next step is ${next === undefined ? "none" : next.words}`;
    },
  },
  {
    id: "A6",
    name: "dateHasCome",
    at: "calling",
    sentence: "A step waits for its date.",
    holds: (called, witness) => {
      const day = /⏳ (\d{4}-\d{2}-\d{2})/u.exec(called.issued?.asked ?? "")?.[1];
      const now = clockOf(called, witness);
      return day === undefined || now === null || now >= Date.parse(`${day}T00:00:00Z`)
        ? null
        : `it waits until ${day}`;
    },
  },
  {
    id: "S4",
    name: "idsUniqueAtTheCall",
    at: "calling",
    sentence: "Ids are unique or frozen.",
    holds: (called, witness) =>
      plansOf(called, witness).length > 1 ? "two notes have the id of its plan" : null,
  },
  {
    id: "A11",
    name: "atMostSoManyAnHour",
    at: "calling",
    sentence: "Caps: more than so many actions an hour need a confirmation each.",
    holds: (called, witness) => {
      const now = clockOf(called, witness);
      if (now === null) return null;
      const begun = recordsOf(called.device.lines, "begun").filter(({ at }) => Number(at) > now - HOUR);
      return begun.length <= CAPS.hour || counts(called, "confirmed")
        ? null
        : `this is number ${String(begun.length)} within an hour`;
    },
  },
  {
    id: "C4",
    name: "graceIsKept",
    at: "calling",
    sentence: "Within its grace time a person can take an approval back.",
    holds: (called, witness) => {
      const approvals = witness.approvals.get(called.name) ?? [];
      // A clock that was set cannot measure. An edit of a note that lies there already may come to nobody's notice for
      // a while.
      if (approvals.length === 0 || clockWasSet(called, witness)) return null;
      const passed = called.device.disk.now() - Math.min(...approvals.map(({ at }) => at));
      return passed >= GRACE ? null : `it was approved ${String(passed / 1000)} s ago`;
    },
  },
];
