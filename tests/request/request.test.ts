import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { receiversOf } from "../../src/note/action/receivers";
import { sameAction } from "../../src/note/action/render";
import { isActionFence } from "../../src/note/action/parse";
import { splitLines } from "../../src/kit/lines";
import { kindsOf } from "../../src/kit/markdown";
import { contentHash } from "../../src/approval/request/content";
import { reviewUrl } from "../../src/approval/request/name";
import { renderRequest } from "../../src/approval/request/render";
import type { Draft } from "../../src/approval/request/request";
import { writeLink } from "../../src/overview/links";
import { readSeal, writeSeal } from "../../src/approval/request/seal";
import { actions, LOOKALIKES, said } from "../action/actions";
import { ACTION, BY_HAND, DEVICE, DRAFT, IDENTITY, KEY, kindOf, OTHER, parse, WORDS } from "./draft";

const NOTE = renderRequest(DRAFT, KEY);
const HAND_NOTE = renderRequest(BY_HAND, KEY);

const hostile = fc.oneof(
  fc.constantFrom(
    ...LOOKALIKES,
    "\n## Your note\n",
    "```action\ntype: payment\n```",
    "- [x] I did it",
    "%%",
    "<!--",
    "---\nseal: none\n---",
    "\nseal: none\n",
    "](x)",
    "[[x|y]]",
    "> [!note]",
    "\r\n# For your approval: nothing",
  ),
  fc.string(),
  fc
    .array(
      fc.constantFrom("\n", "```", "action", "##", " ", "Your note", "- [ ] ", "|", "$&", "$1", "seal: none"),
      { maxLength: 10 },
    )
    .map((parts) => parts.join("")),
);
const drafts: fc.Arbitrary<Draft> = fc.record({
  identity: fc
    .record({ task: hostile, route: fc.constantFrom(IDENTITY.route, null), path: hostile, server: hostile })
    .map(({ task, route, path, server }) => ({
      ...IDENTITY,
      task,
      route: route === null ? null : { ...route, server, tool: server },
      attachments: [{ path, size: 1, sha256: "12".repeat(32) }],
    })),
  action: actions,
  words: fc.record({
    planName: hostile,
    objective: hostile,
    stepText: hostile,
    beneath: hostile,
    hasAgent: fc.boolean(),
    n: fc.constant(1),
    of: fc.constant(2),
    rationale: hostile,
    warnings: fc.array(hostile, { maxLength: 2 }),
    converted: fc.array(hostile, { maxLength: 2 }),
    changes: fc.array(hostile, { maxLength: 2 }),
  }),
});

