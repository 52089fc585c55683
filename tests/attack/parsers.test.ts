/**
 * The attack book, Parsers: whatever a note is made of, nothing in it is executed, nothing throws, no gate is lost, and
 * a note that cannot be read stays byte for byte as it is while the person is shown why. An honest plan lies beside
 * each and must get its request all the same.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isGated } from "../../src/note/plan/plan";
import type { PlanView } from "../../src/rules/world";
import { openFolder, type FolderGround } from "./folder";
import { emailPlan } from "./ground";

const PATH = "Plans/Hostile.md";
const HONEST = emailPlan({
  id: "PLAN-HONEST",
  to: "honest@example.com",
  objective: "Be asked about, whatever lies beside.",
});
const NOTE = emailPlan({ id: "PLAN-HOSTILE", to: "victim@example.com" });

type Content = string | Uint8Array;

interface Seen {
  readonly ground: FolderGround;
  /** Null when the note is not taken for a plan. */
  readonly view: PlanView | null;
  /** Requests that were written for the hostile note, as text. */
  readonly requests: readonly string[];
  readonly same: boolean;
  /** What a person is shown. */
  readonly shown: string;
}

/** Puts the note beside an honest one, lets the desk work twice, and looks. */
async function meet(content: Content, check: (seen: Seen) => void): Promise<void> {
  const ground = await openFolder();
  try {
    const bytes = Buffer.from(content);
    ground.put("Plans/Honest.md", HONEST);
    writeFileSync(ground.disk(PATH), bytes);
    await ground.settle();
    await ground.settle();
    const requests = ground.list("Pending_Approval").map((name) => ground.read(`Pending_Approval/${name}`));
    const honest = requests.filter((text) => text.includes("target: honest@example.com"));
    expect(honest).toHaveLength(1);
    expect(ground.calls()).toEqual([]);
    expect(Object.keys(globalThis).filter((name) => name.startsWith("executed"))).toEqual([]);
    expect(["polluted", "status", "type"].filter((key) => key in {})).toEqual([]);
    const view = ground.world().plans.find(({ plan }) => plan.path === PATH) ?? null;
    check({
      ground,
      view,
      requests: requests.filter((text) => !honest.includes(text)),
      same: readFileSync(ground.disk(PATH)).equals(bytes),
      shown: ground.shown(),
    });
  } finally {
    await ground.leave();
  }
}

/** Not a plan, byte for byte as it was, and named to the person with what is wrong with it. */
const refused =
  (why: string) =>
  ({ view, requests, same, shown, ground }: Seen): void => {
    expect(view).toBe(null);
    expect(requests).toEqual([]);
    expect(same).toBe(true);
    const [problem] = ground.world().problems.filter(({ path }) => path === PATH);
    expect(problem?.message).toContain(why);
    expect(shown).toContain("Hostile");
  };

/** Taken for something that is no plan: left alone. */
const left = ({ view, requests, same }: Seen): void => {
  expect(view).toBe(null);
  expect(requests).toEqual([]);
  expect(same).toBe(true);
};

/** A plan whose step is gated: it is asked about, and what was written is still there. */
const gated = ({ view, ground }: Seen): void => {
  expect(view?.step === null || view === null ? null : isGated(view.step)).toBe(true);
  expect(view?.plan.status).not.toBe("Done");
  const now = ground.read(PATH).replace(/ \^s-[0-9a-f]+/g, "");
  expect(now).toContain("## Roadmap");
};

const asked = (seen: Seen): void => {
  gated(seen);
  expect(seen.requests).toHaveLength(1);
};

/**
 * It looks gated and is not understood: it never runs, nothing is written for it but why it is blocked, and a person is
 * told.
 */
const unclear =
  (why: string) =>
  ({ view, requests, shown }: Seen): void => {
    expect(view?.step?.approval).toMatchObject({ kind: "unclear", why: expect.stringContaining(why) });
    expect(requests).toEqual([]);
    expect(shown).toContain("Hostile");
  };

