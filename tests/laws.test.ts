/**
 * The architecture, checked. Each law is a function over texts, tried first on a planted offence, then on the sources.
 */
import { describe, expect, test } from "vitest";
import { readTexts, say, type Offence, type Text } from "./laws/read";
import {
  emptyNames,
  forbiddenImports,
  importCycles,
  misnamedFiles,
  misplacedPlatforms,
  roomOf,
  tooLong,
  wideComments,
  unknownRooms,
  type Places,
} from "./laws/rooms";
import { PURE, ROOMS } from "./laws/table";
import { strayStrings } from "./laws/shownStrings";
import { forbiddenShownWords } from "./laws/shownWords";
import { bypassedDoors, forbiddenWords, impurities, nounlessComments } from "./laws/words";

const PLACES: Places = {
  app: ["src/main.ts", "src/app/", "src/adapters/obsidian/", "src/app/ui/"],
  node: [
    "src/cli.ts",
    "src/terminal/",
    "src/adapters/folder/",
    "src/adapters/node/",
    "src/adapters/mcp/stdio",
  ],
};

const LINES = 520;
/** Of a comment. */
const WIDTH = 120;
const EMPTY_NAMES = [
  "util",
  "utils",
  "helper",
  "helpers",
  "manager",
  "managers",
  "service",
  "services",
  "common",
  "type",
  "types",
  "base",
  "misc",
];

interface Law {
  readonly name: string;
  readonly check: (files: readonly Text[]) => readonly Offence[];
  /** Each breaks the law once, at its last line or at the line given; `beside` are innocent files around it. */
  readonly planted: readonly (Text & { readonly line?: number; readonly beside?: readonly Text[] })[];
  readonly innocent?: readonly Text[];
}

const src = (path: string, text = ""): Text => ({ path: `src/${path}`, text });