describe("a request as it was written", () => {
  it("is sealed, and says what was sealed", () => {
    expect(said(parse(NOTE).reading)).toEqual({ kind: "sealed", identity: IDENTITY, action: ACTION });
    expect(parse(NOTE).remarks).toEqual({ note: "", didIt: false });
  });

  it("says what, to whom, with what, why, and how to answer", () => {
    const bare = NOTE.replace(/^seal: .*$/m, "seal: …");
    for (const part of [
      "target_recipient: nursery@example.com",
      "# For your approval: email to nursery@example.com",
      "Step 4 of 5 of [[Orchard|Order apple trees]]: ✋ Send the order",
      "- nursery @ **example.com**",
      "- Garden/order.pdf, 1234 bytes",
      "/Approved/",
      "/Rejected/",
      "> The council agreed.\n>\n> Twelve trees.",
    ])
      expect(bare).toContain(part);
    expect(bare.endsWith("\n\n%%\nseal: …\n%%\n\n## Your note\n")).toBe(true);
    expect(bare).toContain(
      "- In the app, [Review](obsidian://planwright?do=review&request=7f3a9c21) has buttons",
    );
    expect(writeLink({ do: "review", request: IDENTITY.id })).toBe(reviewUrl(IDENTITY.id));
  });

  it("shows what the plan says beneath the step, and says where there is more of it", () => {
    const withBeneath = (beneath: string): string =>
      renderRequest({ ...DRAFT, words: { ...WORDS, beneath } }, KEY);
    expect(withBeneath("    Only if Anna agrees.\n    - ask her first")).toContain(
      "The plan says below this step:\n\n> Only if Anna agrees.\n> \\- ask her first\n",
    );
    expect(withBeneath(Array.from({ length: 20 }, (_each, at) => `line ${String(at)}`).join("\n"))).toContain(
      "> line 11\n> … 8 more lines\n",
    );
    expect(NOTE).not.toContain("beneath");
  });

  it("says that words of a rejection go to a model, where an agent works on the plan", () => {
    const goes = "and the plan’s agent gets it";
    expect(renderRequest({ ...DRAFT, words: { ...WORDS, hasAgent: true } }, KEY)).toContain(goes);
    expect(NOTE).not.toContain(goes);
  });

  it("tells by the clock of the vault when it was asked", () => {
    const text = renderRequest({ ...DRAFT, words: { ...WORDS, zone: "Europe/Zurich" } }, KEY);
    expect(NOTE).toContain("Asked on 2026-03-02 10:40 UTC.");
    expect(text).toContain("Asked on 2026-03-02 11:40 (Europe/Zurich).");
    expect(kindOf(text)).toBe("sealed");
  });

  it("is sealed whatever it holds, and sends what its block shows", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const text = renderRequest(draft, KEY);
        const { reading: parsed, remarks } = parse(text);
        expect(parsed.kind).toBe("sealed");
        expect(parsed.kind === "sealed" && sameAction(parsed.action, draft.action)).toBe(true);
        expect(parsed.kind === "sealed" ? parsed.identity : null).toEqual(draft.identity);
        expect(remarks).toEqual({ note: "", didIt: false });
        expect(text).not.toMatch(/<%|\{\{|[\u202A-\u202E\u2066-\u2069\u200B-\u200F]/);
        const lines = splitLines(text);
        const kinds = kindsOf(lines, lines.findIndex((line, at) => at > 0 && line.text === "---") + 1);
        expect(
          lines.filter((line, at) => kinds[at] === "fence-open" && isActionFence(line.text)).length,
          "one block",
        ).toBe(1);
        expect(
          lines
            .filter((line, at) => kinds[at] === "prose" && /^#+ /.test(line.text))
            .map((line) => line.text.replace(/:.*/, "")),
          "our headings",
        ).toEqual([
          "# For your approval",
          "## What goes out",
          "## How to answer",
          "## What will happen",
          "## Why",
          "## Your note",
        ]);
      }),
      { numRuns: 250 },
    );
  });

  it("leaves out a warning without words", () => {
    expect(
      renderRequest({ ...DRAFT, words: { ...WORDS, warnings: ["", " \n", "Careful."] } }, KEY),
    ).toContain("# For your approval: email to nursery@example.com\n\n**Careful.**\n\n## What goes out");
  });

  it("names every receiver on a line of its own, the domain set apart, with what is odd about it", () => {
    const to = (target: string, args = ACTION.args): string =>
      renderRequest(
        {
          ...DRAFT,
          identity: { ...IDENTITY, receivers: receiversOf(target) },
          action: { ...ACTION, target, args },
        },
        KEY,
      );
    const text = to("ana@example.com, b@exаmple.com;c@x.org\u200B");
    expect(text).toContain(
      "- ana @ **example.com**\n- b @ **exаmple.com** — careful, unusual characters: “а” is U+0430, Cyrillic\n- c @ **x.org\\[U+200B\\]** — careful, unusual characters: U+200B, invisible\n",
    );
    expect(to('"Lee, Ana" <ana@example.com>, "ben@home" <ben@example.org>')).toContain(
      "- Lee, Ana: ana @ **example.com**\n- ben@home: ben @ **example.org**\n",
    );
    expect(to("12 Hill Street, London")).toContain("- 12 Hill Street, London\n");
    const further = {
      ...ACTION.args,
      cc: ["a@example.com", '"Roe, B" <b@example.com>'],
      bcc: "c@example.com; d@example.com",
      to_recipients: [{ name: "Eve", email: "e@example.com" }],
    };
    expect(to("ana@example.com", further)).toContain(
      "It also goes to (cc):\n\n- a @ **example.com**\n- Roe, B: b @ **example.com**\n\nIt also goes to (bcc):\n\n- c @ **example.com**\n- d @ **example.com**\n\nIt also goes to (to_recipients):\n\n- Eve: e @ **example.com**\n",
    );
  });

  it("is not sealed when its action is too long to be read back", () => {
    expect(
      kindOf(
        renderRequest({ ...DRAFT, action: { ...ACTION, args: { body: "\u200B".repeat(50_000) } } }, KEY),
      ),
    ).not.toBe("sealed");
  });
});

