/**
 * Builds both doors twice, in two new folders, and compares the bytes, and with `main.js`, `dist/planwright.mjs` and the
 * parts of the latter where they are built. Prints the SHA-256 of each. The community directory builds a release again
 * and compares.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPlugin, buildTerminal, root } from "./bundle.mjs";

const DOORS = [
  { name: "main.js", build: buildPlugin, here: path.join(root, "main.js") },
  { name: "planwright.mjs", build: buildTerminal, here: path.join(root, "dist/planwright.mjs") },
];
/** The hash of a file and of the parts beside it, by their names: the name of a part is made of what it holds. */
function hash(file) {
  const parts = file.replace(/\.mjs$/, "");
  const names = parts === file || !existsSync(parts) ? [] : readdirSync(parts).sort();
  const all = createHash("sha256").update(readFileSync(file));
  for (const name of names) all.update(name).update(readFileSync(path.join(parts, name)));
  return all.digest("hex");
}

const folders = ["first", "second"].map((name) => mkdtempSync(path.join(tmpdir(), `planwright-${name}-`)));
let same = true;
try {
  for (const { name, build, here } of DOORS) {
    const files = folders.map((folder) => path.join(folder, name));
    for (const file of files) await build({ file });
    const hashes = new Set([...files, ...(existsSync(here) ? [here] : [])].map(hash));
    console.log(`${[...hashes].join(" ≠ ")}  ${name}`);
    same &&= hashes.size === 1;
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
if (!same) {
  console.error("Two builds of the same sources differ, or what is built here is not of these sources.");
  process.exitCode = 1;
}
