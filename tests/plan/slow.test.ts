/**
 * Long texts made to be slow. Nothing here is timed: what takes a time that grows with the square of the text does not
 * come to an end within the time any test has.
 */
import { describe, expect, it } from "vitest";
import { ACTION_LIMIT } from "../../src/note/action/action";
import { parseAction } from "../../src/note/action/parse";
import { renderAction } from "../../src/note/action/render";
import { parseEntry } from "../../src/note/plan/parseLog";
import { setValue } from "../../src/kit/frontmatter";
import { escapeMarkdown, inQuote, link, oddCharacters } from "../../src/kit/text";
import { editPlan } from "../../src/note/plan/edit";
import { parseRecord } from "../../src/approval/request/record";
import { parseRequest } from "../../src/approval/request/parse";
import { read } from "./note";

const LONG = 250_000;
const fill = (unit: string, length = LONG): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const stairs = (count: number, unit: string, line: string): string =>
  Array.from({ length: count }, (_each, at) => unit.repeat(at) + line).join("\n");

const TEXTS: readonly (readonly [string, string])[] = [
  ["lines of prose", fill("Lorem ipsum dolor sit amet.\n")],
  ["empty lines", fill("\n")],
  ["carriage returns", fill("\r")],
  ["carriage returns and a letter", `${fill("\r")}x`],
  ["CR CR LF", fill("\r\r\n")],
  ["spaces", fill(" ")],
  ["spaces between letters", `x${fill(" ")}x`],
  ["tabs", fill("\t")],
  ["line separators", fill("\u2028")],
  ["boxes", fill("- [ ] a\n")],
  ["boxes with one id", fill("- [ ] a ^s-1\n")],
  ["boxes with many ids", fill("x").replace(/x{20}/g, (_all, at: number) => `- [ ] a ^s-${String(at)}\n`)],
  ["boxes ever deeper", stairs(700, " ", "- [ ] a")],
  ["items ever deeper", stairs(700, "\t", "- a")],
  ["markers in a line", fill("- ")],
  ["boxes in a line", fill("- [ ] ")],
  ["spaces in a box line", `- ${fill(" ")}[ ] a`],
  ["spaces after a box", `- [ ] ${fill(" ")}a`],
  ["ids in a line", `- [ ] ${fill(" ^a")}`],
  ["days in a line", `- [ ] ✋ ${fill("⏳ 2026-01-0")}`],
  ["numbers", fill("1. a\n")],
  ["parentheses", fill("(")],
  ["signs of headings", fill("#")],
  ["spaces in a heading", `# a${fill(" ")}b`],
  ["closing signs in a heading", `# ${fill("# ")}b`],
  ["Roadmaps", fill("# Roadmap\n")],
  ["small headings", fill("## x\n")],
  ["fences", fill("```\n")],
  ["an unfinished fence", `\`\`\`\n${fill("- [ ] x\n")}`],
  ["unfinished fences in items", fill("- [ ] a\n  ```action\n")],
  ["ticks", fill("`")],
  ["ticks and spaces", fill("` ")],
  ["tildes", fill("~")],
  [
    "deep fences",
    `- [ ] x\n${fill(" ", 100_000)}\`\`\`action\n${fill(" ", 100_000)}type: email\n${fill(" ", 100_000)}\`\`\`\n`,
  ],
  ["percent signs", fill("%%")],
  ["lines of percent signs", fill("%%\n")],
  ["percent signs in prose", fill("a %% b\n")],
  ["openings of comments", fill("<!-- ")],
  ["quotes", fill(">")],
  ["quotes and spaces", fill("> ")],
  ["fences in quotes", fill("> ```\n")],
  ["log lines", `## Reasoning Logs\n${fill("- [2026-02-21T10:30:00Z] Agent: x — y. (asked, step s-1)\n")}`],
  ["parentheses in a log line", `## Reasoning Logs\n- [2026-02-21] A: ${fill("(a")}`],
  ["a mark without end", `## Reasoning Logs\n- [2026-02-21] A: (asked${fill(", step a")}`],
  ["spaces in a log line", `## Reasoning Logs\n- [2026-02-21]${fill(" ")}`],
  ["spaces between brackets", `## Reasoning Logs\n- [2026-02-21] A: ${fill("(a)   ")}`],
  ["questions", `## Questions\n${fill("- q ^q-a-s-1\n    - [ ] Ask again\n")}`],
  ["a question with many boxes", `## Questions\n- q ^q-a-s-1\n${fill("    - [x] Ask again\n")}`],
  ["ids in a question", `## Questions\n- ${fill(" ^q-a")}`],
  ["spaces before a question", `## Questions\n- ${fill(" ")}[x]`],
  ["spaces in an option", `## Questions\n- q ^q-a-s-1\n  - [x] a${fill(" ")}b`],
  ["rules", fill("---\n")],
  ["stars", `${fill("*")}status`],
  ["lines between rows", fill("_")],
  ["equal signs", fill("=")],
  ["hands", `- [ ] ${fill("✋")}`],
];

