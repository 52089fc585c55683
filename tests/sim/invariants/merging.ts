/** The fate of notes that a person had made one, and of requests of others that became plans. */
import type { Device } from "../device";
import { boxesOf, isCopy, isMarked, isOpen, linesOf, logOf, valueIn } from "../reading";
import type { Issued, Witness, Write } from "../witness";
import { isKnownTo, isOfStep, isToldOfAnother, reached, sent } from "./calls";
import type { Invariant } from ".";

/** Of the step that a request was written for; "" where nobody had read it. */
function wordsOf({ asked }: Issued): string {
  return /^- \[ \] (.*?) \^s-/.exec(asked ?? "")?.[1] ?? "";
}

function goersOf({ device, path }: Write, { agreed }: Witness): string[] {
  if (device.commanded !== "merge") return [];
  return (agreed.get(device) ?? [])
    .filter(({ stays }) => stays === path)
    .flatMap(({ goes }) => device.disk.get(goes)?.text ?? []);
}

/**
 * Whether a write takes lines out of the log of a note that was to go: the program wrote them, and nothing comes of it.
 */
export function isTakenBack({ device, path, before, after }: Write, { agreed, sightOf }: Witness): boolean {
  if (
    device.life === null ||
    device.commanded !== "merge" ||
    before === null ||
    agreed.get(device)?.some(({ goes }) => goes === path) !== true
  )
    return false;
  const was = sightOf(device.life).replaced.get(path);
  return (
    was !== undefined &&
    (was === after ||
      linesOf(before)
        .filter((line) => !line.includes("(put-away, ") || was.includes(line))
        .join("\n") === linesOf(after).join("\n"))
  );
}

/**
 * Lines that may come into the Roadmap of a note because another goes into it; without block ids, which belong to their
 * note. What is open in one that goes may be over in another.
 */
export function comesInto(write: Write, witness: Witness): ReadonlySet<string> {
  const lines = goersOf(write, witness).flatMap((text) =>
    linesOf(text).map((line) => line.trim().replace(/ \^[sf]-[a-z0-9-]+$/, "")),
  );
  const isOver = (line: string, mark: string): boolean =>
    line.startsWith("- [ ] ") && isCarriedOver(write, line.slice("- [ ] ".length), mark, witness);
  return new Set([
    ...lines,
    ...["x", "-"].flatMap((mark) =>
      lines.filter((line) => isOver(line, mark)).map((line) => line.replace("[ ]", `[${mark}]`)),
    ),
  ]);
}

/**
 * A step is the same with its sign and without, and with the space or the beginning of an id that a write was cut off
 * in.
 */
function bare(words: string): string {
  return words.replace("✋ ", "").replace(/ (?:\^(?:s-?)?)?$/, "");
}

/** Whether a note that goes into this one has such a box. */
export function isCarriedOver(write: Write, words: string, mark: string, witness: Witness): boolean {
  return goersOf(write, witness).some((text) =>
    boxesOf(text).some((box) => bare(box.words) === bare(words) && box.mark === mark),
  );
}

/** A plan whose log says last that it went into another; a line cut off in the middle says nothing. */
function isPutAway(text: string): boolean {
  const words = logOf(text).flatMap((line) => /\((put-away|merged), [^()]*\)\s*$/.exec(line)?.[1] ?? []);
  return words.at(-1) === "put-away";
}

/**
 * Whether some plan, wherever it lies by now, asks for what a request of others says; or was made of it, and a person
 * had it ask for something else, or ticked what the power had cut off. `goes` is where the request lies from now on.
 */
function isAskedFor(request: string, goes: string, { disk }: Device): boolean {
  const to = valueIn(request, "to");
  const stem = (path: string): string => path.replace(/(?: \(\d+\))?\.md$/, "");
  const isMadeOfIt = (text: string): boolean =>
    stem(valueIn(text, "source_link")) === stem(goes) &&
    (/^ +```action\n(?: +.*\n)+? +```$/m.test(text) || !boxesOf(text).some(isOpen));
  return [...disk.texts()].some(
    ([path, text]) =>
      /^(?:(?:Done\/)?Plans|Archive)\//.test(path) && (text.includes(`target: ${to}`) || isMadeOfIt(text)),
  );
}

