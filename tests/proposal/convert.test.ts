/** Plans of other formats: the fewest lines that make them ours, and what is left to the person. */
import { describe, expect, it } from "vitest";
import { splitLines } from "../../src/kit/lines";
import { parsePlan } from "../../src/note/plan/parse";
import { convertNote } from "../../src/note/proposal/convert";

const convert = (text: string, hands = false, path = "Plans/Fence.md"): ReturnType<typeof convertNote> =>
  convertNote(path, text, { hands, taken: new Set(["held"]), archive: "Done/Plans" });
const FRONT = "---\ntask_id: Fence\nstatus: Draft\nblocked_reason: null\n---\n\n";

describe("a note becomes a plan", () => {
  it.each<readonly [what: string, text: string, becomes: string]>([
    [
      "with no properties and a list under Steps",
      "# Mend the fence\n\n## Objective\nKeep the sheep in.\n\n## Steps\n1. ✅ Buy boards\n2. Nail them\n   - two nails each\n",
      `${FRONT}# Mend the fence\n\n## Objective\nKeep the sheep in.\n\n## Roadmap\n1. [x] ✅ Buy boards\n2. [ ] Nail them\n   - two nails each\n`,
    ],
    [
      "with labels in bold",
      "# Fence\n\n**Created:** 2026-02-08 21:50:00\n**Status:** In Progress\n**Source:** Inbox/fence.md\n\n## Tasks\n- [x] a\n- [ ] b\n",
      "---\ntask_id: Fence\nsource_link: Inbox/fence.md\ncreated_date: 2026-02-08T21:50:00Z\nstatus: Draft\nblocked_reason: null\n---\n\n# Fence\n\n**Created:** 2026-02-08 21:50:00\n**Status:** In Progress\n**Source:** Inbox/fence.md\n\n## Roadmap\n- [x] a\n- [ ] b\n",
    ],
    [
      "with labels in a list",
      "# Fence\n\n- Plan ID: F-12\n- Created: 2026-02-08\n\n## Tasks\n- [ ] b\n",
      "---\ntask_id: F-12\ncreated_date: 2026-02-08T00:00:00Z\nstatus: Draft\nblocked_reason: null\n---\n\n# Fence\n\n- Plan ID: F-12\n- Created: 2026-02-08\n\n## Roadmap\n- [ ] b\n",
    ],
    [
      "with other keys, which stay",
      "---\ntype: plan\ncreated_at: 2026-02-08T21:50:00Z # morning\nsource_file: 'Inbox/fence.md'\nstatus: in_progress\n---\n# Fence\n\n## Roadmap\n- [ ] b\n",
      "---\ntype: plan\ncreated_at: 2026-02-08T21:50:00Z # morning\nsource_file: 'Inbox/fence.md'\nstatus: Draft # was in_progress\ntask_id: Fence\nsource_link: Inbox/fence.md\ncreated_date: 2026-02-08T21:50:00Z\nblocked_reason: null\n---\n# Fence\n\n## Roadmap\n- [ ] b\n",
    ],
    [
      "that was under way begins as a draft all the same",
      "---\ntask_id: Fence\nstatus: Active\n---\n\n## Steps\n- [ ] a\n",
      "---\ntask_id: Fence\nstatus: Draft # was Active\nblocked_reason: null\n---\n\n## Roadmap\n- [ ] a\n",
    ],
    [
      "with a second status under a capital",
      "---\nStatus: Draft\ntask_id: Fence\nstatus: Active\n---\n\n## Steps\n- [ ] a\n",
      "---\nStatus: Draft\ntask_id: Fence\nstatus: Draft # was Active\nblocked_reason: null\n---\n\n## Roadmap\n- [ ] a\n",
    ],
    [
      "with a remark of a person behind its status",
      "---\ntask_id: Fence\nstatus: in_progress # waiting for Ana\n---\n\n## Steps\n- [ ] a\n",
      "---\ntask_id: Fence\nstatus: Draft # was in_progress # waiting for Ana\nblocked_reason: null\n---\n\n## Roadmap\n- [ ] a\n",
    ],
    [
      "with characters spelled out in its status",
      '---\ntask_id: Fence\nstatus: "open \\u003c% x %>"\n---\n\n## Steps\n- [ ] a\n',
      '---\ntask_id: Fence\nstatus: Draft # was "open \\u003c% x %>"\nblocked_reason: null\n---\n\n## Roadmap\n- [ ] a\n',
    ],
    [
      "with deeper headings after its boxes",
      "# Plan for the fence\n\n- [ ] a\n- [ ] b\n\n### Approval\n- [ ] Approve\n- [ ] Reject\n",
      `${FRONT}# Plan for the fence\n\n### Roadmap\n\n- [ ] a\n- [ ] b\n\n### Approval\n- [ ] Approve\n- [ ] Reject\n`,
    ],
    [
      "with numbers for steps and dashes for other things",
      "# Plan\n\n**Status:** Failing over\n\n## Steps\n- Ana is ill\n1. buy\n2. nail\n\n### Risks\n- it rains\n",
      "---\ntask_id: Fence\nstatus: Draft\nblocked_reason: null\n---\n\n# Plan\n\n**Status:** Failing over\n\n## Roadmap\n- Ana is ill\n1. [ ] buy\n2. [ ] nail\n\n### Risks\n- it rains\n",
    ],
    [
      "with a mark for the order of bytes",
      "\uFEFF# Plan\n\n## Steps\n- [ ] a\n",
      "\uFEFF---\ntask_id: Fence\nstatus: Draft\nblocked_reason: null\n---\n\n# Plan\n\n## Roadmap\n- [ ] a\n",
    ],
    [
      "with phases under one heading",
      "# Fence\n\n## Action plan\n### Before\n- [x] a\n### After\n- [ ] b\n\n## Success criteria\n- [ ] it stands\n",
      `${FRONT}# Fence\n\n## Roadmap\n### Before\n- [x] a\n### After\n- [ ] b\n\n## Success criteria\n- [ ] it stands\n`,
    ],
    [
      "with boxes under its title alone",
      "# Plan for the fence\n\nSome words.\n\n- [ ] a\n- [ ] b\n\n## Approval\n- [ ] Approve\n- [ ] Reject\n",
      `${FRONT}# Plan for the fence\n\nSome words.\n\n## Roadmap\n\n- [ ] a\n- [ ] b\n\n## Approval\n- [ ] Approve\n- [ ] Reject\n`,
    ],
    [
      "that is over, with every box ticked",
      "# Fence\n\n**Status:** COMPLETE\n\n## Steps\n- [x] a\n",
      "---\ntask_id: Fence\nstatus: Done\nblocked_reason: null\n---\n\n# Fence\n\n**Status:** COMPLETE\n\n## Roadmap\n- [x] a\n",
    ],
    [
      "with a link to its heading",
      "# Plan\n\nSee [[#^todo-1]].\n\n## Todo ^todo-1\n- [ ] a\n",
      `${FRONT}# Plan\n\nSee [[#^todo-1]].\n\n## Roadmap ^todo-1\n- [ ] a\n`,
    ],
    [
      "with a link to its heading over items",
      "# Fence\n\n**Status:** open\n\n### Steps   ^s\t\n1. a\n2. b ^b\n\n## Log\n",
      `${FRONT}# Fence\n\n**Status:** open\n\n### Roadmap ^s\n1. [ ] a\n2. [ ] b ^b\n\n## Log\n`,
    ],
    [
      "with a block id that sounds like steps",
      "# Plan\n\n## Posts ^task-1\n- a\n\n## Steps ^r\n- [ ] c\n",
      `${FRONT}# Plan\n\n## Posts ^task-1\n- a\n\n## Roadmap ^r\n- [ ] c\n`,
    ],
    [
      "with a sign in its heading that is no block id",
      "# Plan\n\n## Todo 2^8\n- [ ] a\n\n## Notes ^n\nx\n",
      `${FRONT}# Plan\n\n## Todo 2^8\n### Roadmap\n\n- [ ] a\n\n## Notes ^n\nx\n`,
    ],
    [
      "whose steps have a heading Roadmap with a link to it",
      "# Plan\n\n## Roadmap ^r\n- [ ] a\n",
      `${FRONT}# Plan\n\n## Roadmap ^r\n- [ ] a\n`,
    ],
    [
      "with the line ends it has",
      "# Fence\r\n\r\n## Steps\r\n- [ ] a\r\n",
      "---\r\ntask_id: Fence\r\nstatus: Draft\r\nblocked_reason: null\r\n---\r\n\r\n# Fence\r\n\r\n## Roadmap\r\n- [ ] a\r\n",
    ],
  ])("%s", (_what, text, becomes) => {
    const conversion = convert(text);
    expect(conversion.kind === "change" ? conversion.change.text : conversion.why).toBe(becomes);
    expect(parsePlan("Plans/Fence.md", becomes).kind).toBe("plan");
  });

  it("and every line that is not shown stands as it stood", () => {
    const text = "# Fence  \n\n**Status:** done\n\n## Steps\n1. a\t\n2. b\n\n\n## Log\nwords of mine";
    const conversion = convert(text);
    if (conversion.kind === "none") throw new Error(conversion.why);
    const now = splitLines(text).flatMap(
      (line, at) => conversion.change.lines.find((shown) => shown.line === at + 1)?.becomes ?? [line.text],
    );
    expect(now.join("\n")).toBe(conversion.change.text);
  });

  it.each<readonly [what: string, text: string, id: string, isTold: boolean]>([
    [
      "its own, which no other has",
      "---\ntask_id: Free\nstatus: open\n---\n\n## Steps\n- [ ] a\n",
      "Free",
      false,
    ],
    [
      "its own, which another plan has, too",
      "---\ntask_id: Held\nstatus: open\n---\n\n## Steps\n- [ ] a\n",
      "Held",
      true,
    ],
    [
      "what it calls itself as it is written",
      "---\nplan_id: 007\n---\n\n## Steps\n- [ ] a\n",
      '"007"',
      false,
    ],
    ["a date it calls itself", "---\nid: 2026-02-21\n---\n\n## Steps\n- [ ] a\n", '"2026-02-21"', false],
    ["a number behind what it calls itself", "- Plan ID: Held\n\n## Steps\n- [ ] a\n", "Held 2", false],
  ])("with %s, for its id", (_what, text, id, isTold) => {
    const conversion = convert(text);
    if (conversion.kind === "none") throw new Error(conversion.why);
    expect(/^task_id: (.*)$/m.exec(conversion.change.text)?.[1]).toBe(id);
    expect(
      conversion.change.said?.some((each) => each.startsWith("Another plan has the same task_id")) ?? false,
    ).toBe(isTold);
  });

  it("and the same note always gets the same id", () => {
    const text = "## Steps\n- [ ] a\n";
    const ids = [
      "Plans/Fence.md",
      "Plans/A very long name that goes on and on and on, and is still not over yet.md",
      "Plans/⏳.md",
    ].map((path) => {
      const conversion = convertNote(path, text, { hands: false, taken: new Set(), archive: "Done/Plans" });
      return conversion.kind === "change"
        ? /^task_id: (.*)$/m.exec(conversion.change.text)?.[1]
        : conversion.why;
    });
    expect(ids).toEqual([
      "Fence",
      expect.stringMatching(/^PLAN-[0-9a-f]{8}$/),
      expect.stringMatching(/^PLAN-[0-9a-f]{8}$/),
    ]);
  });
});

