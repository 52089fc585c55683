/**
 * Reads main.js into a function and evaluates it, in a process that has done nothing else: `node evaluate.mjs FILE`.
 * Prints milliseconds of the processor. Every name of the app is an empty class: what is made of them comes later.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";

const require = createRequire(import.meta.url);
const code = readFileSync(process.argv[2], "utf8");
const app = new Proxy({}, { get: () => class {} });
const module = { exports: {} };
const began = process.cpuUsage();
const run = compileFunction(code, ["module", "exports", "require"]);
run(module, module.exports, (name) => (name === "obsidian" ? app : require(name)));
const { user, system } = process.cpuUsage(began);
process.stdout.write(String((user + system) / 1000));
