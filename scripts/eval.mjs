#!/usr/bin/env node
/**
 * How well a model does an agent’s work: small tasks over copies of the sample vault, by the terminal program, each
 * judged by what stands in the vault afterwards. Without a model, the scripts that come with the tasks play it.
 *
 * Exit codes: 0 every task is solved, 1 some are not or were not played, 2 wrong use, more than 128 where a signal
 * stopped it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { buildTerminal, root } from "./bundle.mjs";
import { createProgram } from "./eval/program.mjs";
import { rowOf, summary } from "./eval/tell.mjs";
import { optionsOf } from "./options.mjs";
import { bundleSim } from "./sim/bundle.mjs";

const values = optionsOf({
  command: "eval",
  does: "Scores a language model at small tasks for agents, each in a copy of the sample vault. Nothing leaves these copies but what the model is asked.",
  options: {
    model: {
      says: "its name in the settings file; without it, the scripts that come with the tasks play",
      takes: "NAME",
    },
    settings: {
      says: "the settings file that names it; keys come from the environment, as always",
      takes: "FILE",
    },
    usd: { says: "US dollars that all tasks together may cost", takes: "AMOUNT", otherwise: "1" },
    task: { says: "only this task", takes: "NAME", many: true },
    program: { says: "another build of the terminal program", takes: "FILE" },
    json: { says: "also writes what came of it there", takes: "FILE" },
  },
});

const limit = Number(values.usd);
if (!Number.isFinite(limit) || limit <= 0) wrong("--usd takes an amount in US dollars, such as 0.5.");
if ((values.model === null) !== (values.settings === null)) wrong("--model and --settings go together.");

const { chooseModel, openByProgram, play, readTasks } = await import(
  await bundleSim({ entry: "tests/eval/main.ts" })
);
const all = readTasks(path.join(root, "tests/eval/tasks"));
const unknown = values.task.find((name) => !all.some((task) => task.name === name));
if (unknown !== undefined)
  wrong(`There is no task “${unknown}”. There are: ${all.map(({ name }) => name).join(", ")}.`);
const chosen = values.model === null ? null : chooseModel(values.model, values.settings);
if (chosen?.kind === "bad") wrong(chosen.why);

const folder = mkdtempSync(path.join(tmpdir(), "planwright-eval-"));
const built = path.join(folder, "planwright.mjs");
if (values.program === null) await buildTerminal({ file: built });
const file = values.program === null ? built : path.resolve(values.program);
const program = createProgram(file, path.join(folder, "state"));
const tasks = all.filter(({ name }) => values.task.length === 0 || values.task.includes(name));
console.log(
  `${String(tasks.length)} tasks, played by ${values.model === null ? "scripts" : `the model “${values.model}”, for at most $${String(limit)}`}. Ctrl+C stops.\n`,
);

const scores = [];
let end = null;
for (const task of tasks) {
  const spent = scores.reduce((sum, { usd }) => sum + (usd ?? 0), 0);
  // A question that is under way may still cost its most when a limit is reached.
  const left = limit - spent - (chosen?.most ?? 0);
  if (chosen !== null && chosen.most > 0 && left <= 0) {
    end = `The money is used up: one more question could cost $${chosen.most.toFixed(4)}. Give more with --usd.`;
    break;
  }
  const player =
    chosen === null
      ? { kind: "script", answers: task.right }
      : { kind: "model", definition: chosen.definition, usd: left > 0 ? left : limit };
  const place = path.join(folder, task.name);
  const score = await play(task, openByProgram(task, { root, folder: place, door: program.run, player }));
  if (program.signal() !== null) {
    end = "It was stopped.";
    scores.push({ ...score, faults: ["It was stopped before its end."], folder: place });
    break;
  }
  const isSolved = score.faults.length === 0;
  if (isSolved) rmSync(place, { recursive: true, force: true });
  scores.push({ ...score, folder: isSolved ? null : place });
  console.log(rowOf(scores.at(-1)));
  if (chosen !== null && score.turns === 0) {
    end = "The model gave no answer, so the other tasks were not played.";
    break;
  }
}

if (end !== null) console.log(`\n${end}`);
console.log(`\n${summary(scores, tasks.length)}`);
const kept = scores.filter((score) => score.folder !== null);
rmSync(built, { force: true });
if (kept.length === 0) rmSync(folder, { recursive: true, force: true });
else console.log(`The vaults of tasks that are not solved are in ${folder}`);
if (values.json !== null)
  writeFileSync(values.json, `${JSON.stringify({ model: values.model, tasks: scores, end }, null, 2)}\n`);
const signal = program.signal();
process.exitCode =
  signal !== null
    ? 128 + constants.signals[signal]
    : scores.filter(({ faults }) => faults.length === 0).length === tasks.length
      ? 0
      : 1;

function wrong(sentence) {
  process.stderr.write(`${sentence} “npm run eval -- --help” tells what there is.\n`);
  process.exit(2);
}
