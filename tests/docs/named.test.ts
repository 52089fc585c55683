/**
 * The names on the pages for users exist: in **bold** a button, after “command” a command, in the first column of a
 * table of troubles a sentence of the app. And a page for users is short.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { WORDS } from "../../src/app/ui/words";
import { ANSWER_ROWS } from "../../src/overview/answers";
import { PROVIDERS } from "../../src/settings/providers";
import { fencesOf } from "./page";

/** With how many words each may have, code left out. */
const USER_PAGES: Readonly<Record<string, number>> = {
  "README.md": 1_800,
  "docs/getting-started.md": 700,
  "docs/approvals.md": 700,
  "docs/models.md": 700,
  "docs/devices-and-sync.md": 700,
  "docs/security.md": 700,
  "docs/troubleshooting.md": 700,
};

const TROUBLES = "docs/troubleshooting.md";
const SAID_IN = [
  "src/note/plan/blocks.ts",
  "src/app/ui/words.ts",
  "src/app/ui/settings/settingsWords.ts",
  "src/app/hindrances.ts",
  "src/approval/gate.ts",
];

const BUTTONS = new Set([
  "Approve",
  ...Object.values(ANSWER_ROWS).map(({ label }) => label),
  ...Object.values(PROVIDERS).map(({ name }) => name),
  ...wordsIn(WORDS),
]);
const COMMANDS = readFileSync("docs/commands.md", "utf8");

function wordsIn(words: object): readonly string[] {
  return Object.values(words).flatMap((each: unknown) =>
    typeof each === "string" ? [each] : typeof each === "object" && each !== null ? wordsIn(each) : [],
  );
}

test("the pages name every provider of models", () => {
  const models = ["models", "flows", "settings"].map((page) => readFileSync(`docs/${page}.md`, "utf8")).join("\n");
  const settings = readFileSync("docs/settings.md", "utf8");
  for (const [code, { name }] of Object.entries(PROVIDERS)) {
    expect(settings).toContain(`\`${code}\``);
    if (name !== null) expect(models).toContain(name);
  }
});

describe.each(Object.entries(USER_PAGES))("%s", (page, most) => {
  const text = readFileSync(page, "utf8");

  test("names only buttons that there are", () => {
    const named = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
    // A bold word that ends in a full stop opens a paragraph.
    const buttons = named.filter((name) => !/[.:]$/.test(name) && name !== "acting device");
    expect(buttons.length).toBeGreaterThan(0);
    expect(buttons.filter((name) => !BUTTONS.has(name))).toEqual([]);
  });

  test("names only commands that there are", () => {
    const named = [...text.matchAll(/commands?(?: is)? “([^”]+)”/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !COMMANDS.includes(`| ${name} |`))).toEqual([]);
  });

  test("is short", () => {
    const code = fencesOf(text).reduce((left, fence) => left.replace(fence.text, ""), text);
    const words = code.split(/\s+/).filter((word) => /[\p{L}\p{N}✋]/u.test(word));
    expect(words.length).toBeLessThanOrEqual(most);
  });
});

test("the page about troubles quotes what the app says", () => {
  const said = SAID_IN.map((file) => readFileSync(file, "utf8")).join("\n");
  const quoted = [...readFileSync(TROUBLES, "utf8").matchAll(/^\| “(.+)” \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, words = ""]) => words,
  );
  expect(quoted.length).toBeGreaterThan(20);
  // Where the app fills something in, the page has “…”.
  expect(quoted.filter((words) => !words.split("…").every((piece) => said.includes(piece)))).toEqual([]);
});
