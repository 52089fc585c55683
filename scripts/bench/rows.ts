/** The measured things, one row each, beside their goals. */
import { readFileSync, statSync } from "node:fs";
import matter from "gray-matter";
import { load } from "js-yaml";
import MarkdownIt from "markdown-it";
import { summaryOf } from "../../src/note/index/summary";
import { editPlan } from "../../src/note/plan/edit";
import { parsePlan } from "../../src/note/plan/parse";
import { READERS, SHAPES } from "../../tests/attack/shapes";
import { approving } from "./approve";
import { changing, readAndReplace } from "./change";
import { openDeskAt, plansIn, readAllLater, readAllNow } from "./desk";
import { framing } from "./frames";
import { evaluating, loading } from "./load";
import {
  compare,
  held,
  longestBlock,
  median,
  quantile,
  tidy,
  time,
  timeByClock,
  type Compared,
  type Figure,
} from "./measure";
import { thinking } from "./turns";

export { shareOfCore } from "./measure";

/** Folders that are made before a row runs, by what is in them. */
export interface Vaults {
  /** Where a vault of so many plans lies. */
  plans(count: number): string;
  /** The same with so many other notes beside. */
  among(plans: number, others: number): string;
}

export interface Row {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  /** At most this. */
  readonly goal: number;
  /** A text says why there is no figure. */
  run(vaults: Vaults, scale: number): Promise<Figure | string>;
}

const ROUNDS = 9;
/**
 * Rounds for things that take milliseconds; taking out the rubbish in between would take ten times as long as the thing
 * itself.
 */
const MANY = 100;
const asItIs = (): void => undefined;

function sides({ ratio, ours, theirs }: Compared, against: string): Figure {
  return { value: ratio, detail: `${ours.toFixed(1)} ms beside ${theirs.toFixed(1)} ms for ${against}` };
}

function cold(count: number): Row {
  return {
    id: `start-${String(count)}`,
    what: `Cold start of ${count.toLocaleString("en")} plans: read, parsed, checked, chosen`,
    unit: "× readFileSync",
    goal: 3,
    async run(vaults, scale) {
      const folder = vaults.plans(count / scale);
      const start = async (): Promise<void> =>
        void (await (await openDeskAt({ folder, role: "viewer" })).look());
      return sides(
        await compare(ROUNDS, start, () => readAllNow(folder)),
        "reading the same files with readFileSync",
      );
    },
  };
}

const LOG = (n: number): string =>
  `- [2026-02-21T10:30:00Z] Agent: Did the ${String(n)}th thing — As agreed by telephone.`;
const withLog = (lines: number): string =>
  `---\ntask_id: A\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nx\n\n## Roadmap\n${"- [ ] Do it\n".repeat(8)}\n## Reasoning Logs\n${Array.from({ length: lines }, (_, n) => LOG(n)).join("\n")}\n`;
const times = (count: number, work: () => unknown) => (): void => {
  for (let n = 0; n < count; n += 1) work();
};

