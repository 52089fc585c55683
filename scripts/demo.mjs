#!/usr/bin/env node
/**
 * The demo: a sample vault, Planwright's terminal program, a real mail server over MCP, and an SMTP server on loopback
 * that keeps what it is given. No network, no Obsidian. It tells what happens while it happens, and checks every claim
 * before it prints it.
 *
 *   npm run demo                  the demo plays the person, and says so
 *   npm run demo -- --by-hand     you are the person
 *   npm run demo -- --flow NAME   instead of that, a flow from start to end, with a scripted model
 *
 * `--program FILE` takes another build of the terminal program. Exit codes: 0 told to the end, 1 failed, 2 wrong use.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { FLOW_STORIES } from "./demo/flows/stories.mjs";
import { tellFlow } from "./demo/flows/tell.mjs";
import { createPage } from "./demo/page.mjs";
import { createPerson } from "./demo/person.mjs";
import { killAll, start } from "./demo/programs.mjs";
import { openStage } from "./demo/stage.mjs";
import { tellStory } from "./demo/story.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const USE = `A sample vault goes from a plan to mails sent, with the terminal program, a mail server over MCP and nothing from outside.

  npm run demo -- …

  --by-hand       you are the person; otherwise the demo plays you, and says so
  --flow NAME     instead of that, a flow from start to end, with a model whose answers come from a file:
                  ${[...FLOW_STORIES.keys()].join(", ")}
  --program FILE  another build of the terminal program
`;

let stage = null;

process.once("exit", killAll);
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => process.exit(complain("It was stopped.", 1)));
process.stdout.on("error", () => process.exit(1)); // Nobody reads on.

process.exitCode = await main(process.argv.slice(2));

async function main(argv) {
  const options = readOptions(argv);
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(USE);
    return 0;
  }
  if (options === null) {
    process.stderr.write("These words are not known. “npm run demo -- --help” tells what there is.\n");
    return 2;
  }
  const fault = flowFault(options);
  if (fault !== null) {
    process.stderr.write(`${fault}\n`);
    return 2;
  }
  let sink = null;
  try {
    const program = options.program ?? (await builtProgram());
    const called = path.relative(process.cwd(), program);
    if (options.flow !== null) {
      stage = await openStage({ root, program });
      const story = FLOW_STORIES.get(options.flow);
      await tellFlow({ page: createPage(), stage, story, program: called, root });
      return 0;
    }
    const { startSink } = await import("./parts/smtp-sink.mjs");
    sink = await startSink();
    stage = await openStage({ root, program, port: sink.port });
    const page = createPage();
    await tellStory({
      page,
      stage,
      sink,
      person: createPerson(page, options.byHand, stage.vault),
      program: called,
    });
    return 0;
  } catch (error) {
    const needed =
      error.code === "ERR_MODULE_NOT_FOUND"
        ? "A package is missing. Run “npm ci” first."
        : error.message.split("\n")[0];
    return complain(needed, 1);
  } finally {
    killAll();
    await sink?.stop();
  }
}

function complain(sentence, code) {
  process.stderr.write(
    `The demo did not run to its end. ${sentence}${stage === null ? "" : ` What there is lies in ${stage.folder}`}\n`,
  );
  return code;
}

function flowFault({ flow, byHand }) {
  if (flow === null) return null;
  if (!FLOW_STORIES.has(flow))
    return `The demo has no flow “${flow}”. It has: ${[...FLOW_STORIES.keys()].join(", ")}.`;
  return byHand ? "--flow goes without --by-hand: the scripted model knows one way through its story." : null;
}

function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { "by-hand": { type: "boolean" }, flow: { type: "string" }, program: { type: "string" } },
    });
    return {
      byHand: values["by-hand"] === true,
      flow: values.flow ?? null,
      program: values.program === undefined ? null : path.resolve(values.program),
    };
  } catch {
    return null;
  }
}

/** `npm ci` builds it; a checkout without it gets it now. */
async function builtProgram() {
  const file = path.join(root, "dist/planwright.mjs");
  if (existsSync(file)) return file;
  process.stdout.write("Building dist/planwright.mjs first.\n");
  const { code, err } = await start([path.join(root, "esbuild.config.mjs")]).ended;
  if (code !== 0 || !existsSync(file))
    throw new Error(`The build failed; “npm run build” shows why. ${err.trim().split("\n")[0]}`);
  return file;
}
