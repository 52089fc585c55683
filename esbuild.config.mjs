import path from "node:path";
import { buildPlugin, buildTerminal, root } from "./scripts/bundle.mjs";

await Promise.all([
  buildPlugin({ file: path.join(root, "main.js") }),
  buildTerminal({ file: path.join(root, "dist/planwright.mjs") }),
]);