const swap = (from: string, to: string): string => {
  expect(NOTE).toContain(from);
  return NOTE.replace(from, () => to);
};
/** The note with one more property. */
const property = (line: string): string => swap("priority: high", `priority: high\n${line}`);
const status = (written: string): string => swap("status: Active", written);
const step = (words: string): string =>
  emailPlan({ id: "PLAN-HOSTILE", step: words }).replace(/ {4}```action[^]*? {4}```\n/, "");
const args = (line: string): string =>
  swap("      subject: January invoice", `      subject: January invoice\n      ${line}`);

function cases(rows: readonly (readonly [string, Content, (seen: Seen) => void])[]): void {
  test.concurrent.each(rows)("%s", (_name, content, check) => meet(content, check));
}

describe("Parsers: frontmatter in another language", () => {
  const code = (language: string): string =>
    swap("---\ntask_id", `---${language}\nglobalThis.executed = process.exit(1);\ntask_id`);
  cases([
    ...["js", "javascript", "coffee", "coffeescript", "json", "toml", "yaml", "JS", "js ", "js#"].map(
      (language) =>
        [`---${language} runs nothing`, code(language), refused("three hyphens alone on a line")] as const,
    ),
    ["--- js, with a space, is text", code(" js"), left],
    ["---- is text", swap("---\ntask_id", "----\ntask_id"), left],
    [
      "---js behind a byte order mark runs nothing",
      `\uFEFF${code("js")}`,
      refused("three hyphens alone on a line"),
    ],
    [
      "---js as the closing fence runs nothing",
      swap("blocked_reason: null\n---", "blocked_reason: null\n---js"),
      refused("never closed"),
    ],
    ["---js within the block runs nothing", property("---js"), refused("stand alone")],
    [
      "a second block below the first runs nothing",
      swap("# Objective", "---js\nglobalThis.executed = 1\n---\n# Objective"),
      asked,
    ],
    ["a block after an empty line is text", `\n${NOTE}`, left],
  ]);
});

describe("Parsers: YAML that grows", () => {
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ..."bcdefghi".split("").map(
      (name, at) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${"abcdefghi".charAt(at)}`)
          .join(", ")}]`,
    ),
  ].join("\n");
  cases([
    ["an alias bomb is refused at its first alias", property(bomb), refused("lias")],
    ["one alias is refused", property("owner: &me Ana\nreviewer: *me"), refused("lias")],
    ["an anchor nobody refers to is harmless", property("owner: &me Ana"), asked],
    [
      "lists 5,000 levels deep are refused",
      property(`deep: ${"[".repeat(5000)}${"]".repeat(5000)}`),
      refused("frontmatter cannot be read"),
    ],
    [
      "mappings 5,000 levels deep are refused",
      property(`deep: ${"{a: ".repeat(5000)}${"}".repeat(5000)}`),
      refused("frontmatter cannot be read"),
    ],
    [
      "mappings ever further to the right are refused",
      property(Array.from({ length: 60 }, (_each, at) => `${" ".repeat(at)}a:`).join("\n")),
      refused("frontmatter cannot be read"),
    ],
    [
      "deep nesting in an action is not understood",
      args(`deep: ${"[".repeat(60)}${"]".repeat(60)}`),
      unclear("not valid YAML"),
    ],
    ["an alias in an action is not understood", args("a: &x [1]\n      b: *x"), unclear("lias")],
    [
      "a thousand properties are refused",
      property(Array.from({ length: 1001 }, (_each, at) => `k${String(at)}: v`).join("\n")),
      refused("longer than 1,000 lines"),
    ],
    [
      "a property of 70 KB is refused",
      property(`long: ${"x".repeat(70_000)}`),
      refused("longer than 1,000 lines or 64 KB"),
    ],
  ]);
});