/** Why a note that goes is not in the one that stays; null when it is. */
function missingIn(stays: string, goes: string): string | null {
  const boxes = (text: string): { readonly mark: string; readonly words: string; readonly id: string }[] =>
    boxesOf(text).map(({ mark, words, id }) => ({ mark, words: bare(words), id }));
  // Where both are one plan, a step is itself in other words, too; a person was shown both.
  const isOnePlan = valueIn(stays, "task_id") === valueIn(goes, "task_id");
  const there = boxes(stays);
  for (const { mark, words, id } of boxes(goes)) {
    const same = there.filter((each) => each.words === words || (isOnePlan && id !== "" && each.id === id));
    if (same.length === 0) return `“${words}” stands nowhere else`;
    if (mark !== " " && same.every((each) => each.mark === " "))
      return `“${words}” is over there, and open where it went`;
  }
  return null;
}

export const MERGING: readonly Invariant[] = [
  {
    id: "A3",
    name: "onceAMergedStep",
    at: "calling",
    sentence:
      "At most one effect per step unless the request says it repeats, also where two plans were made one: what stood open in both goes out from one of them.",
    holds: (called, witness) => {
      const { issued } = called;
      // Where a person had one of them say something else, it is a thing of its own from then on.
      if (issued === null || isToldOfAnother(called)) return null;
      const tasks = new Set(
        witness.merged
          .filter((each) => each.words === wordsOf(issued) && each.tasks.includes(issued.task))
          .flatMap((each) => each.tasks),
      );
      const before = reached(
        called,
        witness,
        (each) => tasks.has(each.task) && !isOfStep(each, issued) && wordsOf(each) === wordsOf(issued),
      ).find((each) => isKnownTo(called, each) && sent(each) === sent(called));
      return before === undefined
        ? null
        : `${before.name} was called for the same step of ${before.issued?.task ?? ""}, which was made one with ${issued.task}`;
    },
  },
  {
    id: "F5",
    name: "whatGoesStandsElsewhere",
    at: "wrote",
    sentence:
      "A note that went into another is put away only when its steps stand there, done where they were done, and what others asked for when a plan asks for it.",
    holds: ({ device, kind, from, path, after }, { agreed, sightOf }) => {
      if (kind !== "move" || !path.startsWith("Archive/") || device.life === null) return null;
      if (device.commanded === "adopt")
        return isAskedFor(after, path, device) ? null : `${from ?? ""} was put away, and no plan asks for it`;
      const pair = agreed.get(device)?.find(({ goes }) => goes === from);
      // What was written since it had them in hand goes along, unseen.
      const { held } = sightOf(device.life);
      const stays =
        pair === undefined ? null : (held.get(pair.stays) ?? device.disk.get(pair.stays)?.text ?? null);
      const goes = held.get(from ?? "") ?? "";
      const why =
        stays === null
          ? "nothing is there that it went into"
          : !isPutAway(goes)
            ? "it does not say why"
            : missingIn(stays, goes);
      return why === null ? null : `${from ?? ""} was put away, and ${why}`;
    },
  },
  {
    id: "S1",
    name: "adoptedIsADraft",
    at: "wrote",
    sentence: "What others asked for begins when a person says so.",
    holds: ({ device, kind, path, after }) =>
      kind === "create" &&
      device.commanded === "adopt" &&
      path.startsWith("Plans/") &&
      valueIn(after, "status") !== "Draft"
        ? `${path} begins as ${valueIn(after, "status")}`
        : null,
  },
  {
    id: "C1",
    name: "heldIsTold",
    at: "rest",
    sentence: "Dashboard = f(notes): that a plan was merged into another, and is still there, stands in it.",
    holds: ({ acting }) => {
      const dashboard = acting?.device.disk.get("Dashboard.md")?.text ?? "";
      if (acting === null || acting.world.standing.length > 0 || !isMarked(dashboard)) return null;
      // Of two notes with one id it says that first.
      const held = acting.world.plans.find(
        ({ plan: { path, status }, hasDuplicateId }) =>
          !hasDuplicateId &&
          !isCopy(path) &&
          status !== "Done" &&
          status !== "Cancelled" &&
          isPutAway(acting.device.disk.get(path)?.text ?? ""),
      );
      return held === undefined || /merged into another/i.test(dashboard)
        ? null
        : `${held.plan.path} was merged into another and is still there, and the Dashboard does not say so`;
    },
  },
];
