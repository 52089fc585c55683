import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Manifest = Readonly<Record<string, unknown>>;

const read = (name: string): Manifest => JSON.parse(readFileSync(name, "utf8")) as Manifest;
const manifest = read("manifest.json");

const REQUIRED: Readonly<Record<string, string>> = {
  id: "string",
  name: "string",
  version: "string",
  minAppVersion: "string",
  description: "string",
  author: "string",
  isDesktopOnly: "boolean",
};
const OPTIONAL = ["authorUrl", "fundingUrl"];
const RELEASE = /^\d+\.\d+\.\d+$/;

/** The reasons for which the community directory would refuse the manifest, one sentence per offence. */
function offences(m: Manifest): readonly string[] {
  const found: string[] = [];
  const text = (key: string): string => (typeof m[key] === "string" ? m[key] : "");
  for (const [key, type] of Object.entries(REQUIRED))
    if (typeof m[key] !== type) found.push(`${key} must be a ${type}`);
  for (const key of Object.keys(m))
    if (!(key in REQUIRED) && !OPTIONAL.includes(key)) found.push(`${key} is not a manifest key`);
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(text("id"))) found.push("id must be lowercase letters and single hyphens");
  for (const key of ["id", "name", "description"]) {
    for (const word of ["obsidian", "plugin"])
      if (text(key).toLowerCase().includes(word)) found.push(`${key} must not say "${word}"`);
  }
  for (const key of ["version", "minAppVersion"])
    if (!RELEASE.test(text(key))) found.push(`${key} must be three numbers with dots`);
  return [...found, ...aboutDescription(text("description"))];
}

function aboutDescription(text: string): readonly string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [text.length >= 10 && text.length <= 250, "must have 10 to 250 characters"],
    [/^[A-Z]/.test(text), "must begin with a capital letter"],
    [text.endsWith("."), "must end with a full stop"],
    [!/[;:()/]/.test(text), "must not hold ; : ( ) /"],
    [/^[A-Za-z0-9\s.,!?'"-]*$/.test(text), "must be plain letters, digits and punctuation"],
  ];
  return rules.flatMap(([kept, rule]) => (kept ? [] : [`description ${rule}`]));
}

describe("the manifest", () => {
  test("is one the community directory accepts", () => {
    expect(offences(manifest)).toEqual([]);
  });

  test("is Planwright's, for phones too", () => {
    expect(manifest).toMatchObject({ id: "planwright", name: "Planwright", isDesktopOnly: false });
  });

  test("tells the same version as the package", () => {
    expect(manifest["version"]).toBe(read("package.json")["version"]);
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { readonly version: string };
    expect(lock.version).toBe(manifest["version"]);
  });

  test("tells the same app version as versions.json, which knows only real releases", () => {
    const versions = read("versions.json");
    expect(versions[String(manifest["version"])]).toBe(manifest["minAppVersion"]);
    for (const [release, app] of Object.entries(versions)) {
      expect(release).toMatch(RELEASE);
      expect(app).toMatch(RELEASE);
    }
  });

  test("asks for an app no older than the types it is written against describe", () => {
    const types = read("node_modules/obsidian/package.json");
    const [typesMinor, appMinor] = [types["version"], manifest["minAppVersion"]].map((version) =>
      String(version).split(".").slice(0, 2).join("."),
    );
    expect(appMinor).toBe(typesMinor);
  });
});

describe("each rule of the directory catches its offence", () => {
  test.each([
    [{ id: "planwright-2" }, /^id must be lowercase/],
    [{ id: "Planwright" }, /^id must be lowercase/],
    [{ id: "planwright-plugin" }, /^id must not say "plugin"/],
    [{ name: "Planwright for Obsidian" }, /^name must not say "obsidian"/],
    [{ version: "0.1" }, /^version must be/],
    [{ version: "v0.1.0" }, /^version must be/],
    [{ minAppVersion: "1.13" }, /^minAppVersion must be/],
    [{ author: undefined }, /^author must be a string/],
    [{ isDesktopOnly: "false" }, /^isDesktopOnly must be a boolean/],
    [{ homepage: "x" }, /^homepage is not/],
    [{ description: "Short." }, /10 to 250/],
    [{ description: `A${"a".repeat(250)}.` }, /10 to 250/],
    [{ description: "carry out plans." }, /capital/],
    [{ description: "Carry out plans" }, /full stop/],
    [{ description: "Carry out plans (once)." }, /must not hold/],
    [{ description: "Carry out plans 🎉." }, /plain letters/],
  ])("%j", (change, rule) => {
    expect(offences({ ...manifest, ...change })).toContainEqual(expect.stringMatching(rule));
  });
});
