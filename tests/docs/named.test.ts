/** Buttons and commands that the pages for users name are there: in **bold** a button, after “command” a command. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ANSWER_ROWS } from "../../src/views/answers";

const USER_PAGES = ["docs/approvals.md"];
const BUTTONS = new Set<string>(["Approve", ...Object.values(ANSWER_ROWS).map(({ label }) => label)]);
const COMMANDS = readFileSync("docs/commands.md", "utf8");

describe.each(USER_PAGES)("%s", (page) => {
  const text = readFileSync(page, "utf8");

  test("names only buttons that there are", () => {
    const named = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !BUTTONS.has(name))).toEqual([]);
  });

  test("names only commands that there are", () => {
    const named = [...text.matchAll(/command(?: is)? “([^”]+)”/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !COMMANDS.includes(`| ${name} |`))).toEqual([]);
  });
});