const PROPERTIES: readonly (readonly [string, string])[] = [
  ["without an end", fill("a: b\n")],
  ["of empty lines", `${fill("\n")}---\n`],
  ["of few empty lines", `${fill("\n", 990)}---\n`],
  ["of blank lines", `${fill(`${" ".repeat(60)}\n`, 60_000)}---\n`],
  [
    "with a thousand keys",
    `${stairs(990, "", "k: v").replace(/k/g, (_all, at: number) => `k${String(at)}`)}\n---\n`,
  ],
  ["with a long list", `a: [${fill("a,", 65_000)}]\n---\n`],
  ["with a very long list", `a: [${fill("a,")}]\n---\n`],
  ["with spaces before a second key", `a: 1\na:${fill(" ", 60_000)}x\n---\n`],
  ["with spaces after a colon", `status: x: ${fill(" ", 60_000)}\n---\n`],
  ["of signs of remarks", `${fill("# \n", 2900)}---\n`],
  ["with remarks in a value", `status: a${fill(" #", 60_000)}\n---\n`],
  ["of hyphens", `${fill("-")}\n---\n`],
  ["with glued hyphens", fill("a--- ")],
  ["with quotes", `status: "${fill('\\"', 60_000)}\n---\n`],
  ["with spaces in a value", `status: a${fill(" ", 60_000)}b\n---\n`],
  ["nested", `${stairs(340, " ", "a:")}\n---\n`],
];

describe("a long text of", () => {
  const head = "---\ntask_id: P\nstatus: Active\n---\n# Objective\nx\n## Roadmap\n- [ ] z ^s-z\n";

  it.each(TEXTS)("%s is read or refused as a plan, a request and a record", (_what, text) => {
    expect(["plan", "adoptable", "problem"]).toContain(read(head + text).kind);
    expect(read(text).kind).not.toBe("plan");
    expect(["torn", "foreign"]).toContain(
      parseRequest("2026-01-01T0000Z_email_a_00000000.md", head + text, { device: null }).reading.kind,
    );
    expect(parseRecord("p", "n", head + text, null)).toMatchObject({ record: null, asks: false });
  });

  it.each(TEXTS)("%s is edited or refused", (_what, text) => {
    const after = editPlan("p.md", head + text, [
      { kind: "mark", step: "s-z", mark: "x" },
      { kind: "status", value: "Blocked" },
      { kind: "log", line: "- [2026-01-01T00:00:00Z] Agent: a — b. (asked)" },
    ]);
    expect(after === null || after.includes("- [x] z ^s-z")).toBe(true);
  });

  it.each(TEXTS)("%s is made into text for every place", (_what, text) => {
    expect(escapeMarkdown(text).length).toBeLessThan(1000);
    expect(inQuote(text).split("\n").length).toBeLessThan(50);
    expect(/^“[^\n]*”$/.test(link(text, text))).toBe(true);
    expect(oddCharacters(text).length).toBeLessThan(13);
    expect(parseEntry(`- [2026-02-21] A: ${text}`.split("\n")[0] ?? "")).not.toBe(undefined);
  });

  it.each(TEXTS)("%s is no action, or one that reads back", (_what, text) => {
    expect(["action", "bad"]).toContain(parseAction(text.slice(0, ACTION_LIMIT)).kind);
    expect(parseAction(text + text).kind).toBe("bad");
    expect(
      renderAction({
        type: "email",
        target: "",
        args: { a: text.slice(0, ACTION_LIMIT / 8) },
        attachments: [],
      }).length > 0,
    ).toBe(true);
  });
});

describe("frontmatter", () => {
  it.each(PROPERTIES)("%s is read or refused", (_what, block) => {
    const text = `---\n${block}`;
    expect(["other", "adoptable", "problem"]).toContain(read(text).kind);
    expect(setValue(text, "task_id", "x")).toBe(null);
    expect(["string", "object"]).toContain(typeof setValue(text, "status", "Done"));
  });
});
