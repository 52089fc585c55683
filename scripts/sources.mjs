/** The sources of the project, as text. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./bundle.mjs";

/**
 * @param {string} [folder] from the project's folder @returns {Readonly<Record<string, string>>} texts of its
 * TypeScript files by path from the project's folder
 */
export function readSources(folder = "src") {
  const names = readdirSync(path.join(root, folder), { recursive: true }).map(
    (name) => `${folder}/${String(name).replaceAll(path.sep, "/")}`,
  );
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => [name, readFileSync(path.join(root, name), "utf8")]),
  );
}