describe("the seal of a request", () => {
  const comment = /%%\nseal: .*\n%%\n/.exec(NOTE)?.[0] ?? "";
  it("stands in a comment before “Your note”, and nothing of it above what a person reads", () => {
    expect(NOTE.endsWith(`\n\n${comment}\n## Your note\n`)).toBe(true);
    expect(NOTE.slice(0, NOTE.indexOf("## Your note")).split("seal:")).toHaveLength(2);
    expect(NOTE.indexOf("```action")).toBeLessThan(600);
  });

  it.each([
    ["is elsewhere", NOTE.replace(comment, "").replace("## Why", `${comment}\n## Why`)],
    ["is no comment", NOTE.replace(comment, comment.replace(/%%\n/g, ""))],
    ["is in another comment", NOTE.replace(comment, `<!--\n${comment}-->\n`)],
    ["shares its comment", NOTE.replace(comment, comment.replace("%%\n", "%%\nApproved already.\n"))],
    ["is below “Your note”", `${NOTE.replace(comment, "")}${comment}`],
    ["is in a quote", NOTE.replace(comment, comment.replace(/^(?=.)/gm, "> "))],
  ])("that %s is none", (_where, text) => {
    expect(comment).not.toBe("");
    expect(kindOf(text)).toBe("foreign");
  });
});

describe("a request whose plan was renamed in Obsidian", () => {
  const link = "[[Orchard|Order apple trees]]";
  it.each([
    ["the new name", "[[Orchard in spring|Order apple trees]]"],
    ["a path", "[[Plans/Garden/Orchard|Order apple trees]]"],
    ["a path from the note", "[[../Plans/Orchard in spring|Order apple trees]]"],
    ["a name that needs no other words", "[[Plans/Order apple trees]]"],
  ])("is sealed with %s in its link", (_what, other) => {
    expect(NOTE).toContain(link);
    expect(kindOf(NOTE.replace(link, other))).toBe("sealed");
  });

  it.each([
    ["other words in the link", link, "[[Orchard|Order pear trees]]"],
    ["a link to a part of the note", link, "[[Orchard#Other|Order apple trees]]"],
    ["another step", "Step 4 of 5 of", "Step 3 of 5 of"],
    ["other words behind the link", "Send the order", "Send no order"],
    [
      "a second such line",
      "## What will happen",
      `Step 4 of 5 of ${link}: ✋ Send the order\n\n## What will happen`,
    ],
    ["such a link elsewhere", "## What will happen", `${link}\n\n## What will happen`],
  ])("is edited by %s", (_what, find, by) => {
    expect(NOTE).toContain(find);
    expect(kindOf(NOTE.replace(find, () => by))).toBe("edited");
  });
});

