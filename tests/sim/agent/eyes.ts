/**
 * The witness's view of agents: every entry of work notes as it was written, every work file, every question to a model
 * and its answer.
 */
import type { ModelAnswer, ModelQuestion } from "../../../src/kit/ports/model";
import type { Device, Life } from "../device";
import { isCopy, logOf, stepIn, valueIn } from "../reading";
import type { Sight, Write } from "../witness";
import { createPrograms, type Programs, type Started } from "./started";
import { createReaches, type Reaches } from "./reached";
import { entriesIn, isWorkNotes, withoutList, type Entry, type Line } from "./trace";

/** An entry as a program wrote it. */
export interface Noted extends Line {
  readonly device: Device;
  readonly life: Life | null;
  /** Which memory it was sealed with. */
  readonly identity: number;
  readonly folder: string;
  /** All that was written with it. */
  readonly block: string;
  /** The entry before it in the note, as a line; "" before the first of a chain. */
  readonly before: string;
  /** Its plan as its program had last read it; null where there was none, or more than one. */
  readonly plan: string | null;
}

export interface Asked {
  readonly device: Device;
  readonly life: Life;
  readonly question: ModelQuestion;
  /** The entry that was written before; null where there was none. */
  readonly noted: Noted | null;
  /** Steps of the others under way in the same program. */
  readonly beside: readonly string[];
  /** Null while nobody has heard it. */
  answer: ModelAnswer | null;
}

export interface WorkFile {
  readonly text: string;
  readonly device: Device;
  readonly identity: number;
  readonly run: Entry | null;
}

