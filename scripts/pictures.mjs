#!/usr/bin/env node
/**
 * Takes the pictures in the README: a request and the Dashboard, as Planwright writes them for the sample vault, in a look like Obsidian's.
 * The notes are real; a library renders them and Chromium photographs the page. Needs Chromium and a font with emoji (on Debian:
 * fonts-noto-color-emoji).
 *
 *   npm run pictures
 */
import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import MarkdownIt from "markdown-it";
import { chromium } from "./chromium.mjs";
import { openStage } from "./demo/stage.mjs";
import { startSink } from "./parts/smtp-sink.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

const LOOK = `
  body { margin: 0; font: 15px/1.5 "Inter", "DejaVu Sans", "Noto Color Emoji", sans-serif; color: #222; background: #fff; }
  header { padding: 10px 28px; font-size: 12px; color: #777; background: #f6f6f6; border-bottom: 1px solid #e0e0e0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  main { padding: 6px 28px 28px; overflow-wrap: anywhere; }
  h1 { font-size: 23px; margin: 16px 0 8px; } h2 { font-size: 18px; margin: 18px 0 6px; } h3 { font-size: 16px; margin: 14px 0 4px; }
  p { margin: 8px 0; } ul, ol { margin: 6px 0; padding-left: 24px; } li.box { list-style: none; margin-left: -20px; }
  a { color: #6d4bd8; text-decoration: none; } code { background: #f3f3f3; border-radius: 4px; padding: 1px 4px; font-size: 13px; }
  pre { background: #f6f6f6; border-radius: 6px; padding: 10px 14px; white-space: pre-wrap; } pre code { background: none; padding: 0; }
  blockquote { margin: 8px 0; padding-left: 14px; border-left: 3px solid #c9b8f5; color: #444; }
  table { border-collapse: collapse; font-size: 14px; } td, th { border: 1px solid #ddd; padding: 4px 10px; text-align: left; vertical-align: top; }
`;

const browser = await chromium();
if (browser.kind === "missing") throw new Error(browser.why);
const sink = await startSink();
const stage = await openStage({ root, program: path.join(root, "dist/planwright.mjs"), port: sink.port });
await stage.settle(await stage.mailByOthers());
const [request = ""] = await stage.list("Pending_Approval");
const pages = await mkdtemp(path.join(tmpdir(), "planwright-pictures-"));
await photograph(
  "request",
  `Pending_Approval / ${request.replace(/\.md$/, "")}`,
  await stage.read(`Pending_Approval/${request}`),
  1060,
);
await photograph("dashboard", "Dashboard", await stage.read("Dashboard.md"), 1060);
await sink.stop();

/** `height`: of the picture, in CSS pixels. */
async function photograph(name, title, note, height) {
  const page = path.join(pages, `${name}.html`);
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><style>${LOOK}</style><header>${title}</header><main>${rendered(note)}</main>`,
  );
  const file = path.join(root, "docs/images", `${name}.png`);
  await run(browser.path, [
    "--headless",
    "--no-sandbox",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    `--window-size=760,${String(height)}`,
    `--screenshot=${file}`,
    pathToFileURL(page).href,
  ]);
  process.stdout.write(`${file}\n`);
}

/** Without properties and comments; links between notes and boxes as the app draws them. */
function rendered(note) {
  const body = note
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/%%[\s\S]*?%%/g, "");
  const linked = body.replace(
    /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g,
    (_whole, target, words) => `[${words ?? target}](#)`,
  );
  return new MarkdownIt()
    .render(linked)
    .replace(
      /<li>(?:<p>)?\[([ x-])\]/g,
      (_whole, mark) => `<li class="box"><input type="checkbox"${mark === "x" ? " checked" : ""}>`,
    );
}
