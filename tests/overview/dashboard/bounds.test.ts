/** However much there is, and whatever it says: the Dashboard stays small and stays text. */
import { describe, expect, test } from "vitest";
import { LIMIT } from "../../../src/overview/dashboard/render";
import { bytesOf } from "../../../src/overview/dashboard/measure";
import { updateDashboard } from "../../../src/overview/dashboard/update";
import {
  asked,
  externalNote,
  latched,
  note,
  NOW,
  plan,
  requestNote,
  world,
  type Found,
  type PlanNote,
} from "../../rules/build";

function drawn(seen: Found, before: string | null = null): string {
  const update = updateDashboard(before, world(seen));
  if (update.kind !== "write") throw new Error(update.kind);
  return update.text;
}

/** Everything at once, with each text as long as it may be. */
function crowded(text: string, plans: number, requests = 300): Found {
  const long = text.repeat(Math.ceil(3000 / text.length));
  const name = text
    .replace(/[\p{Cc}/\\:]/gu, "")
    .repeat(20)
    .slice(0, 60);
  const many = Array.from({ length: requests }, (_, at) =>
    asked(at + 1, {
      objective: long,
      blocked: "2026-02-01T10:00:00Z",
      path: `Plans/${name} ${String(at)}.md`,
      roadmap: [
        "- [x] a",
        `- [ ] ✋ ${long.replace(/[\r\n]/g, " ")} ^s-${(at + 1).toString(16).padStart(4, "0")}`,
        "    ```action",
        "    type: email",
        "    target: x",
        "    args:",
        "      a: b",
        "    ```",
        `- [ ] ${long.replace(/[\r\n]/g, " ")}`,
      ],
    }),
  );
  const [first, second, third] = many;
  const rest: PlanNote[] = Array.from({ length: plans }, (_, at) =>
    plan({
      id: `N${String(at)}`,
      status: at % 3 === 0 ? "Draft" : "Active",
      path: `Plans/sub/${name} N${String(at)}.md`,
      objective: long,
      source: at % 5 === 0 ? JSON.stringify(name) : "null",
      logs: [`- [2026-02-20T10:00:00Z] Agent: ${long.replace(/[\r\n]/g, " ")}`],
    }),
  );
  const twins = Array.from({ length: 40 }, (_, at) => [
    plan({ id: `T${String(at)}${name}`, path: `Plans/${name} t${String(at)}.md` }),
    plan({ id: `T${String(at)}${name}`, path: `Plans/${name} u${String(at)}.md` }),
  ]).flat();
  const broken = Array.from({ length: requests }, (_, at) =>
    note(`Plans/${name} b${String(at)}.md`, ["---\n", "<<<<<<< a\n", "a\u0000b"][at % 3] ?? ""),
  );
  const adoptable = Array.from({ length: requests }, (_, at) =>
    note(
      `Plans/${name} a${String(at)}.md`,
      at % 2 === 0 ? "# Plan\n- [ ] x\n" : "---\ntask_id: a\n---\n# Plan\n- [ ] x\n",
    ),
  );
  const action = { type: "email", target: long, args: {}, attachments: [] };
  return {
    plans: [...many.map((each) => each.plan), ...rest, ...twins, ...broken, ...adoptable],
    requests: [
      ...many.flatMap((each, at) => {
        const sealed = { kind: "sealed" as const, identity: each.identity, action };
        const edited = { kind: "edited" as const, identity: each.identity, action, why: long };
        return (
          [
            [requestNote(each, "pending", sealed)],
            [requestNote(each, "approved", sealed)],
            [requestNote(each, "pending"), requestNote(each, "approved")],
            [requestNote(each, "rejected", sealed, { note: long, didIt: false })],
            [requestNote(each, "pending", edited)],
            [],
          ][at % 6] ?? []
        );
      }),
      ...Array.from({ length: requests }, (_, at) => externalNote(`${name} ${String(at)}.md`)),
    ],
    device: {
      ...latched(
        ...many.map(({ actionState }, at) =>
          at % 7 === 0
            ? { ...actionState, begun: NOW - 5000 }
            : at % 11 === 0
              ? { ...actionState, held: [{ code: "other" as const, words: long }] }
              : actionState,
        ),
      ),
      paused: { why: long, at: NOW },
    },
    watched: new Map(many.map((each) => [`missing:${each.identity.id}`, 3_600_000])),
    hindrances: [long, long, long, `${long}!`],
    folders: { absent: ["Plans", "Pending_Approval"], unreadable: ["Archive", "Approved"], bare: [] },
    problems: (
      ["too-big", "unreadable", "folder", "device", "dashboard", "leftover", "torn"] as const
    ).flatMap((kind) =>
      Array.from({ length: 20 }, (_, at) => ({
        kind,
        path: `${name} ${String(at)}`,
        line: at,
        message: long,
      })),
    ),
    intake: {
      notes: [],
      tasks: Array.from({ length: requests }, (_, at) => ({
        path: `Inbox/${name} ${String(at)}.md`,
        hash: "",
        changed: NOW,
        why: long,
        topic: null,
        needsPlan: true,
      })),
    },
    archived: [first, second, third].flatMap((each) => (each === undefined ? [] : [each.plan])),
  };
}