export const ROWS: readonly Row[] = [
  cold(10_000),
  cold(50_000),
  {
    id: "start-later",
    what: "The same for 10,000 plans, beside reading through promises",
    unit: "× promises.readFile, 32 at once",
    goal: 3,
    async run(vaults, scale) {
      const folder = vaults.plans(10_000 / scale);
      const start = async (): Promise<void> =>
        void (await (await openDeskAt({ folder, role: "viewer" })).look());
      return sides(
        await compare(ROUNDS, start, () => readAllLater(folder)),
        "promises.readFile, 32 at a time",
      );
    },
  },
  {
    id: "block",
    what: "Longest block of the main thread while 50,000 plans are started",
    unit: "ms",
    goal: 16,
    async run(vaults, scale) {
      const desk = await openDeskAt({ folder: vaults.plans(50_000 / scale), role: "viewer" });
      return { value: await longestBlock(() => desk.look()), detail: "between two turns of the event loop" };
    },
  },
  {
    id: "memory",
    what: "Memory kept for a plan, of 50,000",
    unit: "KB",
    goal: 1.4,
    async run(vaults, scale) {
      const count = 50_000 / scale;
      const before = held();
      const desk = await openDeskAt({ folder: vaults.plans(count), role: "viewer" });
      await desk.look();
      const after = held();
      return {
        value: (after - before) / 1024 / count,
        detail: `${((after - before) / 1_048_576).toFixed(1)} MB in all${desk.world() === null ? "!" : ""}`,
      };
    },
  },
  {
    id: "change",
    what: "One changed note until the Dashboard is on the disk, 50,000 plans beside 1,000",
    unit: "× the same with 1,000",
    goal: 1.1,
    async run(vaults, scale) {
      const [many, few] = [
        await changing(vaults.plans(50_000 / scale)),
        await changing(vaults.plans(1000 / scale)),
      ];
      const compared = await compare(MANY, many.once, few.once, asItIs);
      await Promise.all([many.stop(), few.stop()]);
      return sides(compared, "1,000 plans");
    },
  },
  {
    id: "change-disk",
    what: "The same with 50,000 plans beside one note read, written and renamed",
    unit: "× the disk alone",
    goal: 5,
    async run(vaults, scale) {
      const folder = vaults.plans(50_000 / scale);
      const changed = await changing(folder);
      const compared = await compare(MANY, changed.once, readAndReplace(folder), asItIs, timeByClock);
      await changed.stop();
      return sides(compared, "reading, writing, fsync and renaming");
    },
  },
  {
    id: "change-late",
    what: "The same with 50,000 plans, 99 times of 100",
    unit: "ms",
    goal: 12,
    async run(vaults, scale) {
      const changed = await changing(vaults.plans(50_000 / scale));
      const took: number[] = [];
      for (let round = 0; round < 5 * MANY; round += 1) took.push(await time(changed.once));
      await changed.stop();
      return { value: quantile(took, 0.99), detail: `half of them within ${median(took).toFixed(1)} ms` };
    },
  },
  {
    id: "burst",
    what: "1,000 of 10,000 notes changed at once: from the last write until the Dashboard is true",
    unit: "× reading them",
    goal: 5,
    async run(vaults, scale) {
      const folder = vaults.plans(10_000 / scale);
      const files = plansIn(folder).slice(0, 1000);
      const changed = await changing(folder);
      const pairs: Compared[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        tidy();
        const ours = await changed.many(files.length);
        const theirs = await time(() =>
          files.reduce((sum, file) => sum + readFileSync(file, "utf8").length, 0),
        );
        if (round > 0) pairs.push({ ratio: ours / theirs, ours, theirs });
      }
      await changed.stop();
      return sides(
        {
          ratio: median(pairs.map((each) => each.ratio)),
          ours: median(pairs.map((each) => each.ours)),
          theirs: median(pairs.map((each) => each.theirs)),
        },
        "reading the 1,000",
      );
    },
  },
  {
    id: "burst-drawn",
    what: "How often the Dashboard is written for such a burst",
    unit: "times at most",
    goal: 1,
    async run(vaults, scale) {
      const changed = await changing(vaults.plans(10_000 / scale));
      const drawn: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = changed.drawn();
        await changed.many(1000);
        drawn.push(changed.drawn() - before);
      }
      await changed.stop();
      return { value: Math.max(...drawn), detail: `${String(ROUNDS)} bursts: ${drawn.join(", ")}` };
    },
  },
  {
    id: "unseen",
    what: "How often it is written when 1,000 notes change and nothing of it shows",
    unit: "times",
    goal: 0,
    async run(vaults, scale) {
      const changed = await changing(vaults.plans(10_000 / scale));
      const before = changed.drawn();
      for (let round = 0; round < ROUNDS; round += 1) await changed.unseen(1000);
      const unseen = changed.drawn() - before;
      // It was awake all the time: what shows is drawn.
      await changed.once();
      const seen = changed.drawn() - before - unseen;
      await changed.stop();
      if (seen !== 1) throw new Error(`A change that shows was drawn ${String(seen)} times.`);
      return { value: unseen, detail: `${String(ROUNDS)} bursts; once for the change after them that shows` };
    },
  },
  {
    id: "long-log",
    what: "A plan with 5,000 lines of log beside one with 20",
    unit: "× the short one",
    goal: 15,
    async run() {
      const read = (text: string) => (): void => {
        const reading = parsePlan("a.md", text);
        if (reading.kind === "plan") summaryOf(reading.plan, "");
      };
      return sides(
        await compare(ROUNDS, times(20, read(withLog(5000))), times(20, read(withLog(20)))),
        "20 lines, read 20 times each",
      );
    },
  },
  {
    id: "append",
    what: "Adding a line to a log of 5,000 beside one of 20",
    unit: "× the short one",
    goal: 15,
    async run() {
      const add = (text: string) => (): unknown => editPlan("a.md", text, [{ kind: "log", line: LOG(0) }]);
      return sides(
        await compare(ROUNDS, times(20, add(withLog(5000))), times(20, add(withLog(20)))),
        "20 lines, 20 times each",
      );
    },
  },
  {
    id: "parser",
    what: "Plans read with their logs, beside gray-matter and markdown-it on the same notes",
    unit: "× their time",
    goal: 1 / 20,
    async run(vaults, scale) {
      const texts = plansIn(vaults.plans(2000 / scale)).map((file) => readFileSync(file, "utf8"));
      const others = new MarkdownIt();
      const ours = (): void => texts.forEach((text) => void parsePlan("a.md", text));
      const theirs = (): void =>
        texts.forEach((text) => {
          const { data, content } = matter(text, {
            engines: { yaml: (properties: string) => Object(load(properties)) as object },
          });
          return void [data, others.parse(content, {})];
        });
      return sides(await compare(ROUNDS, ours, theirs), "theirs");
    },
  },
  {
    id: "approved",
    what: "One approval carried out, among 10,000 plans at rest and 1,000 open requests",
    unit: "ms",
    goal: 60,
    run: (_vaults, scale) => approving(Math.ceil(10_000 / scale), Math.ceil(1000 / scale), ROUNDS),
  },
  {
    id: "others",
    what: "Cold start of 1,000 plans beside 100,000 other notes in the vault",
    unit: "× the same without them",
    goal: 1.01,
    async run(vaults, scale) {
      const start = (folder: string) => async (): Promise<void> =>
        void (await (await openDeskAt({ folder, role: "viewer" })).look());
      return sides(
        await compare(ROUNDS, start(vaults.among(1000, 100_000 / scale)), start(vaults.plans(1000))),
        "no other notes",
      );
    },
  },
  {
    id: "slow",
    what: "The slowest of all readers for all 1 MB texts made to be slow",
    unit: "ms",
    goal: 50,
    async run() {
      const found: { readonly name: string; readonly least: number }[] = [];
      for (const reader of READERS)
        for (const shape of SHAPES) {
          const text = shape.make(Math.min(1_000_000, reader.most ?? Infinity));
          let least = Infinity;
          for (let tries = 0; tries < 3 && least > 20; tries += 1)
            least = Math.min(least, await time(() => reader.read(text)));
          found.push({ name: `${reader.name}, ${shape.name}`, least });
        }
      const [slowest] = found.sort((a, b) => b.least - a.least);
      const over = found.filter(({ least }) => least > 50).length;
      return {
        value: slowest?.least ?? 0,
        detail: `${slowest?.name ?? ""}; ${String(over)} of ${String(found.length)} over 50 ms`,
      };
    },
  },
  {
    id: "init",
    what: "main.js read and evaluated, before the plugin starts",
    unit: "ms",
    goal: 70,
    run: () => Promise.resolve(evaluating(ROUNDS)),
  },
  {
    id: "onload",
    what: "The plugin’s start in the app, until it answers",
    unit: "ms",
    goal: 2,
    run: () => loading(ROUNDS),
  },
  {
    id: "frames",
    what: "Longest task of the mission view in Chromium, with 10,000 plans and 500 requests",
    unit: "ms",
    goal: 16,
    run: (_vaults, scale) => framing(Math.ceil(10_000 / scale), Math.ceil(500 / scale)),
  },
  {
    id: "model",
    what: "A turn of a model, beyond the model, among 10,000 plans",
    unit: "ms",
    goal: 5,
    run: (vaults, scale) => thinking(vaults.plans(10_000 / scale)),
  },
  {
    id: "main.js",
    what: "Size of main.js",
    unit: "MB",
    goal: 1.3,
    run: () => Promise.resolve({ value: statSync("main.js").size / 1_000_000, detail: "minified" }),
  },
];