const LAWS: readonly Law[] = [
  {
    name: "every folder of src stands in the table of rooms",
    check: (files) => unknownRooms(files, ROOMS),
    planted: [src("cupboard/open.ts"), src("extra.ts")],
  },
  {
    name: "a room imports only the rooms the table gives it",
    check: (files) => forbiddenImports(files, ROOMS),
    planted: [
      { ...src("kit/a.ts", '\nimport { b } from "../note/b";'), beside: [src("note/b.ts")] },
      { ...src("note/a.ts", 'import type { B } from "../approval/b";'), beside: [src("approval/b.ts")] },
      { ...src("kit/a.ts", 'export * from "../note";'), beside: [src("note/index.ts")] },
      {
        ...src("engine/a.ts", 'const b = await import("../adapters/mcp/b");'),
        beside: [src("adapters/mcp/b.ts")],
      },
      { ...src("cli.ts", 'import "./app/ui/b";'), beside: [src("app/ui/b.ts")] },
      { ...src("rules/a.ts", 'type B = import("../engine/b").B;'), beside: [src("engine/b.ts")] },
      { ...src("note/a.ts", 'import { b } from "./b.ts";'), beside: [src("note/b.ts")] },
      src("note/a.ts", 'import { gone } from "./gone";'),
      src("note/a.ts", 'import { fake } from "../../tests/fake";'),
    ],
    innocent: [
      src(
        "note/a.ts",
        'import { b } from "./b";\nimport { lines } from "../kit/lines";\nimport { z } from "zod";',
      ),
      src("note/b.ts"),
      src("kit/lines.ts"),
    ],
  },
  {
    name: "files do not import each other in a circle",
    check: importCycles,
    planted: [
      {
        ...src("note/a.ts", 'import { b } from "./b";'),
        beside: [src("note/b.ts", 'import { c } from "./c";'), src("note/c.ts", 'export * from "./a";')],
      },
      {
        ...src("note/a.ts", 'import type { B } from "./b";'),
        beside: [src("note/b.ts", 'await import("./a");')],
      },
      src("note/a.ts", 'import { a } from "./a";'),
    ],
    innocent: [
      src("note/a.ts", 'import "./b";\nimport "./c";'),
      src("note/b.ts", 'import "./c";'),
      src("note/c.ts"),
    ],
  },
  {
    name: "a pure room has no clock, chance, timer, network, console or platform",
    check: (files) => impurities(files.filter((file) => PURE.includes(roomOf(file.path, ROOMS)))),
    planted: [
      "Date.now()",
      "Date['now']()",
      "new Date()",
      "new Date",
      "Date()",
      "Math.random()",
      "performance.now()",
      "setTimeout(f, 1)",
      "window.setTimeout(f, 1)",
      "const wait = setInterval;",
      "fetch(url)",
      "console.warn(a)",
      "process.env.HOME",
      "globalThis.crypto",
      "document.body",
      "crypto.subtle",
      "const a = { crypto };",
      "let a: typeof window;",
      'import fs from "node:fs";',
      'import fs from "fs";',
      'await import("node:fs");',
      'let a: import("node:fs").Stats;',
      'import type { App } from "obsidian";',
      'require("x");',
    ].map((text) => src("note/a.ts", `// Date.now() in a comment\n${text}`)),
    innocent: [
      src(
        "note/a.ts",
        "const a = new Date(now); a.getTime(); step.process(1); const b = { window: 3, console() {} }; type T = { fetch: 1 }; const { process: c } = b; 'Date.now()';",
      ),
      src("engine/a.ts", "setTimeout(f, 1);"),
    ],
  },
  {
    name: "the app and Node are known only where they may be",
    check: (files) => misplacedPlatforms(files, PLACES),
    planted: [
      src("engine/a.ts", 'import { Plugin } from "obsidian";'),
      src("adapters/folder/a.ts", 'import type { App } from "obsidian";'),
      src("app/ui/a.ts", 'import { join } from "node:path";'),
      src("adapters/mcp/http.ts", 'import { spawn } from "child_process";'),
      src("main.ts", 'import type { Stats } from "node:fs";'),
    ],
    innocent: [
      src("main.ts", 'import { Plugin } from "obsidian";\nif (Platform.isDesktop) await import("node:fs");'),
      src("cli.ts", 'import fs from "node:fs";'),
      src("adapters/mcp/mcpTools.ts", 'type Spawn = typeof import("node:child_process").spawn;'),
      src("adapters/mcp/stdioTransport.ts", 'import { spawn } from "node:child_process";'),
    ],
  },
  {
    name: "a file that exports one name bears it",
    check: misnamedFiles,
    planted: [
      { ...src("note/a.ts", "export function readPlan(): void {}\ninterface A {}"), line: 1 },
      src("note/b.ts", "export const PLAN_RULES = {};"),
      src("note/c.ts", "export interface Plan {}"),
    ],
    innocent: [
      src("note/readPlan.ts", "export function readPlan(): void {}"),
      src("note/planRules.ts", "export const PLAN_RULES = {};"),
      src("note/plan.ts", "export interface A {}\nexport interface B {}"),
      src("main.ts", "export default class Door {}"),
    ],
  },
  {
    name: `no line of a comment is wider than ${WIDTH} characters`,
    check: (files) => wideComments(files, WIDTH),
    planted: [
      src("note/a.ts", `/** ${"a".repeat(WIDTH)} */`),
      src("note/a.ts", `/**\n * ${"a".repeat(WIDTH)}`),
      src("note/a.ts", `const a = 1;\n  // ${"a".repeat(WIDTH)}`),
    ],
    innocent: [src("note/a.ts", `// ${"a".repeat(WIDTH - 3)}\nconst a = "${"a".repeat(WIDTH)}"; // b`)],
  },
  {
    name: "no comment opens with a word in the place of its noun",
    check: nounlessComments,
    planted: [
      src("note/a.ts", "/** What a rule writes into a plan. */"),
      src("note/a.ts", "/**\n * Whatever a person writes."),
      src("note/a.ts", "const a = 1;\n  // Whoever gave a command gives it again."),
      src("note/a.ts", "const a = 1; // Nobody waits."),
      src("note/a.ts", "  /** Whose next step is next. */"),
      src("note/a.ts", "/* Who may act. */"),
      src("note/a.ts", "// Whom it is for"),
      src("note/a.ts", "const a = b\n  ? c\n  : // Somebody waits."),
    ],
    innocent: [
      src(
        "note/a.ts",
        '/** The edit of a plan\n * What follows is one sentence. */\n// The step that is next:\n// What it wants.\n/** Whole, Somebody’s or Whatsoever. */\nconst a = "// What"; // A rule.',
      ),
    ],
  },
  {
    name: `no file is longer than ${LINES} lines`,
    check: (files) => tooLong(files, LINES),
    planted: [{ ...src("note/a.ts", "a\n".repeat(LINES + 1)), line: LINES + 1 }],
    innocent: [src("note/a.ts", "a\n".repeat(LINES))],
  },
  {
    name: "a file's name says what is inside",
    check: (files) => emptyNames(files, EMPTY_NAMES),
    planted: [
      src("note/utils.ts"),
      src("kit/dateHelpers.ts"),
      src("rules/plan-manager.ts"),
      src("common/a.ts"),
      src("note/types.ts"),
      src("note/base.ts"),
    ],
    innocent: [src("note/typed.ts"), src("kit/database.ts")],
  },
  {
    name: "no screen shows a word of the notes for which it has one of its own",
    check: forbiddenShownWords,
    planted: [
      src("overview/a.ts", 'export const words = "Blocked since Monday";'),
      src("app/ui/words/a.ts", "export const a = (n: number) => `${n} open requests`;"),
      src("terminal/a.ts", 'say("the tool of the server");'),
    ],
    innocent: [
      src("overview/a.ts", 'import type { Rule } from "../rules/rule";\nexport const id = "request";'),
      src("engine/a.ts", 'export const said = "the rules of the house";'),
    ],
  },
  {
    name: "strings that a person reads in the app are in the files of words",
    check: strayStrings,
    planted: [
      ...[
        'const none = "No request waits.";',
        "const title = `Skip step ${n}?`;",
        "const line = `Step ${n}`;",
        'const button = { label: "Save" };',
        'const button = { label: isAgain ? "Again" : words.ask };',
        'el.createSpan({ cls: "planwright-a", text: "Stop" });',
        'row.setName("Key");',
        'door.say("Copied.");',
        'el.setAttr("aria-label", "Close it");',
        'const attr = { "aria-label": "Close" };',
      ].map((text) => src("app/ui/review/a.ts", `// Words in a comment\n${text}`)),
      src("main.ts", 'add("Open view");'),
    ],
    innocent: [
      src("app/ui/words.ts", 'const WORDS = { none: "No request waits." };'),
      src("app/ui/words/planWords.ts", 'const PLANS = { label: "Save it" };'),
      src(
        "app/ui/a.ts",
        'el.addClass("planwright-a planwright-b"); el.querySelector("input, textarea"); const F = "input:not([type=radio]), .checkbox-container"; const attr = { role: "status", "aria-keyshortcuts": back ? "ArrowLeft K" : "ArrowRight J" }; door.say(`${words.a} · ${words.b}`); el.setText(""); const key = `${path}#^${id}`; const button = { label: words.save };',
      ),
      src("engine/a.ts", 'const reason = "The server is down.";'),
    ],
  },
  {
    name: "JSON from outside comes in by the one door, kit/json.ts",
    check: bypassedDoors,
    planted: [src("work/a.ts", "const a = JSON.parse(text);"), src("adapters/node/a.ts", "JSON['parse'](b)")],
    innocent: [
      src("kit/json.ts", "JSON.parse(text);"),
      src("terminal/json.ts", "JSON.parse(text);"),
      src("work/a.ts", "parseJson(text); // JSON.parse(text)"),
    ],
  },
  {
    name: "nothing is deleted, rewritten whole, made into markup or run as code",
    check: forbiddenWords,
    planted: [
      "app.vault.delete(file)",
      "this.app.vault.trash(file, true)",
      "vault['delete'](file)",
      "app.fileManager.trashFile(file)",
      "app.fileManager.processFrontMatter(file, f)",
      "matter.stringify(text, data)",
      "el.innerHTML = text",
      "el.outerHTML",
      "eval(text)",
      "(0, eval)(text)",
      "new Function(text)",
      "const F = Function;",
      "/(?<=a)b/.test(text)",
      "/a(?<!b)/u",
      "new RegExp('(?<=a)b')",
    ].map((text) => src("app/ui/a.ts", `// el.innerHTML = eval("")\n${text};`)),
    innocent: [
      src(
        "app/ui/a.ts",
        "map.delete(key); JSON.stringify(a); /(?<name>a)/; /\\(?<=/; /[(?<=]/; const f: Function = g; 'innerHTML'; table.eval(); h instanceof Function;",
      ),
    ],
  },
];

