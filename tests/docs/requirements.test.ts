/**
 * The tables of what was asked for: each row says what there is, and names the tests that show it. A test is named by
 * its file and the beginning of its title, as its file has it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { linksOf } from "./page";

const FOLDER = "docs/requirements";
const HEAD = ["asked for", "what there is", "shown by"];

/** The cells of each row of a page’s tables; a vertical bar within a cell has a backslash before it. */
function rowsOf(page: string): readonly (readonly string[])[] {
  return page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    )
    .filter(([first = ""]) => first !== HEAD[0] && !/^-+$/.test(first));
}

/** Sentences on what is wrong with the last cell. */
function faultsIn(cell: string): readonly string[] {
  return cell.split(/\s*<br>\s*/).flatMap((named) => {
    const [, file = "", title = ""] = /^`?(tests\/[\w./-]+\.test\.tsx?) › (.+?)(?: ?…)?`?$/.exec(named) ?? [];
    if (file === "") return [`“${named}” is no “tests/FILE › TITLE”`];
    if (!existsSync(file)) return [`${file} is not there`];
    const text = readFileSync(file, "utf8");
    const begins = ['"', "'", "`"].some((quote) => text.includes(`${quote}${title}`));
    return begins ? [] : [`${file} has no test that begins with “${title}”`];
  });
}

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith(".md")))("%s", (name) => {
  const page = readFileSync(`${FOLDER}/${name}`, "utf8");
  const rows = rowsOf(page);

  test("has rows of three cells", () => {
    expect(page).toContain(`| ${HEAD.join(" | ")} |`);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((cells) => cells.length !== 3 || cells[0] === "" || cells[1] === "")).toEqual([]);
  });

  test("names tests that there are, for everything that there is", () => {
    const faults = rows.flatMap(([asked = "", there = "", shown = ""]) =>
      shown === ""
        ? /^Not yet\b/.test(there)
          ? []
          : [`“${asked}” names no test`]
        : faultsIn(shown).map((fault) => `“${asked}”: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test("leads to pages that there are", () => {
    for (const link of linksOf(page)) expect(existsSync(`${FOLDER}/${link.split("#")[0] ?? ""}`), link).toBe(true);
  });
});

test.each([
  ["", "“” is no “tests/FILE › TITLE”"],
  ["tests/no/such.test.ts › a flow", "tests/no/such.test.ts is not there"],
  [
    "tests/docs/requirements.test.ts › has rows of four cells",
    "tests/docs/requirements.test.ts has no test that begins with “has rows of four cells”",
  ],
])("a cell %j is told as a fault", (cell, fault) => {
  expect(faultsIn(cell)).toEqual([fault]);
});