it.each(["Failover in progress", "Cancelled?", "done with the first half", "Declining sales", "Finishing"])(
  "a status that does not plainly say that it is over is none: %s",
  (status) => {
    const conversion = convert(`# Plan\n\n**Status:** ${status}\n\n## Steps\n- [ ] a\n`);
    expect(conversion.kind === "change" ? conversion.change.text : "").toContain("\nstatus: Draft\n");
  },
);

describe("a step that speaks of approval", () => {
  const text =
    "# Fence\n\n## Steps\n- [ ] Write it\n- [ ] Send it (requires human approval)\n- [ ] Wait for approval before filing it\n";

  it("is named, and gets no sign by itself", () => {
    const conversion = convert(text);
    expect(conversion).toMatchObject({
      change: {
        gates: 2,
        said: expect.arrayContaining([
          "Step 2 speaks of approval and gets no ✋ by itself: “Send it (requires human approval)”.",
          "Step 3 speaks of approval and gets no ✋ by itself: “Wait for approval before filing it”.",
        ]) as unknown,
      },
    });
    expect(conversion.kind === "change" ? conversion.change.text : "").not.toContain("✋");
  });

  it("that bears the sign is not given another", () => {
    const conversion = convert(
      "# Plan\n\n## Steps\n- [ ] ✋ Send it for approval\n    ```action\n    type: [\n    ```\n",
      true,
    );
    expect(conversion.kind === "change" ? conversion.change.text : "").toContain(
      "- [ ] ✋ Send it for approval\n",
    );
  });

  it("in a note of a thousand of them costs what it has to", () => {
    const conversion = convert(
      `# P\n\n**Status:** x\n\n## Steps\n${Array.from({ length: 900 }, (_, n) => `- [ ] requires approval ${String(n)}\n`).join("")}${"\n".repeat(40_000)}`,
      true,
    );
    expect(conversion).toMatchObject({ change: { gates: 900 } });
  });

  it("gets it by the person’s word", () => {
    const conversion = convert(text, true);
    expect(conversion.kind === "change" ? conversion.change.text.split("\n").slice(-4) : []).toEqual([
      "- [ ] Write it",
      "- [ ] ✋ Send it (requires human approval)",
      "- [ ] ✋ Wait for approval before filing it",
      "",
    ]);
  });
});

