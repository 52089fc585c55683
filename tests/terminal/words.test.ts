/** The terminal's words about words, settings files and its own deeds. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { IN_APP, inTerminal, writeCommands } from "../../src/settings/places";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import { faultyLine } from "../../src/terminal/json";
import { tellMoves } from "../../src/terminal/moves";
import { runTerminal } from "../../src/terminal/runTerminal";
import { readWords } from "../../src/terminal/words";
import type { Decision, Move } from "../../src/rules/moves";
import { PLAN_RULES } from "../../src/rules/planRules";
import { commandFor, wantedOf } from "../../src/rules/proposalTargets";

const folder = mkdtempSync(path.join(tmpdir(), "planwright-words-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = "";
  let err = "";
  const code = await runTerminal(
    [...words, ...(words.includes("--device") ? [] : ["--device", path.join(folder, "device")])],
    { out: (text) => (out += text), err: (text) => (err += text) },
  );
  return { code, out, err };
}

function vault(name: string): string {
  const made = path.join(folder, name);
  mkdirSync(made, { recursive: true });
  return made;
}

describe("words that are no command", () => {
  test.each([
    ["approve", "move the note to the Approved folder"],
    ["reject", "move the note to the Rejected folder"],
  ])("%s: says what to do instead", (word, say) => {
    expect(readWords([word, "--vault", "x"])).toMatchObject({
      kind: "wrong",
      say: expect.stringContaining(say) as string,
    });
  });

  test("other ones are only named", () => {
    expect(readWords(["dance"])).toEqual({ kind: "wrong", say: "“dance” is not a command." });
  });
});

describe("whatever is wrong is said in a sentence", () => {
  const made = vault("wrong");
  const inside = path.join(made, "device");
  mkdirSync(path.join(made, "Plans"));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const wrong: readonly (readonly [readonly string[], number])[] = [
    [["status"], 2],
    [[], 2],
    [["dance"], 2],
    [["approve", "--vault", made], 2],
    [["status", "--dance"], 2],
    [["status", "more", "--vault", made], 2],
    [["settle", "--grace", "soon", "--vault", made], 2],
    [["--grace"], 2],
    [["resolve", "a", "--vault", made], 2],
    [["resolve", "a", "b", "--vault", made], 2],
    [["confirm", "a", "--vault", made], 1],
    [["confirm", "a", "b", "--vault", made], 2],
    [["confirm", "a", "12345678", "b", "--vault", made], 2],
    [["skip", "--vault", made], 2],
    [["skip", "a", "b", "--vault", made], 2],
    [["skip", "a", "--dry-run", "--vault", made], 2],
    [["status", "--vault", path.join(folder, "none")], 2],
    [["status", "--vault", file("note.md", "")], 2],
    [["status", "--vault", made, "--device", inside], 2],
    [["status", "--vault", made, "--settings", path.join(folder, "none.json")], 2],
    [["status", "--vault", made, "--settings", made], 2],
    [["status", "--vault", made, "--settings", file("a.json", "{")], 2],
    [["status", "--vault", made, "--settings", file("b.json", '{ "alert_hours": "a" }')], 2],
    [["status", "--vault", made, "--settings", file("c.json", '{ "alert_hour": 1 }')], 0],
    [["explain", "none", "--vault", made], 1],
    [["skip", "none", "--vault", made], 1],
    [["confirm", "none", "--vault", made], 1],
  ];
  test.each(
    wrong.map(
      ([words, code]) => [words.map((each) => each.replace(folder, "")).join(" "), words, code] as const,
    ),
  )("“%s”", async (_name, words, expected) => {
    const { code, err } = await run(...words);
    expect({ code, err }).toEqual({
      code: expected,
      err: expect.stringMatching(/^planwright: (?:[A-Z“]|--grace|\/).*[.?]\n$/) as string,
    });
  });
});

describe("the folder given", () => {
  test("may be missing: then init says how to make it", async () => {
    const missing = path.join(folder, "missing");
    expect(await run("init", "--vault", missing)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `There is no folder ${missing}. Make it first (mkdir ${missing}), or give another.`,
      ) as string,
    });
  });

  test("may be one of the folders of a vault: then it is asked about", async () => {
    const made = vault("one");
    await run("init", "--vault", made);
    const { code, err } = await run("status", "--vault", path.join(made, "Plans"));
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining("did you mean the folder above?") as string,
    });
  });

  test("may only be called like one of them", async () => {
    expect((await run("init", "--vault", vault("two/Plans"))).code).toBe(0);
  });
});

describe("a settings file", () => {
  test("that is not JSON is refused with the line", async () => {
    const file = path.join(folder, "settings.json");
    writeFileSync(file, '{\n  "alert_hours": 12,\n  "servers": {},\n}\n');
    expect(await run("status", "--vault", vault("three"), "--settings", file)).toMatchObject({
      code: 2,
      err: expect.stringContaining("is not valid JSON; check line 4") as string,
    });
  });

  test.each([
    ['{"a": 1}\n', null],
    ['{\n"a": 1\n"b": 2\n}', 3],
    ['{\n"a": }\n', 2],
    ['{\n"a": "x\n}\n', 2],
    ['{\n"a": tru\n}', 2],
    ["{\n'a': 1\n}", 2],
    ['{\n"a": [1, 2\n\n', 2],
    ["", 1],
    ['{\r\n"a" 1\r\n}', 2],
    ["{}\n\n}", 3],
  ])("%j is wrong in line %j", (text, line) => {
    expect(faultyLine(text)).toBe(line);
  });
});

describe("what was done", () => {
  const told = (rule: string, move: Move, because = "so it is"): string[] =>
    tellMoves([{ rule, move, because }], DEFAULT_SETTINGS);

  test("is told in sentences, without the names of rules", () => {
    for (const { id } of PLAN_RULES) {
      const [line = ""] = told(id, { kind: "edit-plan", path: "Plans/A.md", hash: "", changes: [] });
      expect(line).toMatch(/^ {2}[A-Z].*\. {2}Plans\/A\.md$/);
      expect(line).not.toContain(id.includes("-") ? id : `${id} `);
    }
  });

  test("leaves out what is only remembered and the Dashboard, but not a pause", () => {
    const moves: Decision[] = [
      {
        rule: "remember-being-here",
        move: { kind: "remember", path: "", what: { kind: "alive" } },
        because: "",
      },
      {
        rule: "tick-what-happened",
        move: { kind: "remember", path: "Plans/A.md", what: { kind: "applied", request: "a" } },
        because: "",
      },
      { rule: "draw-the-dashboard", move: { kind: "write-dashboard", path: "Dashboard.md" }, because: "" },
    ];
    expect(tellMoves(moves, DEFAULT_SETTINGS)).toEqual([]);
    expect(
      told("notice-another-program", {
        kind: "remember",
        path: "a.md",
        what: { kind: "paused", request: "a", why: "A request was taken away." },
      }),
    ).toEqual(["  Pauses this device: A request was taken away.  a.md"]);
  });

  test("says of what a person did by hand that it was recorded, not sent", () => {
    expect(
      told("act", { kind: "act", path: "Approved/2026-02-21T1040Z_letter_ana_7f3a9c21.md", request: "a" })[0],
    ).toContain("what you did by hand");
  });

  test("of a run that only drew the Dashboard says so, and of a dry run that it would", async () => {
    const made = vault("four");
    await run("init", "--vault", made);
    const dry = await run("settle", "--dry-run", "--vault", made);
    const wet = await run("settle", "--vault", made);
    expect([dry.out, wet.out].join("\n")).not.toMatch(/draw-the-dashboard|remember-/);
    expect(wet.code).toBe(0);
  });
});

describe("a command in a sentence of ours", () => {
  const words = "{do:merge} shows it{do:settle}, or write the block{do:fill-in}; {do:request PLAN-1}";
  test("is written as each face has it", () => {
    expect(writeCommands(words, IN_APP)).toBe(
      "“Merge duplicates…” shows it, or write the block, or use “Request approval…”; “Request approval…”",
    );
    expect(writeCommands(words, inTerminal(" --settings s.json"))).toBe(
      "“planwright merge --settings s.json” shows it (“planwright settle --executor --settings s.json”), or write the block; “planwright request PLAN-1 --settings s.json”",
    );
  });

  test("is named only if it exists", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith("places.ts"))
      .map((name) => readFileSync(path.join("src", name), "utf8"));
    const named = sources.flatMap((source) => source.match(/\{do:[a-z][^{}$]*\}/g) ?? []);
    const offered = (["repair", "convert", "merge", "adopt"] as const).map((kind) =>
      commandFor(wantedOf(kind, null, true)),
    );
    expect([...named, ...offered].filter((each) => writeCommands(each) === each)).toEqual([]);
  });

  test("is no word of a person", () => {
    expect(writeCommands("Pay {do:rent} to Mallory")).toBe("Pay {do:rent} to Mallory");
  });
});