const sources = readTexts("src");

describe("the laws of the house", () => {
  test("there are sources to judge", () => {
    expect(sources.length).toBeGreaterThan(5);
  });

  for (const { name, check } of LAWS) {
    test(name, () => {
      expect(check(sources).map(say)).toEqual([]);
    });
  }
});

describe("each law catches what breaks it", () => {
  for (const { name, check, planted, innocent = [] } of LAWS) {
    test(name, () => {
      for (const { path, text, line = text.split("\n").length, beside = [] } of planted) {
        const places = check([{ path, text }, ...beside]).map((offence) => `${offence.path}:${offence.line}`);
        expect(new Set(places), text).toEqual(new Set([`${path}:${line}`]));
      }
      expect(check(innocent).map(say)).toEqual([]);
    });
  }

  test("the table itself names only rooms that it has, and no room knows itself through another", () => {
    for (const allowed of Object.values(ROOMS)) {
      for (const room of allowed.split(" ").filter(Boolean)) expect(Object.keys(ROOMS)).toContain(room);
    }
    const reaches = (room: string, goal: string): boolean =>
      (ROOMS[room] ?? "").split(" ").some((next) => next === goal || (next !== "" && reaches(next, goal)));
    for (const room of Object.keys(ROOMS)) expect(reaches(room, room), room).toBe(false);
  });
});
