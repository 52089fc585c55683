/** What is measured, one row a thing, each beside its goal. */
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import matter from "gray-matter";
import { load } from "js-yaml";
import MarkdownIt from "markdown-it";
import type { ScriptedServer } from "../../src/adapters/memory/tools";
import { editPlan } from "../../src/plan/edit";
import { parsePlan } from "../../src/plan/parse";
import { ABOUT } from "../../src/settings/settings";
import { READERS, SHAPES } from "../../tests/attack/shapes";
import { openDeskAt, plansIn, readAllLater, readAllNow, stayAt } from "./desk";
import { compare, held, longestBlock, median, time, type Compared } from "./measure";

/** Folders that are made before a row runs, by what is in them. */
export interface Vaults {
  /** Where a vault of so many plans lies. */
  plans(count: number): string;
  /** The same with so many other notes beside. */
  among(plans: number, others: number): string;
}

export interface Figure {
  /** In the unit of its goal. */
  readonly value: number;
  /** The sides, in words. */
  readonly detail: string;
}

export interface Row {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  /** At most this. */
  readonly goal: number;
  run(vaults: Vaults, scale: number): Promise<Figure>;
}

const ROUNDS = 9;

function sides({ ratio, ours, theirs }: Compared, against: string): Figure {
  return { value: ratio, detail: `${ours.toFixed(1)} ms beside ${theirs.toFixed(1)} ms for ${against}` };
}

function cold(count: number): Row {
  return {
    id: `start-${String(count)}`, what: `Cold start of ${count.toLocaleString("en")} plans: read, parsed, checked, chosen`, unit: "× readFileSync", goal: 1.15,
    async run(vaults, scale) {
      const folder = vaults.plans(count / scale);
      const start = async (): Promise<void> => void (await (await openDeskAt({ folder, role: "viewer" })).look());
      return sides(await compare(ROUNDS, start, () => readAllNow(folder)), "reading the same files with readFileSync");
    },
  };
}

/** Ticks and unticks the last step of a plan that is under way, so that the Dashboard has something new to say. */
function flip(folder: string): () => void {
  const isFit = (text: string): boolean => /^status: Active$/m.test(text) && (text.match(/^- \[x\]/gm)?.length ?? 0) < 7;
  const file = plansIn(folder).find((each) => isFit(readFileSync(each, "utf8"))) ?? "";
  const [off, on] = [readFileSync(file, "utf8"), readFileSync(file, "utf8").replace(/- \[ \](?![\s\S]*- \[ \])/, "- [x]")];
  let ticked = false;
  return () => {
    ticked = !ticked;
    writeFileSync(file, ticked ? on : off);
  };
}

/** A vault in which nobody acts yet, whatever was measured in it before. */
function forget(folder: string): void {
  for (const name of ["Acting device.md", "Dashboard.md"]) rmSync(path.join(folder, name), { force: true });
}

/** One note is changed outside; answers how long it takes until the Dashboard on the disk says so. */
async function changing(folder: string): Promise<{ readonly once: () => Promise<void>; readonly stop: () => Promise<void> }> {
  forget(folder);
  const desk = await stayAt(folder);
  const change = flip(folder);
  const dashboard = path.join(folder, "Dashboard.md");
  return {
    async once() {
      const before = readFileSync(dashboard, "utf8");
      await desk.after(change, () => readFileSync(dashboard, "utf8") !== before);
    },
    stop: desk.stop,
  };
}

/** What the disk takes for one note read and one written so that it survives a power cut. */
function readAndReplace(folder: string): () => void {
  const [from = ""] = plansIn(folder);
  const to = path.join(folder, "Dashboard of the bench.md");
  return () => {
    writeFileSync(`${to}.tmp`, readFileSync(from));
    for (const each of [`${to}.tmp`, folder]) {
      const file = openSync(each, "r");
      fsyncSync(file);
      closeSync(file);
    }
    renameSync(`${to}.tmp`, to);
  };
}

const LOG = (n: number): string => `- [2026-02-21T10:30:00Z] Agent: Did the ${String(n)}th thing — As agreed by telephone.`;
const withLog = (lines: number): string => `---\ntask_id: A\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nx\n\n## Roadmap\n${"- [ ] Do it\n".repeat(8)}\n## Reasoning Logs\n${Array.from({ length: lines }, (_, n) => LOG(n)).join("\n")}\n`;
const times = (count: number, work: () => unknown) => (): void => {
  for (let n = 0; n < count; n += 1) work();
};

