/** What comes of notes that a person had made one, and of requests of others that became plans. */
import { boxesOf, linesOf, logOf, valueIn } from "../reading";
import type { Called, Witness, Write } from "../witness";
import { isHarmless, sent } from "./calls";
import type { Invariant } from ".";

/** Words by which a request says that its step may have gone out already. */
const SAYS_SO = /Already carried out|may have gone out|may have been sent|may have carried it out/;

/** Calls that had an effect, as far as anybody knows. */
function reached(called: Called, witness: Witness): Called[] {
  return witness.calls.filter((each) => each.issued !== null && each.call.action !== called.call.action && each.answer !== "not-sent" && !(each.answer === "tool-error" && isHarmless(each)) && each.resolved !== false);
}

/** Of the step that a request was written for; "" where nobody had read it. */
function wordsOf({ issued }: Called): string {
  return /^- \[ \] (.*?) \^s-/.exec(issued?.asked ?? "")?.[1] ?? "";
}

/** What it wrote into the log of a note that was to go, and takes back because nothing comes of it. */
export function isTakenBack({ device, path, before, after }: Write, witness: Witness): boolean {
  const was = device.life === null || device.commanded !== "merge" ? undefined : witness.sightOf(device.life).replaced.get(path);
  if (was === undefined || before === null) return false;
  return was === after || linesOf(before).filter((line) => !line.includes("(put-away, ") || was.includes(line)).join("\n") === linesOf(after).join("\n");
}

/** Texts of the notes that go into the one that is written. */
function goersOf({ device, path }: Write, witness: Witness): string[] {
  if (device.commanded !== "merge") return [];
  return witness.agreed.filter((each) => each.device === device && each.stays === path).flatMap(({ goes }) => device.disk.get(goes)?.text ?? []);
}

/** Lines that may come into the Roadmap of a note because another goes into it; without block ids, which belong to their note. */
export function comesInto(write: Write, witness: Witness): ReadonlySet<string> {
  return new Set(goersOf(write, witness).flatMap((text) => linesOf(text).map((line) => line.trim().replace(/ \^s-[0-9a-f]+$/, ""))));
}

/** Whether a note that goes into this one has such a box. */
export function isCarriedOver(write: Write, words: string, mark: string, witness: Witness): boolean {
  return goersOf(write, witness).some((text) => boxesOf(text).some((box) => box.words === words && box.mark === mark));
}

export const MERGING: readonly Invariant[] = [
  {
    id: "A3", name: "onceAMergedStep", at: "calling",
    sentence: "At most one effect per step, also where two plans were made one: what stood open in both goes out from one of them.",
    holds: (called, witness) => {
      const task = called.issued?.task ?? "";
      const words = wordsOf(called);
      if (SAYS_SO.test(called.issued?.text ?? "")) return null;
      const others = witness.merged.filter((each) => each.words === words && each.tasks.includes(task)).flatMap(({ tasks }) => tasks.filter((each) => each !== task));
      const before = reached(called, witness).find((each) => others.includes(each.issued?.task ?? "") && wordsOf(each) === words);
      return before === undefined ? null : `${before.name} was called for the same step of ${before.issued?.task ?? ""}, which was made one with ${task}`;
    },
  },
  {
    id: "A3", name: "onceAnAdoptedRequest", at: "calling",
    sentence: "At most one effect per request of others, however often it is adopted.",
    holds: (called, witness) => {
      const isAdopted = ({ issued }: Called): boolean => witness.adopted.has(issued?.task ?? "");
      const before = isAdopted(called) ? reached(called, witness).find((each) => isAdopted(each) && each.issued?.task !== called.issued?.task && sent(each) === sent(called)) : undefined;
      return before === undefined ? null : `${before.name} sent the same for ${before.issued?.task ?? ""}`;
    },
  },
  {
    id: "F5", name: "whatGoesStandsElsewhere", at: "wrote",
    sentence: "A note that went into another is put away only when what was open in it stands there, and what others asked for when a plan asks for it.",
    holds: ({ device, kind, from, path }, witness) => {
      if (kind !== "move" || !path.startsWith("Archive/") || device.life === null) return null;
      const pair = witness.agreed.findLast((each) => each.device === device && each.goes === from);
      // What was written in between goes along, unseen.
      const { held, replaced } = witness.sightOf(device.life);
      const seen = held.get(from ?? "") ?? "";
      // What others wrote there is theirs to make safe.
      const isOurs = replaced.has(pair?.stays ?? "");
      const stays = pair === undefined ? null : isOurs ? device.disk.durable(pair.stays) : (device.disk.get(pair.stays)?.text ?? null);
      if (device.commanded === "adopt") return pair !== undefined && stays === null ? `${from ?? ""} was put away, and ${pair.stays} is not there` : null;
      if (stays === null) return `${from ?? ""} was put away, and nothing is there that it went into`;
      if (logOf(seen).findLast((line) => /\((?:put-away|merged), /.test(line))?.includes("(put-away, ") !== true) return `${from ?? ""} was put away, and does not say why`;
      const there = boxesOf(stays).map(({ words }) => words.replace("✋ ", ""));
      const lost = boxesOf(seen).find(({ mark, words }) => mark === " " && !there.includes(words.replace("✋ ", "")));
      return lost === undefined ? null : `${from ?? ""} was put away, and “${lost.words}” stands nowhere else`;
    },
  },
  {
    id: "S1", name: "adoptedIsADraft", at: "wrote",
    sentence: "What others asked for begins when a person says so.",
    holds: ({ device, kind, path, after }) => (kind === "create" && device.commanded === "adopt" && path.startsWith("Plans/") && valueIn(after, "status") !== "Draft" ? `${path} begins as ${valueIn(after, "status")}` : null),
  },
];
