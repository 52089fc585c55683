/**
 * The files at the moment when something was begun, read from the disk and not from the program's choice: after that it
 * looks once more, so any note that still stands at the call could be seen, and counts.
 */
import { boxesOf, isOpen, plansWith, stepIn, valueIn, whyStopped } from "../reading";
import { identityOf, isPaused, recordsOf, stands } from "../remembered";
import { GRACE, START_DELAY } from "../stories";
import type { Approval, Called, Witness } from "../witness";
import { chainOf, clockWasSet, expected, sent } from "./calls";
import type { Invariant } from ".";

const DAY = 86_400_000;

type Files = ReadonlyMap<string, string>;

/** Reasons not to call, as the files and the memory of the device say them. */
function against(called: Called, files: Files, lines: readonly string[], witness: Witness): string[] {
  const { device, issued, name } = called;
  if (issued === null) return [];
  const reasons: string[] = [];
  const acting = valueIn(files.get("Acting device.md") ?? "", "device_id");
  if (acting !== identityOf(device)) reasons.push(`the acting device is ${acting || "nobody"}`);
  if (isPaused(lines)) reasons.push("this device is paused");
  const chain = chainOf(called, witness);
  const refused = [...files.keys()].find((path) => chain.some((each) => path.startsWith(`Rejected/${each}`)));
  if (refused !== undefined) reasons.push(`${refused} lies there`);
  if (expected(files.get(`Approved/${name}`)) !== sent(called))
    reasons.push(`the note in Approved says ${expected(files.get(`Approved/${name}`)) ?? "nothing"}`);
  return [...reasons, ...againstPlan(issued, files)];
}

function againstPlan(issued: NonNullable<Called["issued"]>, files: Files): string[] {
  const [plan, ...more] = plansWith(
    issued.task,
    [...files].filter(([path]) => /^Plans\/[^/]+\.md$/.test(path)),
  );
  if (plan === undefined) return ["its plan is not there"];
  if (more.length > 0) return ["two notes have the id of its plan"];
  const stopped = whyStopped(plan);
  const next = boxesOf(plan).find(isOpen);
  return [
    ...(stopped === null ? [] : [`its plan is ${stopped}`]),
    ...(next?.id === issued.step ? [] : ["its step is not the next"]),
    ...(issued.asked === null || stepIn(plan, issued.step) === issued.asked
      ? []
      : ["its step reads otherwise"]),
  ];
}

export const LAST_LOOK: readonly Invariant[] = [
  {
    id: "A6",
    name: "seenBeforeTheCall",
    at: "calling",
    sentence: "What stood against it on the disk when it was begun, and still does, is seen before the call.",
    holds: (called, witness) => {
      const { files, lines } = witness.sightOf(called.life).begun;
      const now = against(called, called.device.disk.texts(), called.device.lines, witness);
      return against(called, files, lines, witness).find((reason) => now.includes(reason)) ?? null;
    },
  },
  {
    id: "A6",
    name: "stoppedUpToTheCall",
    at: "calling",
    sentence:
      "While a person waits for an open app to take something back, or to stop it, nothing begins, and what it is about is not called.",
    holds: ({ life, name, issued }, witness) => {
      if (witness.sightOf(life).wasStopped) return "a person waited to stop something when it was begun";
      const { asked } = life;
      if (asked === null || asked.stops === null || asked.at.startsWith("call ")) return null;
      const { request = name, task = issued?.task ?? "" } = asked.stops;
      return request === name && task.toLowerCase() === issued?.task.toLowerCase()
        ? "a person waits for it to be stopped"
        : null;
    },
  },
  {
    id: "A10",
    name: "syncComesInFirst",
    at: "calling",
    sentence:
      "An app that was opened gives sync a minute before it carries out what was asked before it was opened.",
    holds: ({ device, life, issued }) =>
      device.setup.door === "app" &&
      Number.isFinite(life.openedAt) &&
      (issued === null || issued.at < life.began.at) &&
      device.disk.now() - life.began.at < START_DELAY
        ? `it was opened ${String((device.disk.now() - life.began.at) / 1000)} s ago`
        : null,
  },
  {
    id: "A1",
    name: "askedAfterDaysAway",
    at: "calling",
    sentence: "What was approved while the acting device was away for days needs a confirmation.",
    holds: (called, witness) => {
      const { began } = called.life;
      const notedIn = (lines: readonly string[]): number[] =>
        recordsOf(lines, "alive").map(({ at }) => Number(at));
      const noted = notedIn(called.device.lines);
      // A program whose clock was set before it looked cannot know how long it was away.
      if (called.device.clockSet !== began.clockSet) return null;
      if (
        noted.length === 0 ||
        stands(began.lines, "seen", called.call.action) ||
        stands(called.device.lines, "confirmed", called.call.action)
      )
        return null;
      // When this device noted that it is there, on its own clock: around the approval, or, where that clock was set or
      // sync brought it, before this run.
      const away = ({ at, disk }: Approval): number => {
        if (called.device.clockSet > 0 || disk !== called.device.disk)
          return began.clock - (notedIn(began.lines).at(-1) ?? began.clock);
        return (
          Math.min(began.clock, ...noted.filter((each) => each > at)) -
          Math.max(...noted.filter((each) => each <= at))
        );
      };
      // What was taken back counts no longer, as far as the clocks can tell.
      const takenBack =
        called.device.clockSet > 0
          ? -Infinity
          : Number(recordsOf(began.lines, "taken-back", called.call.action).at(-1)?.["at"] ?? -Infinity);
      // What was not there any more at a look since, and came again, is new as far as anybody could tell.
      const absent = witness.absent.get(`${called.device.name} ${called.name}`) ?? -Infinity;
      const found = (witness.approvals.get(called.name) ?? [])
        .filter(({ at, disk }) => at > takenBack && (disk !== called.device.disk || at >= absent))
        .map((each) => (each.at <= began.at ? away(each) : 0));
      return found.length > 0 && found.every((ms) => ms > 3 * DAY && Number.isFinite(ms))
        ? `nobody was here for ${String(Math.round(Math.min(...found) / DAY))} days, and nobody confirmed it`
        : null;
    },
  },
  {
    id: "A1",
    name: "askedAfterDaysOfSleep",
    at: "calling",
    sentence:
      "What was in the Approved folder when the acting device came back after days needs a confirmation, also where it only slept.",
    holds: ({ name, device, life, call }, witness) => {
      const lay = witness.sightOf(life).fromDaysAway.get(name) === device.clockSet;
      return lay && !stands(device.lines, "confirmed", call.action)
        ? `${name} lay there when nobody had been here for days, and nobody confirmed it`
        : null;
    },
  },
  {
    id: "C4",
    name: "graceBeginsAnew",
    at: "calling",
    sentence: "An approval that was taken back and given again has its grace time again.",
    holds: (called, witness) => {
      const sight = witness.sightOf(called.life);
      const absent = sight.unapproved.get(called.name);
      const passed = called.device.disk.now() - (absent ?? -Infinity);
      return called.device.clockSet !== sight.clockSet || passed >= GRACE || clockWasSet(called, witness)
        ? null
        : `it was not among the approved ${String(passed / 1000)} s ago`;
    },
  },
];