describe("what cannot be told is left to the person:", () => {
  it.each<readonly [what: string, text: string, why: string]>([
    [
      "boxes under many headings",
      "# Plan\n\n## Shopping\n- [ ] a\n\n## Garden\n- [ ] b\n\n## Mend\n- [ ] c\n",
      "has boxes under several headings (“Shopping”, “Garden”, “Mend”)",
    ],
    [
      "boxes for approval among its steps",
      "# Plan\n\n**Status:** open\n\n## Roadmap\n- [ ] a\n\n### Approval\n- [ ] Approve\n",
      "has boxes under “Approval” among its steps",
    ],
    [
      "words alone",
      "# Plan\n\n**Status:** open\n\n## Steps\nFirst this, then that.\n\n## Approval\n- [ ] Approve\n",
      "has no recognisable steps",
    ],
    ["a plan", `${FRONT}# Fence\n\n## Roadmap\n- [ ] a\n`, "is a plan as it is"],
    ["a note about something else", "# Shopping\n\nBread.\n", "has no recognisable steps"],
    ["a template", '---\ntask_id: "{{id}}"\n---\n## Steps\n- [ ] a\n', "does not look like a plan"],
    ["properties that cannot be read", "---\na: b: c\n---\n## Steps\n- [ ] a\n", "has to be put right first"],
  ])("%s", (_what, text, why) => {
    expect(convert(text)).toEqual({ kind: "none", why: expect.stringContaining(why) as unknown });
  });
});
