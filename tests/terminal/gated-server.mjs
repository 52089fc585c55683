/**
 * A mail server over stdio whose every step a test lets through. Files in the folder MAIL, as the environment says: `calls` gets a line for each
 * call that arrived; a call is answered when the file `answer` is there. With START the server speaks once the file `start` is there. It ends with its input,
 * or with the program that started it; with STUBBORN it stays, also when it is asked to leave. With CHILD it starts a program that holds its output open; `pids` gets the number of each.
 */
import { spawn } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { serve, text } from "../../scripts/parts/mcp-lines.mjs";

const { MAIL, START, STUBBORN, CHILD } = process.env;
const at = (name) => path.join(MAIL, name);
const parent = process.ppid;
const there = async (name) => {
  while (!existsSync(at(name))) {
    // Whoever would let the step through may have been killed, and its folder with it.
    if (!STUBBORN && process.ppid !== parent) process.exit(0);
    await setTimeout(5);
  }
};

appendFileSync(at("pids"), `${process.pid}\n`);
if (!STUBBORN) process.stdin.once("end", () => process.exit(0));
else {
  process.on("SIGTERM", () => appendFileSync(at("asked"), "to leave\n"));
  setInterval(() => undefined, 1000);
}
if (CHILD) {
  const child = spawn(
    process.execPath,
    ["-e", `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("up")`],
    { stdio: ["ignore", "inherit", "inherit", "ipc"], detached: CHILD === "apart" },
  );
  await new Promise((resolve) => child.once("message", resolve));
  child.disconnect();
  child.unref();
  appendFileSync(at("pids"), `${child.pid}\n`);
}
if (START) await there("start");

const schema = {
  type: "object",
  properties: { to: { type: "string" }, subject: { type: "string" }, body: { type: "string" } },
  required: ["to"],
};
serve({
  name: "gated",
  tools: () => ({ tools: [{ name: "send_email", description: "Sends.", inputSchema: schema }] }),
  async call({ arguments: args }) {
    appendFileSync(at("calls"), `${args.to}\n`);
    await there("answer");
    return text("Sent.");
  },
});
