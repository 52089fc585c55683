/**
 * A program that works as an agent, for tests: it reads its task from its input, writes what it ran into the file that
 * its second argument names, otherwise among its results, and answers in the events of Claude Code. `hang`: it starts a
 * child, tells of both, and does not leave when asked.
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const say = (event) => console.log(JSON.stringify(event));
let task = "";
for await (const chunk of process.stdin) task += chunk;
const [, , how, ran = "out/ran.txt"] = process.argv;
appendFileSync(ran, `${how} ${process.pid}\n`);
say({ type: "system", subtype: "init", cwd: process.cwd() });
if (how === "hang") {
  process.on("SIGTERM", () => undefined);
  const child = spawn(process.execPath, [
    "-e",
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
  ]);
  appendFileSync(ran, `child ${child.pid}\n`);
  const use = (name, input) =>
    say({ type: "assistant", message: { content: [{ type: "tool_use", name, input }] } });
  use("Bash", { command: "npm test -- --token abc123" });
  setTimeout(() => use("Read", { file_path: "/somewhere/plan.md" }), 500);
  setInterval(() => undefined, 1000);
} else {
  const name = /Write the work file “([^”]+)”/.exec(task)?.[1] ?? "answer.md";
  const calls = [
    { tool: "write_work_file", arguments: { name, text: "Built by a program." } },
    { tool: "finish_step", arguments: { summary: "Built.", outside: "none", evidence: [{ file: name }] } },
  ];
  say({ type: "assistant", message: { content: [{ type: "text", text: "I build it." }] } });
  say({
    type: "result",
    subtype: "success",
    is_error: false,
    result: `\`\`\`json\n${JSON.stringify({ says: "I built it.", calls })}\n\`\`\``,
    total_cost_usd: 0.0421,
    usage: { input_tokens: 1200, output_tokens: 300 },
  });
}
