/**
 * The note by which other programs learn to work on plans: each command and file in it is carried out on a real folder,
 * and what it says comes true.
 */
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import { runTerminal } from "../../src/terminal/runTerminal";
import { actsIn, wordsOf } from "./play";

const NOTE = readFileSync("examples/skills/planwright/SKILL.md", "utf8");
const root = mkdtempSync(path.join(tmpdir(), "planwright-skill-"));
const vault = path.join(root, "vault");
const program = path.join(inject("doors"), "planwright.mjs");
const settings = path.join(root, "settings.json");
const OPTIONS = ["--device", path.join(root, "device"), "--settings", settings, "--grace", "0"];

beforeAll(async () => {
  mkdirSync(vault);
  writeFileSync(settings, JSON.stringify({ quiet_seconds: 0 }));
  await terminal("init");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** As a person, and as the device that acts: Obsidian, or a watch. */
async function terminal(...words: readonly string[]): Promise<void> {
  let err = "";
  const code = await runTerminal([...words, "--vault", vault, ...OPTIONS], {
    out: () => undefined,
    err: (text) => (err += text),
  });
  if (code !== 0) throw new Error(`${words.join(" ")}: ${err}`);
}

/** As the note has it, by a process of its own, in the vault. */
function planwright(line: string, printed: string): Promise<string> {
  const [first, ...words] = wordsOf(line);
  expect(first).toBe("planwright");
  // The id of a plan holds a day, which reads like a code.
  const code = [...printed.matchAll(/(?<![-\w])[0-9a-f]{8}(?![-\w])/g)].at(-1)?.[0] ?? "no code was printed";
  const given = words.map((word) => (word === "CODE" ? code : word === "PLAN" ? plan : word));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...given, ...OPTIONS], { cwd: vault });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.once("close", (ended) =>
      ended === 0 ? resolve(out) : reject(new Error(`${line} ended with ${String(ended)}: ${err}`)),
    );
  });
}

/** Id of the plan that was made last; the note calls it PLAN. */
let plan = "";
const at = (note: string): string => path.join(vault, note.replace("PLAN ", `${plan} `));
const read = (note: string): string => readFileSync(at(note), "utf8");
const notesIn = (folder: string): readonly string[] =>
  readdirSync(at(folder)).filter((name) => name.endsWith(".md") && name !== "About this folder.md");

/** The person’s part, where the note leaves it to them. */
const PERSON: Readonly<Record<string, () => Promise<void>>> = {
  ResumePlan: () => terminal("start", plan),
  async ArchivePlan() {
    const [name = ""] = notesIn("Pending_Approval");
    const text = read(`Pending_Approval/${name}`);
    expect(text).toContain("Nobody will look at a bookworm");
    expect(text).toMatch(/An agent|agent/);
    writeFileSync(at(`Pending_Approval/${name}`), text.replace("- [ ] I did it", "- [x] I did it"));
    renameSync(at(`Pending_Approval/${name}`), at(`Approved/${name}`));
    await terminal("settle", "--executor");
  },
};

test("the note is short, and names no program as a must", () => {
  expect(NOTE.split("\n").length).toBeLessThanOrEqual(200);
  expect(NOTE).not.toMatch(/claude|gpt|copilot|gemini|cursor/i);
});

test("what the note has one do can be done, and leaves what it says", async () => {
  let printed = "";
  let heading = "";
  const acts = actsIn(NOTE);
  expect(acts.filter(({ kind }) => kind === "run").length).toBeGreaterThanOrEqual(8);
  for (const act of acts) {
    if (act.heading !== heading) await PERSON[act.heading]?.();
    heading = act.heading;
    switch (act.kind) {
      case "run":
        printed = await planwright(act.line, printed);
        plan = /\bCODE$/.test(act.line) ? (/PLAN-\d{8}-\w{4}/.exec(printed)?.[0] ?? "") : plan;
        break;
      case "save": {
        const file = path.join(vault, act.path);
        mkdirSync(path.dirname(file), { recursive: true });
        expect(existsSync(file)).toBe(false);
        writeFileSync(file, act.text);
        if (heading.startsWith("B.")) {
          await terminal("settle", "--executor");
          expect(planOf(act.path)).toMatchObject({ status: "Draft" });
          writeFileSync(file, act.text.replace("status: Draft", "status: Active"));
        }
        break;
      }
      case "change":
        change(act.path, act.from, act.to);
        break;
      case "has":
        for (const line of act.lines) expect(read(act.path)).toContain(line);
        break;
      case "prints":
        for (const line of act.words) expect(printed).toContain(line);
        break;
    }
    // Nothing that the note has one do brings anything out, or into a folder for decisions.
    await terminal("settle", "--executor");
    expect(notesIn("Approved")).toEqual([]);
    expect(notesIn("Rejected")).toEqual([]);
  }
  expect(notesIn("Pending_Approval").length).toBe(1);
  expect(read(`Pending_Approval/${notesIn("Pending_Approval")[0] ?? ""}`)).toContain("PLAN-20261120-b0xs");
  const log = read("Done/Plans/PLAN Thank the speaker.md");
  // What the program did is told as its doing, not as a person’s.
  expect(log).not.toContain("Human: Ticked");
});

function planOf(note: string): object {
  const parsed = parsePlan(note, read(note));
  if (parsed.kind !== "plan") throw new Error(`${note} is no plan.`);
  return parsed.plan;
}

/** Replaced lines are found as they stand, but for the block id that Planwright adds; what is new goes to the end. */
function change(note: string, from: readonly string[], to: readonly string[]): void {
  let text = read(note);
  from.forEach((line, n) => {
    expect(text).toContain(line);
    text = text.replace(line, () => to[n] ?? "");
  });
  const added = to.slice(from.length);
  writeFileSync(at(note), `${text.trimEnd()}\n${added.map((line) => `${line}\n`).join("")}`);
}
