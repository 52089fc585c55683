/**
 * Sets the version for a release in every file that tells it: `npm run release -- 0.2.0`. It refuses a version that
 * is not higher, and a folder with changes that are not committed. `--check 0.2.0` changes nothing, and says whether
 * every file tells this version.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const RELEASE = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const FILES = ["manifest.json", "package.json", "package-lock.json", "versions.json"];

const words = process.argv.slice(2);
const [version = ""] = words.filter((word) => !word.startsWith("--"));
const folder = process.cwd();

const read = (name) => JSON.parse(readFileSync(path.join(folder, name), "utf8"));

function fail(why) {
  console.error(why);
  process.exit(1);
}

/** Negative where `a` is the lower version. */
function compare(a, b) {
  const [one, other] = [a, b].map((each) => each.split(".").map(Number));
  return one.map((part, at) => part - other[at]).find((difference) => difference !== 0) ?? 0;
}

/** Every file that does not tell this version, with what it tells. */
function mismatches(wanted) {
  const manifest = read("manifest.json");
  const lock = read("package-lock.json");
  const told = {
    "manifest.json": manifest.version,
    "package.json": read("package.json").version,
    "package-lock.json": lock.version,
    "the first package of package-lock.json": lock.packages[""].version,
  };
  const found = Object.entries(told).flatMap(([name, tells]) =>
    tells === wanted ? [] : [`${name} says ${String(tells)}, not ${wanted}.`],
  );
  const app = read("versions.json")[wanted];
  return app === manifest.minAppVersion
    ? found
    : [...found, `versions.json says ${String(app)} for ${wanted}, not ${String(manifest.minAppVersion)}.`];
}

/** Changes one text and nothing else of the file, so that its layout stays. */
function replaceVersion(name, from, to, times) {
  const file = path.join(folder, name);
  let text = readFileSync(file, "utf8");
  let at = 0;
  for (let n = 0; n < times; n += 1) {
    const found = text.indexOf(`"version": "${from}"`, at);
    if (found < 0) fail(`${name} does not say "version": "${from}".`);
    text = `${text.slice(0, found)}"version": "${to}"${text.slice(found + `"version": "${from}"`.length)}`;
    at = found + 1;
  }
  writeFileSync(file, text);
}

if (!RELEASE.test(version)) fail("Give a version of three numbers: npm run release -- 0.2.0");

if (words.includes("--check")) {
  const wrong = mismatches(version);
  if (wrong.length > 0) fail(wrong.join("\n"));
  console.log(`Every file says ${version}.`);
} else {
  const now = read("manifest.json").version;
  const wrong = mismatches(now);
  if (wrong.length > 0) fail(`The files do not agree now:\n${wrong.join("\n")}`);
  if (compare(version, now) <= 0) fail(`${version} is not higher than ${now}.`);
  if (execFileSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" }).trim() !== "")
    fail("There are changes that are not committed. Commit them first, then release.");
  for (const [name, times] of [
    ["manifest.json", 1],
    ["package.json", 1],
    ["package-lock.json", 2],
  ])
    replaceVersion(name, now, version, times);
  const versions = { ...read("versions.json"), [version]: read("manifest.json").minAppVersion };
  const rows = Object.entries(versions).map(
    ([release, app]) => `${JSON.stringify(release)}: ${JSON.stringify(app)}`,
  );
  const line = `{ ${rows.join(", ")} }\n`;
  writeFileSync(
    path.join(folder, "versions.json"),
    line.length <= 110 ? line : `{\n${rows.map((row) => `  ${row}`).join(",\n")}\n}\n`,
  );
  console.log(
    `${FILES.join(", ")} say ${version} now. Next:\n  git commit -am "Release ${version}"\n  git tag ${version}\n  git push --follow-tags origin main ${version}`,
  );
}