describe("Parsers: keys that are not what they seem", () => {
  cases([
    [
      "__proto__ gives nothing a status",
      swap("status: Active", "__proto__: {status: Active, polluted: 1}"),
      left,
    ],
    [
      "__proto__ beside a status changes nothing",
      property("__proto__: {status: Done, task_id: x, polluted: 1}"),
      asked,
    ],
    [
      "constructor and toString are keys like others",
      property("constructor: {prototype: {polluted: 1}}\ntoString: x\nhasOwnProperty: 1"),
      asked,
    ],
    [
      "__proto__ in the arguments of an action is not understood",
      args("__proto__: {polluted: 1}"),
      unclear("cannot be sent exactly"),
    ],
    [
      "__proto__ as an action's type is not understood",
      swap("    type: email", "    __proto__: {type: email}"),
      unclear("cannot be sent exactly"),
    ],
    ["a status twice is refused", status("status: Active\nstatus: Done"), refused("stands there twice")],
    [
      "a status once plain and once in quotes is refused",
      status('status: Active\n"status": Done'),
      refused("stands there twice"),
    ],
    [
      "a status once more by escapes is refused",
      status('status: Active\n"stat\\u0075s": Done'),
      refused("twice"),
    ],
    [
      "a target twice is not understood",
      swap("    target: victim@example.com", "    target: victim@example.com\n    target: other@example.com"),
      unclear("is there twice"),
    ],
    ["a merge key merges nothing", status("<<: {status: Active}"), left],
    ["a merge key beside a status changes nothing", property("<<: {status: Done, task_id: x}"), asked],
    [
      "a merge key in an action adds nothing that is not shown",
      args("<<: {bcc: spy@example.com}"),
      ({ requests, view }) => {
        for (const text of requests) expect(text).toContain("spy@example.com");
        expect(view?.step?.approval.kind).toBe("action");
      },
    ],
    ...[
      "!!js/function 'function () { globalThis.executed = 1 }'",
      "!!js/undefined ''",
      "!!binary aGk=",
      "!!timestamp 2026-02-21",
      "!!set {a}",
      "!!python/object:os.system [x]",
      "!mine x",
    ].map(
      (tag) => [`the tag ${tag.slice(0, 30)} is refused`, property(`made: ${tag}`), refused("tag")] as const,
    ),
    ["a tag in an action is not understood", args("made: !!js/function 'x'"), unclear("begins with “!”")],
    [
      "a status by tag cannot be changed in place, so it is refused",
      status("status: !!str Active"),
      refused("write it as: status: Active"),
    ],
    [
      "a status by anchor cannot be changed in place, so it is refused",
      status("status: &now Active"),
      refused("write it as: status: Active"),
    ],
  ]);
});

