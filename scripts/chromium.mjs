/**
 * Finds the Chromium in which tests look at what is rendered, best the one without windows, which works a third less.
 * In CI, and when it is called by itself, it installs that package on Debian as root when there is no Chromium, with
 * the letters and emoji that pictures need; anywhere else it says what is missing. `node scripts/chromium.mjs` prints
 * where it is.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Letters of the app and its emoji, without which ✋ and 📅 are drawn as boxes. */
const FONTS = ["fonts-inter", "fonts-noto-color-emoji"];
const PACKAGE = "chromium-headless-shell";
const PLACES = [
  `/usr/bin/${PACKAGE}`,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

/** Answers `{ kind: "found", path }`, or `{ kind: "missing", why }` with a sentence. */
export async function chromium({ install = process.env["CI"] === "true" } = {}) {
  const named = process.env["CHROMIUM"];
  const found = [...(named === undefined ? [] : [named]), ...PLACES].find((path) => existsSync(path));
  if (found !== undefined) return { kind: "found", path: found };
  const here =
    "There is no Chromium here; install it (as root on Debian: node scripts/chromium.mjs), or say where it is with CHROMIUM=/path/to/chromium.";
  if (!install || !existsSync("/etc/debian_version") || process.getuid?.() !== 0)
    return { kind: "missing", why: here };
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", PACKAGE, ...FONTS], { env });
  } catch (error) {
    return {
      kind: "missing",
      why: `${here} Installing Debian’s package failed: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  return existsSync(PLACES[0]) ? { kind: "found", path: PLACES[0] } : { kind: "missing", why: here };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const answer = await chromium({ install: true });
  console.log(answer.kind === "found" ? answer.path : answer.why);
  process.exitCode = answer.kind === "found" ? 0 : 1;
}
