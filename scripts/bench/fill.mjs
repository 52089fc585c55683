/** Fills a folder with a drawn vault, in which nothing was before. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { drawMixed, drawPlan } from "./notes.mjs";

const FOLDERS = [
  "Inbox",
  "Needs_Action",
  "Plans",
  "Pending_Approval",
  "Approved",
  "Rejected",
  "Done/Plans",
  "Done/Actions",
  "Archive",
];

/** A sentence when the folder holds something already; null when it may be filled. */
export function whyNot(folder) {
  return existsSync(folder) && readdirSync(folder).length > 0
    ? `${folder} is not empty. Give a folder that is new or empty.`
    : null;
}

/**
 * @param {{ plans?: number, others?: number, mixed?: boolean, seed?: number }} what `others`: notes beside our folders
 */
export function fillVault(folder, { plans = 0, others = 0, mixed = false, seed = 1 }) {
  const put = (name, text) => writeFileSync(path.join(folder, name), text);
  for (const name of FOLDERS) mkdirSync(path.join(folder, name), { recursive: true });
  if (mixed) for (const note of drawMixed(seed)) put(note.path, note.text);
  for (let n = 0; n < plans; n += 1) {
    const { name, text } = drawPlan(n, seed);
    put(`Plans/${name}`, text);
  }
  for (let n = 0; n < others; n += 1) {
    if (n % 1000 === 0) mkdirSync(path.join(folder, `Notes/${n / 1000}`), { recursive: true });
    put(
      `Notes/${Math.floor(n / 1000)}/Note ${n}.md`,
      `# Note ${n}\n\n${drawPlan(n, seed).text.slice(300, 1500)}\n`,
    );
  }
}