const MAIL: ScriptedServer = { tools: [{ name: "send", description: "", schema: { type: "object" } }] };
const MAILING = { servers: { mail: { command: "mail" } }, actions: { email: { server: "mail", tool: "send", target_argument: "to" } }, open_requests: 5000, actions_per_hour: 5000 };

/** A vault in which so many plans ask for approval of a mail, and a person approves all of them at once. Milliseconds a mail. */
async function approving(count: number): Promise<Figure> {
  const folder = mkdtempSync(path.join(tmpdir(), "planwright-approved-"));
  for (const each of ["Plans", "Pending_Approval", "Approved", "Rejected", "Done/Plans", "Done/Actions"]) mkdirSync(path.join(folder, each), { recursive: true });
  for (let n = 0; n < count; n += 1) {
    writeFileSync(path.join(folder, `Plans/${String(n)}.md`), `---\ntask_id: PLAN-${String(n)}\nstatus: Active\nblocked_reason: null\n---\n\n# Objective\nWrite to them, number ${String(n)}.\n\n## Roadmap\n- [ ] ✋ Send the letter\n    \`\`\`action\n    type: email\n    target: ${String(n)}@example.com\n    args:\n      body: Hello\n    \`\`\`\n- [ ] Note the answer\n\n## Reasoning Logs\n`);
  }
  const desk = await openDeskAt({ folder, settings: MAILING, servers: { mail: MAIL } });
  await desk.settle();
  for (const name of readdirSync(path.join(folder, "Pending_Approval"))) if (name !== ABOUT) renameSync(path.join(folder, "Pending_Approval", name), path.join(folder, "Approved", name));
  const took = await time(() => desk.settle());
  const records = readdirSync(path.join(folder, "Done/Actions")).filter((name) => name.endsWith("_receipt.md")).map((name) => readFileSync(path.join(folder, "Done/Actions", name), "utf8"));
  const sent = records.filter((text) => /^outcome: ok$/m.test(text)).length;
  rmSync(folder, { recursive: true, force: true });
  if (sent !== count || records.length !== count) throw new Error(`${String(sent)} of ${String(count)} were sent, with ${String(records.length)} records.`);
  return { value: took / count, detail: `${String(count)} approved at once: each carried out once, none lost` };
}

