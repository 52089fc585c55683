/**
 * One row, in a process of its own: `node --expose-gc run.mjs BUNDLE ROW FOLDER SCALE`. Its figure goes to the parent.
 */
import path from "node:path";
import { existsSync } from "node:fs";
import { fillVault } from "./fill.mjs";

const [bundle, id, folder, scale] = process.argv.slice(2);
const { ROWS, shareOfCore } = await import(bundle);

function vault(name, what) {
  const at = path.join(folder, name);
  if (!existsSync(at)) fillVault(at, what);
  return at;
}

const vaults = {
  plans: (count) => vault(`plans-${count}`, { plans: count }),
  among: (plans, others) => vault(`plans-${plans}-among-${others}`, { plans, others }),
};
// A desk that waits for a change of the disk keeps no process open.
const open = setInterval(() => undefined, 60_000);
const before = await shareOfCore();
const figure = await ROWS.find((row) => row.id === id).run(vaults, Number(scale));
const share = Math.min(before, await shareOfCore());
process.send(typeof figure === "string" ? figure : { ...figure, share });
clearInterval(open);