export interface Eyes {
  readonly asked: Asked[];
  /** What agents wrote, by path, from the oldest. */
  readonly files: Map<string, WorkFile[]>;
  /** Steps that agents added, as they read then, by block id. */
  readonly steps: Map<string, string>;
  /** Block ids of lines of flows that the log has told of, by the id of the plan. */
  readonly unfolded: Map<string, Set<string>>;
  /** Calls of tools of servers. */
  readonly reaches: Reaches;
  /** Programs that were started. */
  readonly programs: Programs;
  /** The entries of the chain at the end of the note, where every one is as this device wrote it; none otherwise. */
  chainIn(text: string, device: Device): readonly Noted[];
  /**
   * The plan that is worked on in a folder, as the program last read it; null where it has read none, or more than one.
   */
  planOf(device: Device, folder: string): string | null;
  /** The entries that a write adds, with those before in its chain. */
  added(write: Write): { readonly lines: readonly Line[]; readonly chain: readonly Noted[] };
  wrote(write: Write): void;
  /** A model is asked; answers how to tell what it answers. */
  asking(device: Device, question: ModelQuestion): (answer: ModelAnswer) => ModelAnswer;
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** How often a person had a step done anew. */
export function roundsOf(plan: string, step: string): number {
  return logOf(plan).filter((line) =>
    new RegExp(
      `\\((?:reopened|ask-again|draft-again)(?:, [^()]*)?, step ${step}[,)]|\\((?:reopened|ask-again|draft-again), step ${step}[,)]`,
    ).test(line),
  ).length;
}

const NOTHING = { lines: [], chain: [] } as const;

const plain = (text: string): string => text.replace(/\r\n/g, "\n");

export function createEyes(
  hold: (asked: Asked) => void,
  holdStarted: (started: Started) => void,
  sightOf: (life: Life) => Sight,
  identityOf: (device: Device) => number,
): Eyes {
  const noted = new Map<string, Noted>();
  const known = new WeakMap<Write, ReturnType<Eyes["added"]>>();
  const eyes: Eyes = {
    asked: [],
    files: new Map(),
    steps: new Map(),
    unfolded: new Map(),
    reaches: createReaches(),
    programs: createPrograms(holdStarted, noted, sightOf, identityOf),
    chainIn(text, device) {
      const chain: Noted[] = [];
      // What begins like an entry and is none has been one: it breaks the chain in which it stands, and none that
      // begins after it.
      const all = text
        .split(/\r*\n/)
        .filter((line) => line.startsWith("> %%pw1"))
        .map((line) => entriesIn(line).at(0) ?? null);
      const whole = plain(text);
      for (let at = all.length - 1; at >= 0; at -= 1) {
        const found = noted.get(all[at]?.line ?? "");
        if (
          found === undefined ||
          found.device !== device ||
          found.identity !== identityOf(device) ||
          !whole.includes(found.block) ||
          (!found.first && found.before !== all[at - 1]?.line)
        )
          return [];
        chain.unshift(found);
        if (found.first) return chain;
      }
      return [];
    },
    planOf({ life }, folder) {
      if (life === null) return null;
      const id = folder.replace(/^Work\/|-[0-9a-f]{8}$/g, "");
      const found = [...sightOf(life).reads].flatMap(([path, text]) =>
        /^Plans\/[^/]+\.md$/.test(path) &&
        !isCopy(path) &&
        text !== null &&
        valueIn(text, "task_id").toLowerCase() === id
          ? [text]
          : [],
      );
      return found.length === 1 ? (found[0] ?? null) : null;
    },
    added(write) {
      const { kind, path, before, after, device } = write;
      const found = known.get(write);
      if (found !== undefined) return found;
      if (!isWorkNotes(path) || kind === "move") return NOTHING;
      const old = withoutList(before ?? "");
      const now = withoutList(after);
      const made = {
        lines: now.startsWith(old) ? entriesIn(now.slice(old.length)) : [],
        chain: eyes.chainIn(before ?? "", device),
      };
      known.set(write, made);
      return made;
    },
    wrote(write) {
      const { device, kind, path, before, after } = write;
      if (kind === "change" && path.startsWith("Plans/"))
        for (const [, id = ""] of after.matchAll(/\(added, step ([sf]-[a-z0-9-]+),/g))
          if (!eyes.steps.has(id)) eyes.steps.set(id, stepIn(after, id) ?? "");
      if (kind === "change" && path.startsWith("Plans/")) {
        const plan = valueIn(after, "task_id");
        const known = eyes.unfolded.get(plan) ?? new Set();
        for (const [, id = ""] of logOf(after)
          .join("\n")
          .matchAll(/, step (f-[a-z0-9-]+)[,)]/g))
          known.add(id);
        eyes.unfolded.set(plan, known);
      }
      if (kind === "move" || !path.startsWith("Work/") || path.endsWith("/About this folder.md")) return;
      const folder = folderOf(path);
      const identity = identityOf(device);
      if (!isWorkNotes(path)) {
        const notes = device.disk.get(`${folder}/Work notes.md`)?.text ?? "";
        const run =
          eyes.chainIn(notes, device).findLast(({ entry }) => entry.kind === "asked")?.entry ?? null;
        eyes.files.set(path, [...(eyes.files.get(path) ?? []), { text: after, device, identity, run }]);
        return;
      }
      const { lines, chain } = eyes.added(write);
      for (const line of lines) {
        const made: Noted = {
          ...line,
          device,
          life: device.life,
          identity,
          folder,
          block: plain(
            withoutList(after)
              .slice(withoutList(before ?? "").length)
              .replace(/^[^]*?(?=^> \[!)/m, ""),
          ).trimEnd(),
          before: line.first ? "" : (entriesIn(before ?? "").at(-1)?.line ?? ""),
          plan: eyes.planOf(device, folder),
        };
        noted.set(line.line, made);
        if (line.entry.kind === "began") eyes.reaches.begins(made, chain);
      }
    },
    asking(device, question) {
      const { life } = device;
      if (life === null) throw new Error("A program that has ended asks a model.");
      const all = [...noted.values()].filter((each) => each.life === life && each.entry.kind === "asked");
      const isFree = (each: Noted | undefined): boolean =>
        each !== undefined && !eyes.asked.some((other) => other.noted === each);
      // Of several that begin at the same time, each is known by its step and turn.
      const { step, turn } = question.about;
      const named = all.findLast(
        (each) =>
          isFree(each) &&
          each.entry.turn === turn &&
          stepIn(each.plan ?? "", each.entry.step)?.includes(step),
      );
      const last = named ?? all.at(-1);
      const asked: Asked = {
        device,
        life,
        question,
        noted: isFree(last) ? (last ?? null) : null,
        beside: eyes.asked
          .filter((each) => each.life === life && each.answer === null)
          .map((each) => each.noted?.entry.step ?? ""),
        answer: null,
      };
      hold(asked);
      eyes.asked.push(asked);
      return (answer) => {
        asked.answer = answer;
        return answer;
      };
    },
  };
  return eyes;
}
