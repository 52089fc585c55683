/**
 * Counts the functions that the built terminal program runs for one thing: what somebody has to read who follows it.
 * V8 counts them, in every process that the thing takes.
 */
import { spawnSync } from "node:child_process";
import {
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
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildTerminal, root } from "../bundle.mjs";

const plan = (step) => `---
task_id: PLAN-20260301-aaaa
created_date: 2026-03-01T09:00:00Z
priority: normal
status: Active
agent: auto
---

# Objective

Tell Ada.

## Roadmap

${step}

## Reasoning Logs

- [2026-03-01T09:00:00Z] Human: Created plan — Ada asked.
`;

const GATED = `- [ ] ✋ Write to Ada
    \`\`\`action
    type: email
    target: ada@example.com
    args:
      subject: Hello
      body: The parcel is here.
    \`\`\``;

const file = (name) => ({ tool: "write_work_file", arguments: { name, text: "The parcel is here.\n" } });
const finish = {
  tool: "finish_step",
  arguments: { summary: "Written.", outside: "none", evidence: [{ file: "note.md" }] },
};
const ANSWERS = {
  answers: [
    { step: "Write a note", turn: 1, says: "I write it.", calls: [file("note.md")] },
    { step: "Write a note", turn: 2, says: "It is written.", calls: [finish] },
  ],
};

/** `approves`: a person moves what was asked to Approved, and the program runs once more. */
const THINGS = [
  { thing: "a ✋ step, asked, approved and sent", step: GATED, approves: true },
  { thing: "a step that an agent does in two turns", step: "- [ ] Write a note", approves: false },
];

/** Answers how many functions and files of the sources ran, a row a thing. */
export async function countRuns() {
  const folder = mkdtempSync(path.join(tmpdir(), "planwright-size-"));
  try {
    const program = path.join(folder, "planwright.mjs");
    await buildTerminal({ file: program });
    return THINGS.map((each, index) => ({
      thing: each.thing,
      ...countOne(path.join(folder, String(index)), program, each),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countOne(folder, program, { thing, step, approves }) {
  const at = (name) => path.join(folder, name);
  mkdirSync(at("vault/Plans"), { recursive: true });
  writeFileSync(at("vault/Plans/Ada.md"), plan(step));
  writeFileSync(at("answers.json"), JSON.stringify(ANSWERS));
  const server = [path.join(root, "scripts/parts/counting-server.mjs"), at("sent.jsonl")];
  writeFileSync(
    at("settings.json"),
    JSON.stringify({
      quiet_seconds: 0,
      grace_seconds: 0,
      servers: { mail: { command: process.execPath, args: server } },
      actions: { email: { server: "mail", tool: "send_email", target_argument: "to" } },
      models: { script: { provider: "scripted", file: at("answers.json") } },
      roles: { worker: "script" },
    }),
  );
  const settle = () => {
    const words = [
      "settle",
      "--executor",
      "--vault",
      at("vault"),
      "--settings",
      at("settings.json"),
      "--device",
      at("device"),
    ];
    const env = { ...process.env, NODE_V8_COVERAGE: at("coverage") };
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`planwright settle ended with ${String(status)}. ${stderr}`);
  };
  settle();
  if (approves) {
    const [request] = readdirSync(at("vault/Pending_Approval")).filter((name) => name.startsWith("20"));
    renameSync(at(`vault/Pending_Approval/${request}`), at(`vault/Approved/${request}`));
    settle();
  }
  const note = readdirSync(at("vault"), { recursive: true }).find((name) => path.basename(name) === "Ada.md");
  if (!readFileSync(at(`vault/${note}`), "utf8").includes("- [x]")) throw new Error(`Not done: ${thing}.`);
  return countIn(at("coverage"), program);
}

function countIn(coverage, program) {
  // The program and its parts, beside it.
  const isOwn = ({ url }) => url.startsWith(pathToFileURL(program.replace(/\.mjs$/, "")).href);
  const ran = new Map();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(path.join(coverage, name), "utf8"));
    for (const { url, functions } of result.filter(isOwn)) {
      const fileAt = placesIn(readFileSync(fileURLToPath(url), "utf8"));
      for (const { functionName, ranges } of functions) {
        const source = fileAt(ranges[0].startOffset);
        if (functionName !== "" && ranges[0].count > 0 && source.startsWith("src/"))
          ran.set(`${source} ${functionName} ${String(ranges[0].startOffset)}`, source);
      }
    }
  }
  return { functions: ran.size, files: new Set(ran.values()).size };
}

/** The source of each place in the built program, by the comments that the bundler leaves there. */
function placesIn(text) {
  const marks = [...text.matchAll(/^\/\/ (\S+\.(?:ts|js|mjs|cjs|mts))$/gmu)].map((found) => ({
    at: found.index,
    source: found[1],
  }));
  return (offset) => marks.findLast(({ at }) => at <= offset)?.source ?? "";
}