describe("a request that was moved, copied or sent on", () => {
  it.each([
    [
      "2026-03-02T1040Z_email_nursery-example-com_7f3a9c21 1.md",
      "it is a copy of 2026-03-02T1040Z_email_nursery-example-com_7f3a9c21.md made by sync or by hand",
    ],
    [
      "2026-03-02T1040Z_email_nursery-example-com_7f3a9c21.sync-conflict-20260302-104100-ABCDEFG.md",
      "it is a copy of 2026-03-02T1040Z_email_nursery-example-com_7f3a9c21.md made by sync or by hand",
    ],
    ["2026-03-02T1040Z_payment_nursery-example-com_7f3a9c21.md", "it was renamed"],
    ["Copy of it.md", "it was renamed"],
  ])("and is called %s is foreign, and names the action it claims", (name, why) => {
    const { reading: parsed } = parse(NOTE, name);
    expect(parsed).toMatchObject({ kind: "foreign", claims: IDENTITY.id });
    expect(parsed.kind === "foreign" ? parsed.why : "").toContain(why);
  });

  it.each([
    [
      "cut off within its properties",
      (text: string) => text.slice(0, text.indexOf("\n", text.indexOf("action_id:")) + 1),
    ],
    ["without the lines around its properties", (text: string) => text.replace(/^---\n/gm, "")],
  ])("and is %s still names the action it claims", (_how, cut) => {
    expect(parse(cut(NOTE), "x.md").reading).toMatchObject({ kind: "foreign", claims: IDENTITY.id });
  });

  it("and only quotes an action claims none", () => {
    expect(parse(`What about this?\n\n> action_id: ${IDENTITY.id}\n`, "x.md").reading).toMatchObject({
      kind: "foreign",
      claims: null,
    });
  });

  it("to another device is not that device's, intact or not", () => {
    expect(said(parse(NOTE, IDENTITY.name, OTHER).reading)).toEqual({
      kind: "elsewhere",
      identity: IDENTITY,
      action: ACTION,
      intact: true,
    });
    expect(parse(NOTE.replace("twelve trees", "twenty trees"), IDENTITY.name, OTHER).reading).toMatchObject({
      kind: "elsewhere",
      intact: false,
    });
    expect(parse(NOTE, IDENTITY.name, null).reading.kind).toBe("elsewhere");
  });

  it("with a seal of another key under this device's name is foreign", () => {
    expect(kindOf(renderRequest(DRAFT, OTHER.key))).toBe("foreign");
  });
});

describe("a request without a seal of ours is foreign", () => {
  const seal = /^seal: .*$/m.exec(NOTE)?.[0] ?? "";
  it.each([
    ["a note of another program", "---\ntype: email\nstatus: approved\n---\nhello", "Email.md"],
    ["a perfect copy without the seal", NOTE.replace(`${seal}\n`, ""), IDENTITY.name],
    [
      "an invented seal",
      NOTE.replace(seal, `seal: pw1.${"a".repeat(60)}.${"0".repeat(64)}.${"0".repeat(64)}`),
      IDENTITY.name,
    ],
    ["a seal that is a list", NOTE.replace(seal, `seal: [${seal.slice(6)}]`), IDENTITY.name],
    [
      "a seal with another MAC",
      NOTE.replace(/(\.[0-9a-f]{63})[0-9a-f]$/m, "$1x".replace("x", "0")).replace(
        seal,
        seal.slice(0, -1) + (seal.endsWith("0") ? "1" : "0"),
      ),
      IDENTITY.name,
    ],
  ])("like %s", (_what, text, name) => {
    expect(kindOf(text, name)).toBe("foreign");
  });

  it("and names the action its property names, if that is an id", () => {
    const bare = NOTE.replace(`${seal}\n`, "");
    const claims = (id: string): unknown =>
      parse(bare.replace(/^action_id: .*$/m, `action_id: "${id}"`)).reading;
    expect(claims(IDENTITY.id)).toMatchObject({ kind: "foreign", claims: IDENTITY.id });
    for (const odd of [`0${IDENTITY.id}`, `${IDENTITY.id}0`, IDENTITY.id.toUpperCase(), "x", ""])
      expect(claims(odd), odd).toMatchObject({ kind: "foreign", claims: null });
  });

  it("as is the seal of one request in another", () => {
    const other = renderRequest({ ...DRAFT, action: { ...ACTION, target: "thief@example.com" } }, KEY);
    expect(kindOf(other.replace(/^seal: .*$/m, seal))).toBe("edited");
    const renamed = renderRequest(
      { ...DRAFT, identity: { ...IDENTITY, name: IDENTITY.name.replace("7f3a9c21", "00000000") } },
      KEY,
    );
    expect(kindOf(renamed)).toBe("foreign");
  });
});

