#!/usr/bin/env node
/**
 * Door 2: a plain folder from a terminal. Reads the words, opens the ports, lets the engine work, and says what
 * happened.
 */
import { openInput } from "./terminal/answering/input";
import { runTerminal } from "./terminal/runTerminal";
import { openStreams } from "./terminal/streams";

const streams = openStreams(process.stdout, process.stderr);
// Typed text is no result of the call.
const input = openInput(process.stdin, streams.err);
const code = await runTerminal(process.argv.slice(2), {
  ...streams,
  input,
  isTerminal: process.stdin.isTTY && process.stdout.isTTY,
});
// The last write fails a moment after it was made.
await new Promise((resolve) => setImmediate(resolve));
const lost = streams.lost();
if (lost !== null) streams.err(`planwright: ${lost}\n`);
process.exitCode = lost !== null && code === 0 ? 1 : code;
