/** A release: the script that sets its version, and the two workflows. */
import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { load } from "js-yaml";

const run = promisify(execFile);
const FILES = ["manifest.json", "package.json", "package-lock.json", "versions.json"];
const folder = mkdtempSync(path.join(tmpdir(), "planwright-release-test-"));
const text = (name: string): string => readFileSync(path.join(folder, name), "utf8");
const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], {
    cwd: folder,
    encoding: "utf8",
  });
const { version: NOW, minAppVersion: APP } = JSON.parse(readFileSync("manifest.json", "utf8")) as {
  readonly version: string;
  readonly minAppVersion: string;
};
const NEXT = NOW.replace(/\d+$/, (patch) => String(Number(patch) + 1));

async function release(...words: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [path.resolve("scripts/release.mjs"), ...words], {
      cwd: folder,
    });
    return stdout;
  } catch (error) {
    return (error as { readonly stderr: string }).stderr;
  }
}

beforeAll(() => {
  for (const name of FILES) copyFileSync(name, path.join(folder, name));
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "before");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the version of a release", () => {
  test.each([
    ["no version", [], "three numbers"],
    ["a word before it", [`v${NEXT}`], "three numbers"],
    ["two numbers", ["1.0"], "three numbers"],
    ["the version that is", [NOW], "not higher"],
    ["a lower one", ["0.0.9"], "not higher"],
  ])("is refused: %s", async (_why, words, says) => {
    expect(await release(...words)).toContain(says);
    expect(git("status", "--porcelain")).toBe("");
  });

  test("is refused where changes are not committed", async () => {
    writeFileSync(path.join(folder, "new.txt"), "");
    expect(await release(NEXT)).toContain("not committed");
    rmSync(path.join(folder, "new.txt"));
  });

  test("is set in every file, in its own places alone", async () => {
    expect(await release("--check", NOW)).toContain(`Every file says ${NOW}`);
    expect(await release("--check", NEXT)).toContain(`manifest.json says ${NOW}, not ${NEXT}`);
    expect(await release(NEXT)).toContain(`git tag ${NEXT}`);
    expect(await release("--check", NEXT)).toContain(`Every file says ${NEXT}`);
    expect(git("diff", "--numstat").trim().split("\n")).toEqual([
      "1\t1\tmanifest.json",
      "2\t2\tpackage-lock.json",
      "1\t1\tpackage.json",
      "1\t1\tversions.json",
    ]);
    expect(JSON.parse(text("versions.json"))).toMatchObject({ [NOW]: APP, [NEXT]: APP });
  });
});

interface Workflow {
  readonly on: unknown;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly uses?: string;
  readonly run?: string;
}

describe.each(["check", "release"])("the workflow %s", (name) => {
  const steps = Object.values(
    (load(readFileSync(`.github/workflows/${name}.yml`, "utf8")) as Workflow).jobs,
  ).flatMap((job) => job.steps);

  test("pins each action to one version", () => {
    const loose = steps.flatMap(({ uses }) =>
      uses === undefined || /@v\d+\.\d+\.\d+$/.test(uses) ? [] : [uses],
    );
    expect(loose).toEqual([]);
  });

  test("runs commands that there are", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = steps.flatMap(({ run = "" }) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, it]) => it));
    expect(named.filter((it) => it === undefined || !(it in scripts))).toEqual([]);
  });
});