describe("an edit of a request", () => {
  const FROM = splitLines(NOTE).findIndex((line) => line.text === "## Your note");
  const places = splitLines(NOTE)
    .slice(0, FROM + 1)
    .reduce((sum, line) => sum + line.text.length + 1, 0);

  it.each([
    ["the recipient", "target: nursery@example.com", "target: thief@example.com"],
    ["the text", "please send twelve trees.", "please send twenty trees."],
    ["a remark in the block", "\ntype: email\n", "\ntype: email # checked by the bank\n"],
    ["a line of remark in the block", "\ntype: email\n", "\ntype: email\n# approved by the council\n"],
    ["the words around it", "It goes to", "It does not go to"],
    ["a property", "task_id: PLAN-2026-014", "task_id: PLAN-2026-015"],
    ["a new property", "task_id:", "status: approved\ntask_id:"],
    ["a remark among the properties", "task_id:", "# approved\ntask_id:"],
    ["a remark behind a property", "attempt: 1", "attempt: 1 # really 2"],
    ["a remark behind the seal", /(seal: .*)/, "$1 # fine"],
    ["a second block", "## How to answer", "```action\ntype: payment\n```\n\n## How to answer"],
    ["a block before it", "## What goes out", "```action\ntype: payment\n```\n\n## What goes out"],
    ["a block in a comment", "## What goes out", "%%\n```action\ntype: payment\n```\n%%\n\n## What goes out"],
    ["a block in a quote", "## What goes out", "> ```action\n> type: payment\n> ```\n\n## What goes out"],
    [
      "a block in a callout",
      "## How to answer",
      "> [!note]\n> ```action\n> type: payment\n> ```\n\n## How to answer",
    ],
    [
      "a block in a longer fence",
      "## How to answer",
      "````\n```action\ntype: payment\n```\n````\n\n## How to answer",
    ],
    ["a block under “Your note”", /\n*$/, "\n\n```action\ntype: payment\n```\n"],
    ["a comment around the block", /(```action[^]*?```)/, "%%\n$1\n%%"],
    ["a longer fence around the block", /(```action[^]*?```)/, "````\n$1\n````"],
    ["an invisible character in the text", "twelve", "twe\u200Blve"],
    ["an invisible character around the block", "It goes", "It\u200B goes"],
    ["a zero-width space that counts as white space", "It goes", "It\uFEFFgoes"],
    ["a box that is not there", "## Why", "- [x] I did it\n\n## Why"],
    ["another heading “Your note” further up", "## Why", "## Your note\n\n## Why"],
    [
      "a heading that only begins like “Your note”",
      "## Your note",
      "## Your note of last week\n\n## Your note",
    ],
    ["a heading that only ends like “Your note”", "## Your note", "Not ## Your note\n\n## Your note"],
  ])("in %s is seen, and never sends anything else", (_what, from, to) => {
    const text = NOTE.replace(from, to);
    expect(text).not.toBe(NOTE);
    const { reading: parsed } = parse(text);
    expect(["edited", "torn", "foreign"]).toContain(parsed.kind);
  });

  it("of any one character is seen, or is white space, or the person's, or where the link to the plan points", () => {
    const target = NOTE.indexOf("[[Orchard|") + 2;
    const isTarget = (at: number, how: string): boolean =>
      at >= target && at < target + "Orchard".length + (how === "put in" ? 1 : 0);
    const insert = fc.constantFrom(
      "x",
      "7",
      "#",
      "`",
      "%",
      "-",
      ">",
      "|",
      "\u200B",
      "\u202E",
      "é",
      "✋",
      '"',
      "'",
      ":",
      "[",
      "*",
    );
    fc.assert(
      fc.property(
        fc.nat(places - 20),
        insert,
        fc.constantFrom("put in", "taken out", "replaced"),
        (at, char, how) => {
          const old = NOTE[at] ?? "";
          fc.pre((how === "put in" || (/\S/.test(old) && old !== char)) && !isTarget(at, how));
          const text =
            NOTE.slice(0, at) +
            (how === "taken out" ? "" : char) +
            NOTE.slice(how === "put in" ? at : at + 1);
          const { reading: parsed } = parse(text);
          expect(parsed.kind, text.slice(Math.max(0, at - 20), at + 20)).not.toBe("sealed");
        },
      ),
      { numRuns: 600 },
    );
  });

  it("that leaves what it says keeps the seal: white space, line ends, order of properties, the person's own words", () => {
    const shuffled = (text: string): string => {
      const [, properties = "", rest = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
      return `---\n${properties.split("\n").reverse().join("\n")}\n---\n${rest}`;
    };
    const same: readonly string[] = [
      shuffled(NOTE),
      NOTE.replace(/\n/g, "\r\n"),
      NOTE.replace(/\n/g, "\r\r\n"),
      `\uFEFF${NOTE}`,
      NOTE.trimEnd(),
      `${NOTE}\n\n`,
      NOTE.replace(/^(#+) /gm, "$1   "),
      NOTE.replace(/\n\n(#)/g, "\n\n\n\n$1"),
      NOTE.replace(/^(?=- )/gm, " ").replace("It goes to", "It  goes\tto"),
      NOTE.replace(/^attempt: 1$/m, "attempt:   1  "),
      NOTE.replace(/^attempt: 1$/m, "attempt: 01"),
      NOTE.replace(/^created_date: "(.*)"$/m, "created_date: $1"),
      NOTE.replace(/$/gm, " ")
        .replace(/^---? $/gm, "---")
        .replace(/(\|-?) $/gm, "$1")
        .replace(/^( {4}.*?) $/gm, "$1")
        .replace(/^ $/gm, ""),
      `${NOTE}Please wait until Monday.\n- [x] I did it\n## More\ntext`,
    ];
    for (const text of same) expect(said(parse(text).reading), text).toEqual(said(parse(NOTE).reading));
    expect(parse(`${NOTE}\nPlease wait.\r\n\r\nAna\n`).remarks.note).toBe("Please wait.\n\nAna");
  });

  it("of white space within what is sent is an edit", () => {
    expect(kindOf(NOTE.replace("twelve trees.", "twelve  trees."))).toBe("edited");
    expect(kindOf(NOTE.replace("    please", "\n    please"))).toBe("edited");
  });

  it("is read with what now stands in the block", () => {
    const { reading: parsed } = parse(NOTE.replace("target: nursery@", "target: ana@"));
    expect(parsed).toMatchObject({
      kind: "edited",
      identity: IDENTITY,
      action: { target: "ana@example.com" },
    });
    expect(parse(NOTE.replace("\ntype: email\n", "\ntype: [\n")).reading).toMatchObject({
      kind: "edited",
      action: null,
    });
  });
});

describe("a request that arrives in pieces", () => {
  it("is never sealed before it is whole", () => {
    const whole = NOTE.trimEnd().length;
    for (let cut = 0; cut < whole; cut += 1) {
      const { reading: parsed } = parse(NOTE.slice(0, cut));
      expect(parsed.kind, NOTE.slice(0, cut)).toBe("torn");
    }
    expect(kindOf(NOTE.slice(0, whole))).toBe("sealed");
    expect(kindOf("\u0000".repeat(NOTE.length))).toBe("torn");
  });
});

describe("the box “I did it”", () => {
  it("is the person's: ticking it keeps the seal", () => {
    expect(parse(HAND_NOTE)).toMatchObject({ reading: { kind: "sealed" }, remarks: { didIt: false } });
    for (const [mark, did] of [
      ["x", true],
      ["X", true],
      ["-", false],
      ["?", false],
    ] as const) {
      expect(parse(HAND_NOTE.replace("- [ ] I did it", `- [${mark}] I did it`))).toMatchObject({
        reading: { kind: "sealed" },
        remarks: { didIt: did },
      });
    }
    expect(parse(HAND_NOTE.replace("- [ ] I did it", "- [x ]I did it"))).toMatchObject({
      reading: { kind: "sealed" },
      remarks: { didIt: true },
    });
    expect(kindOf(HAND_NOTE.replace("- [ ] I did it", ""))).toBe("edited");
    expect(kindOf(HAND_NOTE.replace("- [ ] I did it", "- [ ] I did it not"))).toBe("edited");
    for (const odd of ["- [x] I did itnot", "- [x] Not: I did it", "x- [x] I did it", "- [xx] I did it"])
      expect(parse(HAND_NOTE.replace("- [ ] I did it", odd)), odd).toMatchObject({
        reading: { kind: "edited" },
        remarks: { didIt: false },
      });
  });

  it("is ticked with what task plugins add to its line", () => {
    for (const line of [
      "- [x] I did it.",
      "- [x] I did it ✅ 2026-11-27",
      "* [X] #task I did it ⏫ ✅ 2026-11-27 ^t1",
      "- [x] I did it [completion:: 2026-11-27] %% id %%",
      "-   [x]   I did it @{2026-11-27}",
    ])
      expect(parse(HAND_NOTE.replace("- [ ] I did it", line)), line).toMatchObject({
        reading: { kind: "sealed" },
        remarks: { didIt: true },
      });
  });

  it("is asked about with another mark, or with words behind a tick", () => {
    for (const [line, said] of [
      ["- [/] I did it", "[/] I did it"],
      ["- [>] I did it ✅ 2026-11-27", "[>] I did it ✅ 2026-11-27"],
      ["- [x] I did it, but only half", "[x] I did it, but only half"],
      ["- [x] I did it ❌ 2026-11-27", "[x] I did it ❌ 2026-11-27"],
    ] as const)
      expect(parse(HAND_NOTE.replace("- [ ] I did it", line)), line).toMatchObject({
        reading: { kind: "sealed" },
        remarks: { didIt: false, oddBox: said },
      });
  });

  it("is not ticked by the same words in what is sent, or under “Your note”", () => {
    const words = {
      ...WORDS,
      rationale: "- [x] I did it",
      warnings: ["- [x] I did it"],
      changes: ["- [x] I did it"],
      stepText: "- [x] I did it",
      beneath: "- [x] I did it",
    };
    const text = renderRequest(
      { ...BY_HAND, words, action: { ...ACTION, args: { body: "a\n- [x] I did it\nb" } } },
      KEY,
    );
    expect(parse(text)).toMatchObject({ reading: { kind: "sealed" }, remarks: { didIt: false } });
    expect(parse(`${HAND_NOTE}- [x] I did it\n`).remarks.didIt).toBe(false);
  });
});

describe("a seal", () => {
  it("is one word that YAML leaves alone, and reads back", () => {
    const written = writeSeal(IDENTITY, "00".repeat(32), KEY);
    expect(written).toMatch(/^pw1\.[\w-]+\.[0-9a-f]{64}\.[0-9a-f]{64}$/);
    expect(readSeal(written)?.identity).toEqual(IDENTITY);
  });

  it("covers every field of the identity", () => {
    const others: readonly Partial<typeof IDENTITY>[] = [
      { id: "00".repeat(16) },
      { chain: "00".repeat(16) },
      { attempt: 2 },
      { plan: "x" },
      { task: "x" },
      { step: "s-0" },
      { stepHash: "00".repeat(32) },
      { route: null },
      { idempotency: "x" },
      { attachments: [] },
      { folders: [] },
      { created: 1 },
      { repeats: true },
      { cause: "x" },
    ];
    const seals = [IDENTITY, ...others.map((other) => ({ ...IDENTITY, ...other }))].map((each) =>
      writeSeal(each, "00".repeat(32), KEY),
    );
    expect(new Set(seals.map((seal) => seal.split(".")[3])).size).toBe(seals.length);
  });

  it.each([
    "",
    "pw1",
    "pw2.a.b.c",
    `pw1.${"a".repeat(30)}.${"0".repeat(64)}.${"0".repeat(64)}`,
    `pw1.${btoa('{"id":1}').replace(/=/g, "")}.${"0".repeat(64)}.${"0".repeat(64)}`,
  ])("is not %j", (text) => {
    expect(readSeal(text)).toBe(null);
  });

  it("is not given to a note that cannot be read", () => {
    expect(contentHash("text")).toBe(null);
    expect(contentHash(NOTE)).not.toBe(null);
    expect(DEVICE.key).toBe(KEY);
  });
});