describe("the Dashboard is at most 10 KiB", () => {
  const texts = {
    words: "Send the invoice to the client. ",
    emoji: "📨🧾",
    "right-to-left": "שלח את החשבונית ",
    Chinese: "发送发票",
    "marks that are escaped": "*_[]<>|{}",
    "invisible characters": "\u202e\u200b",
    "one word": "x",
  };
  for (const [name, text] of Object.entries(texts)) {
    test(`with everything at once, all of it ${name}`, () => {
      const seen = crowded(text, 100);
      const text1 = drawn(seen);
      expect(bytesOf(text1)).toBeLessThanOrEqual(LIMIT);
      for (const heading of ["Current plans", "Needs you", "Plan statistics", "Alerts", "Recent activity"])
        expect(text1).toContain(`## ${heading}\n`);
      for (const title of [
        "Maybe sent, please check",
        "Approval needed",
        "Found in two folders",
        "Not made by Planwright",
        "To fix",
        "Could be converted",
      ])
        expect(text1).toContain(`**${title}**`);
      const windows = drawn(seen, "a\r\r\n");
      expect(bytesOf(windows)).toBeLessThanOrEqual(LIMIT + bytesOf("a\r\r\n\r\r\n"));
    });
  }

  test("with 10,000 plans", () => {
    const text = drawn({
      plans: Array.from({ length: 10_000 }, (_, at) =>
        plan({ id: `N${String(at)}`, logs: ["- [2026-02-20T10:00:00Z] Agent: Did it"] }),
      ),
    });
    expect(bytesOf(text)).toBeLessThanOrEqual(LIMIT);
    expect(text).toContain("And 9,995 more plans under way: 9,995 active, 0 waiting.");
  });

  test("and shows the log of the last ten doings even when every path is long", () => {
    const text = drawn(crowded("📨🧾", 50));
    expect(
      (text.split("## Recent activity")[1] ?? "").split("\n").filter((line) => /^(?:> )?- 2026/.test(line))
        .length,
    ).toBe(10);
  });
});

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "![x](https://evil.example/a.png)",
  "![[secret]]",
  "[a](obsidian://open?vault=x)",
  "[[x]]",
  "<% tp.system.prompt() %>",
  "{{date}}",
  "`= this.x`",
  "`$= dv.x`",
  "```dataviewjs",
  "~~~",
  "%% hidden",
  "<!-- x",
  "-->",
  "<!-- planwright:dashboard end -->",
  "# heading",
  "| a | b |",
  "==x==",
  "$a$",
  "key:: value",
  "https://evil.example",
  "^block",
  "#tag",
  "> quote",
  "- [ ] box",
  "1. item",
  "---",
  "***",
  "\\",
  "\\`",
  "\u202eevil\u2066",
  "a]]b",
  "a|b",
  "a#^b",
];

/** The text without our own marks, links and escapes: anything active in it is left. */
function bare(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("<!-- planwright:dashboard"))
    .join("\n")
    .replace(/```mermaid[^`]*```/g, "")
    .replace(/\\[!-/:-@[-`{-~]/g, "")
    .replace(/`[█░]{10}`/g, "")
    .replace(/\[\[[\w ./-]+(?:#\^[\w-]+)?\|[^[\]\n|`<{]*\]\]/g, "LINK")
    .replace(/\[[A-Z][A-Za-z’ …]*\]\(obsidian:\/\/planwright\?do=[a-z-]+(?:&[a-z]+=[\w.%-]+)*\)/g, "APP")
    .replace(/^> \[!WARNING\]$/m, "")
    .replace(/^> \[!NOTE\]- [\w, ]+$/m, "")
    .replace(/^\|[ \w|,:-]+\|$/gm, "")
    .replace(/\*\*[^*\n]+\*\*/g, "")
    .replace(/^(?: {4})?- |^#{2,3} |^> - /gm, "");
}

describe("text from notes never becomes active", () => {
  for (const text of HOSTILE) {
    test(`when everything says ${JSON.stringify(text)}`, () => {
      const seen = crowded(text, 8, 48);
      const drawing = drawn(seen);
      expect(bare(drawing)).not.toMatch(/[<`{}|*%]|\[\[|\]\(|!\[|==|::|:\/\/|\$|\p{Cf}/u);
      expect(drawing).not.toMatch(
        /^(?:---|~~~|\s*- \[.\]|#[^#]|> (?!\[!WARNING\]$|\[!NOTE\]- [\w, ]+$|- ))/m,
      );
      expect(updateDashboard(drawing, world(seen))).toEqual({ kind: "same" });
    });
  }
});
