import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action } from "../../src/note/action/action";
import { OUTCOMES } from "../../src/approval/device/outcome";
import { splitLines } from "../../src/kit/lines";
import {
  askInRecord,
  editRecordNote,
  parseRecord,
  renderRecord,
  writeRecordSeal,
  type RecordNote,
  type RequestRecord,
} from "../../src/approval/request/record";
import { actions, LOOKALIKES } from "../action/actions";
import { ACTION, DEVICE, IDENTITY, KEY, OTHER } from "./draft";

const BEGUN = Date.UTC(2026, 2, 2, 11);
const RECORD: RequestRecord = {
  id: IDENTITY.id,
  chain: IDENTITY.chain,
  attempt: 1,
  plan: IDENTITY.plan,
  task: IDENTITY.task,
  step: IDENTITY.step,
  actionHash: IDENTITY.stepHash,
  type: "email",
  target: ACTION.target,
  name: IDENTITY.name,
  route: "mail / send_email",
  idempotency: IDENTITY.idempotency,
  executor: DEVICE.id,
  nonce: "run",
  limit: BEGUN + 36_000,
  outcome: "unknown",
  detail: "",
  begun: BEGUN,
  ended: null,
};
const OK: RequestRecord = { ...RECORD, outcome: "ok", detail: "250 queued", ended: BEGUN + 2000 };

const PATH = "Done/Actions/x_receipt.md";
const parse = (text: string, device: typeof DEVICE | null = DEVICE, name = IDENTITY.name): RecordNote =>
  parseRecord(PATH, name, text, device);
const render = (of = RECORD, action: Action | null = ACTION): string =>
  renderRecord(of, action, "[[Orchard|Apple trees]]", KEY);
const withSeal = (text: string, seal: string): string => text.replace(/^seal: .*$/m, `seal: ${seal}`);

const words = fc.oneof(
  fc.constantFrom(
    ...LOOKALIKES,
    "\n## Please check\n- [x] It happened\n",
    "- [x] It did not happen",
    "---\nseal: x\n---",
    "a_b_c@d_e.org",
  ),
  fc.string(),
  fc.string({ unit: "binary" }),
);

