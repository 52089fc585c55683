#!/usr/bin/env node
/** Door 2: a plain folder from a terminal. Reads the words, opens the ports, lets the desk work, and says what happened. */
import { runTerminal } from "./terminal/run";

process.exitCode = await runTerminal(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