export const ROWS: readonly Row[] = [
  cold(10_000),
  cold(50_000),
  {
    id: "start-later", what: "The same for 10,000 plans, beside reading through promises", unit: "× promises.readFile, 32 at once", goal: 1.05,
    async run(vaults, scale) {
      const folder = vaults.plans(10_000 / scale);
      const start = async (): Promise<void> => void (await (await openDeskAt({ folder, role: "viewer" })).look());
      return sides(await compare(ROUNDS, start, () => readAllLater(folder)), "promises.readFile, 32 at a time");
    },
  },
  {
    id: "block", what: "Longest block of the main thread while 10,000 plans are started", unit: "ms", goal: 16,
    async run(vaults, scale) {
      const desk = await openDeskAt({ folder: vaults.plans(10_000 / scale), role: "viewer" });
      return { value: await longestBlock(() => desk.look()), detail: "between two turns of the event loop" };
    },
  },
  {
    id: "memory", what: "Memory kept for a plan, of 50,000", unit: "KB", goal: 1.6,
    async run(vaults, scale) {
      const count = 50_000 / scale;
      const before = held();
      const desk = await openDeskAt({ folder: vaults.plans(count), role: "viewer" });
      await desk.look();
      const after = held();
      return { value: (after - before) / 1024 / count, detail: `${((after - before) / 1_048_576).toFixed(1)} MB in all${desk.world() === null ? "!" : ""}` };
    },
  },
  {
    id: "change", what: "One changed note until the Dashboard is on the disk, 50,000 plans beside 1,000", unit: "× the same with 1,000", goal: 1.1,
    async run(vaults, scale) {
      const [many, few] = [await changing(vaults.plans(50_000 / scale)), await changing(vaults.plans(1000 / scale))];
      const compared = await compare(ROUNDS, many.once, few.once);
      await Promise.all([many.stop(), few.stop()]);
      return sides(compared, "1,000 plans");
    },
  },
  {
    id: "change-disk", what: "The same with 50,000 plans beside one note read, written and renamed", unit: "× the disk alone", goal: 1.4,
    async run(vaults, scale) {
      const folder = vaults.plans(50_000 / scale);
      const changed = await changing(folder);
      const compared = await compare(ROUNDS, changed.once, readAndReplace(folder));
      await changed.stop();
      return sides(compared, "reading, writing, fsync and renaming");
    },
  },
  {
    id: "burst", what: "1,000 of 10,000 notes changed at once until the Dashboard is true", unit: "× reading them", goal: 1.2,
    async run(vaults, scale) {
      const folder = vaults.plans(10_000 / scale);
      const files = plansIn(folder).slice(0, 1000);
      const texts = files.map((file) => readFileSync(file, "utf8"));
      forget(folder);
      const desk = await stayAt(folder);
      const dashboard = path.join(folder, "Dashboard.md");
      const change = flip(folder);
      let round = 0;
      const touch = (): void => {
        round += 1;
        files.forEach((file, at) => writeFileSync(file, `${texts[at] ?? ""}${"\n".repeat(1 + (round % 2))}`));
      };
      const pairs: Compared[] = [];
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        const before = readFileSync(dashboard, "utf8");
        const ours = await time(() => desk.after(() => {
          touch();
          change();
        }, () => readFileSync(dashboard, "utf8") !== before));
        const theirs = await time(() => files.reduce((sum, file) => sum + readFileSync(file, "utf8").length, 0));
        pairs.push({ ratio: ours / theirs, ours, theirs });
      }
      await desk.stop();
      return sides({ ratio: median(pairs.map((each) => each.ratio)), ours: median(pairs.map((each) => each.ours)), theirs: median(pairs.map((each) => each.theirs)) }, "reading the 1,000");
    },
  },
  {
    id: "long-log", what: "A plan with 5,000 lines of log beside one with 20", unit: "× the short one", goal: 15,
    async run() {
      const [long, short] = [withLog(5000), withLog(20)];
      return sides(await compare(ROUNDS, times(20, () => parsePlan("a.md", long)), times(20, () => parsePlan("a.md", short))), "20 lines, read 20 times each");
    },
  },
  {
    id: "append", what: "Adding a line to a log of 5,000 beside one of 20", unit: "× the short one", goal: 15,
    async run() {
      const add = (text: string) => (): unknown => editPlan("a.md", text, [{ kind: "log", line: LOG(0) }]);
      return sides(await compare(ROUNDS, times(20, add(withLog(5000))), times(20, add(withLog(20)))), "20 lines, 20 times each");
    },
  },
  {
    id: "parser", what: "Plans read with their logs, beside gray-matter and markdown-it on the same notes", unit: "× their time", goal: 1 / 20,
    async run(vaults, scale) {
      const texts = plansIn(vaults.plans(2000 / scale)).map((file) => readFileSync(file, "utf8"));
      const others = new MarkdownIt();
      const ours = (): void => texts.forEach((text) => void parsePlan("a.md", text));
      const theirs = (): void => texts.forEach((text) => {
        const { data, content } = matter(text, { engines: { yaml: (properties: string) => Object(load(properties)) as object } });
        return void [data, others.parse(content, {})];
      });
      return sides(await compare(ROUNDS, ours, theirs), "theirs");
    },
  },
  {
    id: "approved", what: "Requests approved at once, each with all that has to be written for it", unit: "ms each", goal: 150,
    run: (_vaults, scale) => approving(Math.ceil(1000 / scale)),
  },
  {
    id: "others", what: "Cold start of 1,000 plans beside 100,000 other notes in the vault", unit: "× the same without them", goal: 1.01,
    async run(vaults, scale) {
      const start = (folder: string) => async (): Promise<void> => void (await (await openDeskAt({ folder, role: "viewer" })).look());
      return sides(await compare(ROUNDS, start(vaults.among(1000, 100_000 / scale)), start(vaults.plans(1000))), "no other notes");
    },
  },
  {
    id: "slow", what: "The slowest of all readers for all 1 MB texts made to be slow", unit: "ms", goal: 50,
    run() {
      const found = READERS.flatMap((reader) => SHAPES.map((shape) => {
        const text = shape.make(Math.min(1_000_000, reader.most ?? Infinity));
        let least = Infinity;
        for (let tries = 0; tries < 3 && least > 20; tries += 1) {
          const { user, system } = process.cpuUsage();
          reader.read(text);
          const used = process.cpuUsage({ user, system });
          least = Math.min(least, (used.user + used.system) / 1000);
        }
        return { name: `${reader.name}, ${shape.name}`, least };
      })).sort((a, b) => b.least - a.least);
      const over = found.filter(({ least }) => least > 50).length;
      return Promise.resolve({ value: found[0]?.least ?? 0, detail: `${found[0]?.name ?? ""}; ${String(over)} of ${String(found.length)} over 50 ms` });
    },
  },
  {
    id: "main.js", what: "Size of main.js", unit: "MB", goal: 1.3,
    run: () => Promise.resolve({ value: statSync("main.js").size / 1_000_000, detail: "minified" }),
  },
];