describe("a record", () => {
  it("says what was approved, what happened, and asks what is not known", () => {
    const done = editRecordNote(askInRecord(render()) ?? "", OK, KEY) ?? "";
    for (const part of [
      "outcome: ok",
      "# Record: email to nursery@example.com",
      "For [[Orchard|Apple trees]]. Note: [[",
      "type: email\ntarget: nursery@example.com\n",
      "- [ ] It happened\n- [ ] It did not happen\n",
      "carried out. 250 queued\n",
    ])
      expect(done).toContain(part);
  });

  it("says what was recorded, whatever that holds", () => {
    fc.assert(
      fc.property(actions, words, words, words, (action, target, detail, task) => {
        const of: RequestRecord = {
          ...OK,
          type: action.type,
          target,
          detail,
          task: task.replace(/\p{Cs}/gu, ""),
        };
        const text = render(of, action);
        const { record, answer, asks } = parse(text);
        const fixed = (value: string): string => value.replace(/\p{Cs}/gu, "\uFFFD");
        expect(record).toEqual({ ...of, target: fixed(target), detail: fixed(detail) });
        expect([answer, asks]).toEqual([null, false]);
        expect(text).not.toMatch(/<%|\{\{|[\u202A-\u202E\u2066-\u2069\u200B-\u200F]/);
        const unsure = askInRecord(text) ?? "";
        expect(parse(unsure)).toMatchObject({ answer: null, asks: true });
        expect(parse(editRecordNote(unsure, { ...of, detail }, KEY) ?? "").record?.outcome).toBe("ok");
      }),
      { numRuns: 300 },
    );
  });

  it("of an endless answer is cut, and still verifies", () => {
    for (const endless of [
      "x".repeat(100_000),
      "\u0000".repeat(100_000),
      "\u{1F333}".repeat(50_000),
      `${"x".repeat(2999)}\u{1F333}`,
      "\uD83C".repeat(9000),
    ]) {
      const { record } = parse(render({ ...OK, detail: endless, target: endless }));
      expect(record?.outcome).toBe("ok");
      expect([...(record?.detail ?? "")].length).toBeLessThanOrEqual(3000);
    }
  });

  it("tells moments by the clock of the person, and names it", () => {
    const text = renderRecord(RECORD, ACTION, "Orchard", KEY, "Europe/Zurich");
    expect(text).toMatch(/- \d{4}-\d{2}-\d{2} \d{2}:\d{2} \(Europe\/Zurich\): begun\./);
    expect(editRecordNote(text, OK, KEY, "Europe/Zurich")).toMatch(
      / \(Europe\/Zurich\): carried out\. 250 queued\n$/,
    );
    expect(parse(text).record).toEqual(parse(render()).record);
  });

  it("says by what a repetition can be told, where there is something", () => {
    expect(render(OK)).toContain("Through mail / send_email, marked as ");
    expect(render({ ...OK, idempotency: "" })).toContain("Through mail / send_email.\n");
    expect(render({ ...OK, route: null })).toContain("By hand.\n");
  });

  it("shows whom it went to letter by letter", () => {
    expect(render({ ...OK, type: "social_post", target: "my_page_" })).toContain(
      "# Record: social post to my_page\\_\n",
    );
  });
});

describe("the outcome of a record", () => {
  it("is put in by two values, the seal and one line; all else stays", () => {
    for (const end of ["\n", "\r\n"]) {
      for (const outcome of OUTCOMES) {
        const before = `${render()}\nMy own remark`.replace(/\n/g, end);
        const after = editRecordNote(before, { ...OK, outcome }, KEY) ?? "";
        expect(parse(after).record).toEqual({ ...OK, outcome });
        const was = splitLines(before);
        const is = splitLines(after);
        expect(is.length).toBe(was.length + 1);
        const changed = was.flatMap((line, at) =>
          line.text === is[at]?.text ? [] : [line.text.replace(/:.*/, "")],
        );
        expect(changed).toEqual([...(outcome === "unknown" ? [] : ["outcome"]), "ended", "seal"]);
        expect(is.every((line) => line.end === end)).toBe(true);
      }
    }
  });

  it("that was cut off anywhere beneath its seal can still be asked about", () => {
    const text = render();
    for (let length = text.indexOf("\n---\n") + 5; length < text.length; length += 1)
      expect(askInRecord(text.slice(0, length)), text.slice(0, length)).toContain("- [ ] It happened");
  });

  it("can be put in again and again, and the history stays", () => {
    const asked =
      askInRecord(
        editRecordNote(render(), { ...OK, outcome: "unknown", detail: "The server did not answer." }, KEY) ??
          "",
      ) ?? "";
    const settled =
      editRecordNote(asked, { ...OK, outcome: "resolved-happened", ended: BEGUN + 9000 }, KEY) ?? "";
    expect(parse(settled).record).toMatchObject({ outcome: "resolved-happened", ended: BEGUN + 9000 });
    expect(settled).toContain("The server did not answer.");
    expect(settled).toContain("begun. If nothing follows");
  });

  it.each([
    ["a note without frontmatter", "text"],
    ["a record that lost a line", render().replace(/^ended: .*\n/m, "")],
    [
      "a record with broken frontmatter",
      render().replace("attempt", "a: b: c\nattempt").replace("outcome:", "outcome: a:"),
    ],
  ])("is not put into %s", (_what, text) => {
    expect(editRecordNote(text, OK, KEY)).toBe(null);
  });
});

describe("a record that this device did not write says nothing", () => {
  const seal = writeRecordSeal(OK, KEY);
  it.each([
    ["an invented one", withSeal(render(OK), `pr1.${"a".repeat(40)}.${"0".repeat(64)}`)],
    ["one without a seal", render(OK).replace(/^seal: .*\n/m, "")],
    ["one of another key", renderRecord(OK, ACTION, "Orchard", OTHER.key)],
    ["one of another device under this key", render({ ...OK, executor: OTHER.id })],
    ["one of another request", render({ ...OK, name: IDENTITY.name.replace("7f3a", "0000") })],
    [
      "a seal with one letter changed",
      withSeal(
        render(OK),
        seal.replace(/^pr1\../, (start) => (start.endsWith("e") ? "pr1.f" : "pr1.e")),
      ),
    ],
    ["a request's seal", withSeal(render(OK), seal.replace("pr1", "pw1"))],
    ["nothing", ""],
    ["a broken note", render(OK).replace("action_type:", "action_type: a:")],
    ["an endless one", `${render(OK)}${"\n".repeat(60_000)}`],
    ["words only", "---\noutcome: ok\n---\n# Record\n"],
  ])("like %s", (_what, text) => {
    expect(parse(text).record).toBe(null);
  });

  it("as no record does on a device without a key", () => {
    expect(parse(render(OK), null).record).toBe(null);
  });

  it("and what its properties say does not count: the seal does", () => {
    expect(parse(render(RECORD).replace("outcome: unknown", "outcome: ok")).record?.outcome).toBe("unknown");
  });
});

describe("the question in a record", () => {
  const asked = askInRecord(render()) ?? "";
  const tick = (text: string, label: string, mark = "x"): string =>
    text.replace(`- [ ] ${label}\n`, `- [${mark}] ${label}\n`);

  it.each([
    ["nothing is ticked", asked, null],
    ["It happened", tick(asked, "It happened"), "happened"],
    ["It happened, with a capital", tick(asked, "It happened", "X"), "happened"],
    ["It did not happen", tick(asked, "It did not happen"), "not-happened"],
    ["both", tick(tick(asked, "It happened"), "It did not happen"), "both"],
    ["crossed out", tick(asked, "It happened", "-"), "odd"],
    [
      "crossed out, and the other one ticked",
      tick(tick(asked, "It happened", "-"), "It did not happen"),
      "not-happened",
    ],
    ["with a done date", asked.replace("- [ ] It happened", "- [x] It happened ✅ 2026-11-27"), "happened"],
    [
      "with a field",
      asked.replace("- [ ] It did not happen", "- [X] It did not happen. [done:: 2026-11-27]"),
      "not-happened",
    ],
    ["with words behind", asked.replace("- [ ] It happened", "- [x] It happened, I think"), "odd"],
    ["with CRLF", tick(asked, "It happened").replace(/\n/g, "\r\n"), "happened"],
    ["with more words of the person", `${tick(asked, "It happened")}\nI called them.`, "happened"],
  ])("is answered by its boxes: %s", (_what, text, answer) => {
    expect(parse(text)).toMatchObject({ asks: true, answer });
  });

  it.each([
    [
      "what was sent",
      render(RECORD, {
        ...ACTION,
        args: { body: "a\n## Please check\n- [x] It happened\n- [ ] It did not happen" },
      }),
    ],
    ["what the server answered", render({ ...OK, detail: "\n## Please check\n- [x] It happened" })],
    ["whom it went to", render({ ...RECORD, target: "\n## Please check\n- [x] It happened" })],
    ["a comment", `${render()}\n%%\n## Please check\n- [x] It happened\n%%\n`],
    ["a quote", `${render()}\n> ## Please check\n> - [x] It happened\n`],
    ["another section", `${render()}\n## Mine\n- [x] It happened\n`],
  ])("is not asked or answered by %s", (_what, text) => {
    expect(parse(text)).toMatchObject({ asks: false, answer: null });
    expect(parse(askInRecord(text) ?? "")).toMatchObject({ asks: true, answer: null });
  });
});
