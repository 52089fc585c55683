/** Changes the notes of any folder at random and gives them to every reader. Nothing is written. */
import { readFileSync, readdirSync, rmSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./bundle.mjs";
import { optionsOf } from "./options.mjs";
import { tamedPackages } from "./tame.mjs";

const values = optionsOf({
  command: "fuzz",
  does: "Changes notes at random and gives them to every reader; nothing is written. 10,000 changed notes take about two minutes.",
  options: {
    notes: { says: "also the notes of this folder, beside some of ours", takes: "FOLDER" },
    runs: { says: "how many changed notes", least: 1, otherwise: 10_000 },
    seed: { says: "the same seed changes them in the same way", least: 0, otherwise: 1 },
    only: { says: "only what has this in its name; may be quick enough for a million", takes: "TEXT" },
    slow: {
      says: "measures instead how long every reader takes for texts made to be slow; with --notes, for those notes, changed and put together",
    },
    size: { says: "how many characters such a text has", least: 1, otherwise: 1_000_000 },
  },
});
if (values.notes !== null && statSync(values.notes, { throwIfNoEntry: false })?.isDirectory() !== true) {
  console.error(`“${values.notes}” is no folder. Give --notes a folder with notes in it.`);
  process.exit(2);
}

/** The readers as they are shipped: packages tamed, everything in one file. */
async function load() {
  const folder = mkdtempSync(path.join(tmpdir(), "planwright-fuzz-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const built = await build({
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    plugins: [tamedPackages],
    stdin: {
      contents:
        'export * from "./tests/attack/fuzz.ts"; export { ORACLES } from "./tests/attack/oracles.ts"; export * from "./tests/attack/shapes.ts"; export * from "./tests/attack/notes.ts";',
      resolveDir: root,
    },
    banner: {
      js: 'import { createRequire as createRequireHere } from "node:module";\nconst require = createRequireHere(import.meta.url);',
    },
  });
  const file = path.join(folder, "readers.mjs");
  writeFileSync(file, built.outputFiles[0].text);
  return await import(pathToFileURL(file).href);
}

/** Every note of a folder once. Hidden folders too: what lies in a vault may be read. */
function notesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && each.name.endsWith(".md"),
  );
  const byText = new Map();
  for (const each of files) {
    const name = path.join(each.parentPath, each.name);
    const bytes = new Uint8Array(readFileSync(name));
    byText.set(Buffer.from(bytes).toString("latin1"), { name, bytes });
  }
  return [...byText.values()];
}

function own({ PLAN_NOTE, REQUEST_NOTE, BY_HAND_NOTE, RECEIPT_NOTE, ACTING_NOTE }) {
  const named = {
    "a plan": PLAN_NOTE,
    "a sealed request": REQUEST_NOTE,
    "a request by hand": BY_HAND_NOTE,
    "a record": RECEIPT_NOTE,
    "the acting note": ACTING_NOTE,
  };
  return Object.entries(named).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
}

/** Processor time of this thread's process in milliseconds, the least of three. */
function cost(work) {
  let least = Infinity;
  for (let time = 0; time < 3 && least > 20; time += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** As long as is asked for: notes one after the other, each changed at random. */
function longNotes(notes, { draw, dice, changed }) {
  const roll = dice(values.seed);
  return Array.from({ length: 20 }, (_none, nth) => ({
    name: `notes ${nth + 1}`,
    make(length) {
      let text = "";
      while (text.length < length)
        text += `${new TextDecoder().decode(changed(notes[roll(notes.length)], [draw(roll), draw(roll)], notes))}\n`;
      return text.slice(0, length);
    },
  }));
}

function measure(readers, shapes, size) {
  const texts = new Map(shapes.map((shape) => [shape, shape.make(size)]));
  const rows = readers.flatMap((reader) =>
    shapes.map((shape) => {
      const text = texts.get(shape).slice(0, reader.most ?? Infinity);
      const half = text.slice(0, text.length / 2);
      const ms = cost(() => reader.read(text));
      return {
        reader: reader.name,
        shape: shape.name,
        ms,
        growth:
          ms > 20
            ? ms /
              Math.max(
                1,
                cost(() => reader.read(half)),
              )
            : null,
      };
    }),
  );
  rows.sort((a, b) => b.ms - a.ms);
  console.log(
    `${rows.length} pairs of ${readers.length} readers and ${shapes.length} texts, ${size} characters; ${rows.filter(({ ms }) => ms > 50).length} over 50 ms. The slowest, with how much longer the whole takes than half of it:`,
  );
  const over = new Map();
  for (const { reader, ms } of rows.filter((row) => row.ms > 50))
    over.set(reader, [...(over.get(reader) ?? []), ms]);
  for (const { reader, shape, ms, growth } of rows.slice(0, 40))
    console.log(
      `${ms.toFixed(1).padStart(8)} ms  ${growth === null ? "    " : `×${growth.toFixed(1)}`}  ${reader} · ${shape}`,
    );
  if (over.size > 0) console.log("Over 50 ms, by reader:");
  for (const [reader, found] of over)
    console.log(
      `${String(found.length).padStart(8)} texts, up to ${Math.max(...found).toFixed(1)} ms  ${reader}`,
    );
}

const lab = await load();
const mine = own(lab);
const found = values.notes === null ? [] : notesIn(values.notes);
const notes = [...mine, ...found];
if (values.slow)
  measure(lab.READERS, values.notes === null ? lab.SHAPES : longNotes(notes, lab), values.size);
else {
  const oracles = lab.ORACLES.filter(({ name }) => values.only === null || name.includes(values.only));
  if (oracles.length === 0) {
    console.error(
      `Nothing has “${values.only}” in its name. There is: ${lab.ORACLES.map(({ name }) => name).join("; ")}.`,
    );
    process.exit(2);
  }
  const before = performance.now();
  const { runs, failures, met } = lab.fuzz({ notes, runs: values.runs, seed: values.seed, oracles });
  const took = (performance.now() - before) / 1000;
  for (const failure of failures) console.log(`\n${lab.tell(failure)}`);
  console.log(
    `${runs} changed notes from ${found.length} notes of ${values.notes ?? "no folder"} and ${mine.length} of our own, seed ${values.seed}: ${failures.length} failures, ${took.toFixed(1)} s.`,
  );
  for (const [name, times] of met) console.log(`  ${String(times).padStart(8)}  ${name}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