describe("Parsers: values of another type than they seem", () => {
  const says =
    (words: string) =>
    (seen: Seen): void => {
      asked(seen);
      expect(seen.requests[0]).toContain(words);
    };
  const holds =
    (written: Readonly<Record<string, string>>) =>
    ({ view }: Seen): void => {
      expect(view?.step?.approval).toMatchObject({ kind: "action", action: { args: written } });
    };
  cases([
    [
      "task_id: 1_000 is text",
      swap("PLAN-HOSTILE", "1_000"),
      ({ view }) => expect(view?.plan.taskId).toBe("1_000"),
    ],
    ["task_id: 0o17 is an id all the same", swap("PLAN-HOSTILE", "0o17"), asked],
    [
      "task_id: 2026-02-21 is text, not a date",
      swap("PLAN-HOSTILE", "2026-02-21"),
      ({ view }) => expect(view?.plan.taskId).toBe("2026-02-21"),
    ],
    [
      "task_id: [a] is the id a",
      swap("PLAN-HOSTILE", "[a]"),
      ({ view }) => expect(view?.plan.taskId).toBe("a"),
    ],
    ["task_id: [a, b] is explained", swap("PLAN-HOSTILE", "[a, b]"), refused("several values")],
    ["task_id: null is none", swap("PLAN-HOSTILE", "null"), left],
    ["status: yes is not known", status("status: yes"), refused("status “yes” is not known")],
    ["status: 1 is not known", status("status: 1"), refused("status “1” is not known")],
    ["status: [Active] is Active", status("status: [Active]"), asked],
    ["status: [Active, Done] is explained", status("status: [Active, Done]"), refused("several values")],
    ["status: {is: Active} is none", status("status: {is: Active}"), left],
    ["status over two lines is Active", status("status: >-\n  Active"), asked],
    [
      "created_date: 2026-13-45 is no day, and harms nothing",
      swap("2026-02-21T10:30:00Z\npriority", "2026-13-45\npriority"),
      asked,
    ],
    [
      "properties that are a list are refused",
      NOTE.replace(/^---\n[^]*?\n---\n/, "---\n- task_id\n- status\n---\n"),
      refused("not a list of “key: value” lines"),
    ],
    [
      "a target that is a list names each receiver",
      swap("victim@example.com", "[a@example.com, b@example.com]"),
      says("- a @ **example.com**\n- b @ **example.com**"),
    ],
    ["an action that is a list is not understood", swap("    type: email", "    - type: email"), unclear("")],
    ["an action without a type is not understood", swap("    type: email\n", ""), unclear("has no type")],
    ["an amount of .inf is the text .inf", args("amount: .inf"), holds({ amount: ".inf" })],
    [
      "an amount beyond what a number can hold keeps every digit",
      args("amount: 9007199254740993"),
      holds({ amount: "9007199254740993" }),
    ],
    [
      "a message_id of 1_000 is asked about as that text",
      args("message_id: 1_000"),
      ({ requests, view }) => {
        for (const text of requests) expect(text).toContain("message_id: 1_000");
        expect(view?.step?.approval).toMatchObject({
          kind: "action",
          action: { args: { message_id: "1_000" } },
        });
      },
    ],
    [
      "a subject of yes is the text yes, and shown in quotes",
      swap("subject: January invoice", "subject: yes"),
      says('subject: "yes"'),
    ],
    [
      "a subject of 2026-02-21 is sent as text",
      swap("subject: January invoice", "subject: 2026-02-21"),
      says("  subject: 2026-02-21"),
    ],
    [
      "a subject of 0o17 is sent as text",
      swap("subject: January invoice", "subject: 0o17"),
      says("  subject: 0o17"),
    ],
  ]);
});

describe("Parsers: lines and bytes", () => {
  const bytes = (...values: number[]): Uint8Array => Buffer.concat([Buffer.from(NOTE), Buffer.from(values)]);
  const keeps =
    (end: RegExp) =>
    (seen: Seen): void => {
      asked(seen);
      expect(seen.ground.read(PATH).replace(end, "")).not.toMatch(/[\r\n]/);
    };
  const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
  cases([
    ["lines that end in CR stay so", NOTE.replaceAll("\n", "\r"), keeps(/\r/g)],
    ["lines that end in CR LF stay so", NOTE.replaceAll("\n", "\r\n"), keeps(/\r\n/g)],
    ["lines that end in CR CR LF stay so", NOTE.replaceAll("\n", "\r\r\n"), keeps(/\r\r\n/g)],
    [
      "U+2028 in a step is a character, not a line",
      swap("✋ Send the invoice", "✋ Send\u2028the invoice"),
      asked,
    ],
    [
      "a box behind U+2028 is no step",
      swap("✋ Send the invoice", "✋ Send\u2028- [x] ✋ Done already"),
      ({ view }) => expect(view?.plan.steps).toHaveLength(2),
    ],
    ["a gate behind U+2029 is a gate", step("Send \u2029✋"), gated],
    [
      "a byte order mark stays where it is",
      `\uFEFF${NOTE}`,
      (seen) => {
        asked(seen);
        expect(seen.ground.read(PATH).startsWith("\uFEFF---\n")).toBe(true);
      },
    ],
    [
      "a byte order mark in the middle is kept",
      swap("Client A pays late.", "Client\uFEFFA pays late."),
      asked,
    ],
    [
      "UTF-16, little end first, is refused",
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(NOTE)]),
      refused("not UTF-8"),
    ],
    [
      "UTF-16, big end first, is refused",
      Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(NOTE).swap16()]),
      refused("not UTF-8"),
    ],
    [
      "UTF-16 of plain letters without a mark is refused",
      utf16("---\nstatus: Active\n---\n"),
      refused("characters that do not belong in text"),
    ],
    [
      "Latin-1 is refused",
      Buffer.from(swap("Client A pays late.", "Señor Núñez pays late."), "latin1"),
      refused("not UTF-8"),
    ],
    ["a byte that is none of UTF-8 is refused", bytes(0xff), refused("not UTF-8")],
    ["half a character at the end is refused", bytes(0xf0, 0x9f, 0x96), refused("not UTF-8")],
    ["an overlong slash is refused", bytes(0xc0, 0xaf), refused("not UTF-8")],
    ["half a surrogate pair is refused", bytes(0xed, 0xa0, 0x80), refused("not UTF-8")],
    [
      "NUL in the text is refused",
      swap("Client A", "Client\u0000A"),
      refused("characters that do not belong in text"),
    ],
    ["NUL at the end is refused", `${NOTE}\u0000`, refused("characters that do not belong in text")],
    ["an empty file is nothing", "", left],
    ["one line feed is nothing", "\n", left],
    ["more than 50,000 lines are refused", NOTE + "\n".repeat(50_001), refused("50,000 lines")],
    ["more than a megabyte is refused", NOTE + "x".repeat(1_048_576), refused("")],
  ]);
});

