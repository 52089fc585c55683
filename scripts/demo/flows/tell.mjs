/** A flow from start to end, told in a few lines: step, who, the file, what was asked and what was answered. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { readScript } from "./script.mjs";

/** Milliseconds between looks at a note while Planwright watches the vault, and looks until the demo gives up. */
const PERIOD = 100;
const LOOKS = 600;
/** Seconds: longer than Planwright waits after words, in case somebody is still writing them. */
const STILL = 30;
const FINISHED =
  /^- \[[^\]]*\] Agent: Finished step \d+ “(.*)” — Checked: (\S+\.md) was written.*step f-([a-z0-9-]+)/;
const FAILED =
  /^- \[[^\]]*\] Agent: The check of step \d+ “(.*)” did not hold — (.*) \(failed, step f-(\S+),/;

/**
 * `story`: what `flow`, `title`, `says`, `inputs`, `answers` (of the person, in their order), `show` and `result` it
 * has.
 */
export async function tellFlow({ page, stage, story, program, root }) {
  const scene = { page, stage, story, program, plan: null, told: 0, agents: new Map() };
  const script = path.join(root, `scripts/demo/flows/${story.flow}.txt`);
  scene.settings = stage.file("settings.json");
  await writeFile(
    stage.file("answers.json"),
    `${JSON.stringify(readScript(await readFile(script, "utf8")), null, 2)}\n`,
  );
  await writeFile(scene.settings, `${JSON.stringify(settingsOf(stage.file("answers.json")), null, 2)}\n`);
  open(scene);
  await begin(scene);
  for (const answer of story.answers) await askAndAnswer(scene, answer);
  await close(scene);
}

function settingsOf(file) {
  return {
    quiet_seconds: 0.1,
    models: { script: { provider: "scripted", file } },
    agent_folders: ["Bench", "Clients", "Inbox", "Journal", "Money", "Plans", "Suppliers"],
    roles: { worker: "script", planner: "script" },
  };
}

function open({ page, stage, story, program }) {
  page.title(`Planwright: ${story.title}`);
  for (const each of story.says) page.say(each);
  page.gap();
  page.does("The vault", "a copy of examples/vault", stage.vault);
  page.does("Planwright", `${program}, started anew after each answer`);
  page.does(
    "The model",
    `is a script: its answers come from scripts/demo/flows/${story.flow}.txt. Every note of its work says so. Nothing is sent to anybody.`,
  );
  page.does(
    "You",
    "are played by the demo: it ticks the boxes and writes into the note. After words Planwright would wait 20 s, in case you write on; the demo dates the note back instead.",
  );
  page.gap();
}

async function begin(scene) {
  const { page, stage, story } = scene;
  page.act("The start");
  const given = Object.entries(story.inputs);
  page.does("You", `start the flow: planwright flow start ${story.flow}`);
  for (const [name, words] of given) page.does("", `--input ${name}=${words}`);
  await stage.run(scene.settings, "take-over");
  const inputs = given.flatMap(([name, words]) => ["--input", `${name}=${words}`]);
  const made = await stage.run(scene.settings, "flow", "start", story.flow, ...inputs);
  scene.plan = must(/Its note is (Plans\/.*\.md)\./.exec(made)?.[1], "No plan was made.");
  const { steps } = JSON.parse(await stage.run(scene.settings, "flow", "show", story.flow, "--json"));
  for (const { step, says } of steps)
    scene.agents.set(step, /agent “([a-z-]+)”/.exec(says.join(" "))?.[1] ?? "agent");
  page.does("Planwright", "makes a plan of it, with the steps of the flow in its Roadmap", scene.plan);
  await work(scene);
}

/** Planwright runs to its end: until it is the person's turn, or the plan is done. */
async function work(scene) {
  await scene.stage.settle(scene.settings);
  if ((await scene.stage.list("Done/Plans")).includes(nameOf(scene.plan)))
    scene.plan = `Done/Plans/${nameOf(scene.plan)}`;
  await tellLog(scene);
}

/** New lines of the plan's log since it was told last. */
async function tellLog(scene) {
  const { page, stage, agents } = scene;
  const [, log = ""] = /\n## Reasoning Logs\n([^]*?)(?=\n## |$)/.exec(await stage.read(scene.plan)) ?? [];
  const lines = log.split("\n").filter((line) => line.startsWith("- ["));
  if (lines.length > scene.told) page.gap();
  for (const line of lines.slice(scene.told)) {
    const [, title, file, id] = FINISHED.exec(line) ?? [];
    const [, , found, failed] = FAILED.exec(line) ?? [];
    if (title !== undefined) {
      page.does(`${capital(agents.get(id.split("--")[0]))}`, title, file);
      for (const shown of scene.story.show[title] ?? []) await show(scene, shown);
    }
    // The answer was told with its question.
    if (found !== undefined && !failed.includes("--ask"))
      for (const each of found.split(" · ")) page.does("", `finds: ${each}`);
  }
  scene.told = lines.length;
}

async function show({ page, stage, plan }, file) {
  page.quote(file, withoutProperties(await stage.read(`${await workFolder(stage, plan)}/${file}`)));
}

async function workFolder(stage, plan) {
  const [, folder] = /^work_folder: "?(.+?)"?$/m.exec(await stage.read(plan)) ?? [];
  return `Work/${must(folder, "There is no folder for the work on the plan.")}`;
}

/** One question: what it asks, what the person answers, and what Planwright does then. */
async function askAndAnswer(scene, answer) {
  const { page, stage } = scene;
  if (answer.act !== undefined) page.act(answer.act);
  if (answer.says !== undefined) page.say(answer.says);
  const asked = openQuestion(await stage.read(scene.plan));
  must(asked.words.includes(answer.asked), `It asks “${asked.words}” instead of “${answer.asked}”.`);
  tellQuestion(scene, asked);
  const box = answer.box === undefined ? null : must(asked.boxes[answer.box - 1], "There is no such box.");
  const ways = [
    ...(box === null ? [] : [`tick (${answer.box}) “${box.split(": ")[0]}”`]),
    ...(answer.words === undefined ? [] : [`write behind “Answer:”: ${answer.words}`]),
  ];
  page.does("You", `(played by the demo) ${ways.join(", and ")}`);
  await put(stage, scene.plan, asked, box, answer.words ?? "");
  await work(scene);
  if (answer.thenStop === true) await stopAtQuestion(scene, answer);
}

function tellQuestion({ page }, { words, boxes }) {
  page.gap();
  page.does("It asks you", words);
  boxes.forEach((each, at) => page.does("", `[ ] (${at + 1}) ${each}`));
}

/** Planwright watches the vault this time, and is stopped with Ctrl+C while the next question is open. */
async function stopAtQuestion(scene, { stopAt }) {
  const { page, stage } = scene;
  const watching = stage.start(scene.settings, "watch", "--executor");
  for (let looks = 0; ; looks += 1) {
    must(looks < LOOKS, `It did not ask “${stopAt}”.`);
    await setTimeout(PERIOD);
    if (openQuestion(await stage.read(scene.plan))?.words.includes(stopAt)) break;
  }
  watching.interrupt();
  await watching.ended;
  await tellLog(scene);
  tellQuestion(scene, openQuestion(await stage.read(scene.plan)));
  page.does("You", "(played by the demo) answer nothing, and stop Planwright: Ctrl+C. It is supper time.");
  const before = await stage.read(scene.plan);
  page.gap();
  page.does("Planwright", "is started again");
  await work(scene);
  must((await stage.read(scene.plan)) === before, "The plan did not stay as it was.");
  page.does("", "nothing was done twice, the plan is word for word as it was; the question still stands:");
}

async function close(scene) {
  const { page, stage, story } = scene;
  const plan = await stage.read(scene.plan);
  must(/^status: Done$/m.test(plan), "The plan did not come to its end.");
  page.act("What is left");
  page.quote(
    "Roadmap",
    must(/\n## Roadmap\n([^]*?)(?=\n## )/.exec(plan)?.[1], "There is no Roadmap.").trim(),
  );
  const folder = await workFolder(stage, scene.plan);
  for (const file of story.result) await show(scene, file);
  if (story.note !== undefined) {
    const [name] = await stage.list(story.note);
    const note = `${story.note}/${must(name, "No note was kept.")}`;
    page.quote(note, await stage.read(note));
  }
  page.does("The vault", "stays here for you to look at; delete it whenever you like:", stage.vault);
  page.gap();
  page.does("Look at", "the plan, with its questions, your answers and its log", scene.plan);
  page.does("", "the files that were written, and the work notes with every turn", `${folder}/`);
  page.gap();
}

/**
 * The first question without an answer, of those that were asked last; null where there is none. Its boxes are those
 * with numbers.
 */
function openQuestion(plan) {
  const lines = plan.split("\n");
  const all = lines.flatMap((line, at) => (/^- .* \^q-\S+$/.test(line) ? [at] : []));
  const isOne = (at) => /^- Question \d+ of \d+: /.test(lines[at]);
  const last = all.findLastIndex((at) => !isOne(at));
  const now = last === all.length - 1 ? all.slice(-1) : all.slice(last + 1);
  for (const at of now) {
    const end = lines.findIndex((line, n) => n > at && !line.startsWith("    "));
    const to = end < 0 ? lines.length : end;
    const own = lines.slice(at, to);
    if (own.some((line) => /^ +- \[[xX]\]|^ +- Answer: \S/.test(line))) continue;
    return {
      at,
      to,
      words: own[0].slice(2).replace(/ \(step \d+ “.*$/, ""),
      boxes: own.flatMap((line) => /^ +- \[ \] \(\d\) (.*)$/.exec(line)?.slice(1) ?? []),
    };
  }
  return null;
}

/** As a person would in the note: an “x” in a box, words behind “Answer:”. */
async function put(stage, plan, { at: from, to }, box, words) {
  const lines = (await stage.read(plan)).split("\n").map((line, at) => {
    if (at < from || at >= to) return line;
    if (box !== null && line.endsWith(`) ${box}`)) return line.replace("[ ]", "[x]");
    return line.trim() === "- Answer:" ? `    - Answer: ${words}` : line;
  });
  await stage.write(plan, lines.join("\n"), words === "" ? 0 : STILL);
}

function withoutProperties(text) {
  return text.replace(/^---\n[^]*?\n---\n/, "");
}

function nameOf(file) {
  return file.slice(file.lastIndexOf("/") + 1);
}

function capital(word) {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Nothing is told that is not so. */
function must(value, otherwise) {
  if (!value) throw new Error(otherwise);
  return value;
}