describe("Parsers: fences and frontmatter that do not end", () => {
  const roadmap = (...lines: string[]): string => swap("## Roadmap\n", `## Roadmap\n${lines.join("\n")}\n`);
  const onlyReal = (seen: Seen): void => {
    asked(seen);
    expect(seen.view?.plan.steps.map(({ text }) => text)).toEqual([
      "✋ Send the invoice",
      "Log the transaction",
    ]);
  };
  cases([
    [
      "frontmatter without an end is refused",
      NOTE.replace("blocked_reason: null\n---", "blocked_reason: null"),
      refused("never closed"),
    ],
    [
      "frontmatter whose end is glued to a value is refused",
      NOTE.replace("blocked_reason: null\n---", "blocked_reason: null---"),
      refused("never closed"),
    ],
    ["frontmatter alone, cut off, is refused", NOTE.slice(0, 60), refused("never closed")],
    ["--- in a fence ends nothing", roadmap("```", "---", "status: Done", "---", "```"), onlyReal],
    [
      "a box in a fence is no step",
      roadmap("```", "- [ ] ✋ Pay the landlord", "- [x] ✋ Paid", "```"),
      onlyReal,
    ],
    ["a box in a fence of tildes is no step", roadmap("~~~", "- [ ] ✋ Pay the landlord", "~~~"), onlyReal],
    [
      "a longer fence is not closed by a shorter one",
      roadmap("````", "```", "- [ ] ✋ Pay the landlord", "````"),
      onlyReal,
    ],
    [
      "a box in a fence in a quote is no step",
      roadmap("> ```", "> - [ ] ✋ Pay the landlord", "> ```"),
      onlyReal,
    ],
    [
      "a box in a comment is no step",
      roadmap("%%", "- [ ] ✋ Pay the landlord", "%%", "<!--", "- [ ] ✋ Pay the tax", "-->"),
      onlyReal,
    ],
    [
      "an action block in a fence is no action",
      roadmap("````", "```action", "type: payment", "target: spy", "```", "````"),
      onlyReal,
    ],
    ["an unfinished fence hides steps, and then nothing is asked", roadmap("```"), left],
    ["an unfinished comment hides steps, and then nothing is asked", roadmap("%%"), left],
    [
      "a Roadmap in a fence is none",
      swap("# Objective\n", "# Objective\n```\n## Roadmap\n- [ ] ✋ Pay the landlord\n```\n"),
      onlyReal,
    ],
    [
      "an action block that never ends is not understood",
      NOTE.replace(/ {4}```\n- \[ \] Log the transaction\n[^]*$/, ""),
      unclear("never closed"),
    ],
    [
      "an action block that is not beneath its step is not understood",
      NOTE.replace(/^ {4}/gm, ""),
      unclear("not indented"),
    ],
    [
      "two action blocks beneath a step are not understood",
      swap("    ```\n- [ ] Log", "    ```\n    ```action\n    type: payment\n    ```\n- [ ] Log"),
      unclear("two action blocks"),
    ],
    ["an action named by {.action} is an action", swap("```action", "```{.Action}"), asked],
    ["two Roadmaps are refused", `${NOTE}\n## Roadmap\n- [ ] more\n`, refused("two Roadmap sections")],
  ]);
});

describe("Parsers: an unfinished merge", () => {
  cases([
    [
      "both sides of a step are refused",
      swap(
        "- [ ] Log the transaction",
        "<<<<<<< HEAD\n- [ ] Log the transaction\n=======\n- [x] Log the transaction\n>>>>>>> phone",
      ),
      refused("unfinished merge"),
    ],
    [
      "a mark in the properties is refused",
      status("<<<<<<< HEAD\nstatus: Active\n=======\nstatus: Done\n>>>>>>> phone"),
      refused("unfinished merge"),
    ],
    [
      "a mark in an action block is refused",
      args("\n<<<<<<< HEAD\n      body: a\n=======\n      body: b\n>>>>>>> phone"),
      refused("unfinished merge"),
    ],
    [
      "only the closing mark is refused",
      swap("- [ ] Log the transaction", "- [ ] Log the transaction\n>>>>>>> phone"),
      refused("unfinished merge"),
    ],
    [
      "with CR LF it is refused as well",
      swap("- [ ] Log the transaction", "<<<<<<< HEAD\n- [ ] Log").replaceAll("\n", "\r\n"),
      refused("unfinished merge"),
    ],
    ["a line of equal signs is a line", swap("Client A pays late.", "Client A pays late.\n======="), asked],
  ]);
});

describe("Parsers: the sign of a gate", () => {
  const signs = [
    "✋",
    "✋🏻",
    "✋🏿",
    "✋\uFE0F",
    "✋\uFE0E",
    "\u200B✋",
    "\u00A0✋",
    "**✋**",
    "`✋`",
    "<!-- ✋ -->",
    "%%✋%%",
    "[[✋]]",
    "‚úã",
    "âœ‹",
    "\u00E2\u009C\u008B",
    "Ã¢Å“â€¹",
  ];
  const like = [
    "🖐",
    "🖐🏽",
    "🤚",
    "🛑",
    ":raised_hand:",
    ":hand:",
    "(requires human approval)",
    "(requires approval)",
    "(needs approval)",
    "(REQUIRES HUMAN APPROVAL)",
  ];
  cases([
    ...signs.map(
      (sign) =>
        [`${JSON.stringify(sign)} in front gates a step`, step(`${sign} Send the invoice`), gated] as const,
    ),
    ...signs
      .slice(0, 4)
      .map(
        (sign) =>
          [
            `${JSON.stringify(sign)} at the end gates a step`,
            step(`Send the invoice ${sign}`),
            gated,
          ] as const,
      ),
    ["the sign on a line beneath gates the step", step("Send the invoice\n    ✋ after Ana looked"), gated],
    [
      "the sign beneath a nested box gates the outer step",
      step("Send the invoice\n    - [ ] ✋ really"),
      gated,
    ],
    [
      "an action block gates a step without the sign",
      emailPlan({ id: "PLAN-HOSTILE", step: "Send the invoice" }),
      asked,
    ],
    ...like.map(
      (sign) =>
        [
          `${sign} looks like a gate and never runs`,
          step(`${sign} Send the invoice`),
          unclear("but has no ✋"),
        ] as const,
    ),
  ]);
});
