import { describe, expect, test } from "vitest";
import { createJudge, type Judgement } from "../../src/note/intake/judge";
import { DEFAULT_SETTINGS, readSettings } from "../../src/settings/settings";

const judge = createJudge({ complex: DEFAULT_SETTINGS.complex_words, simple: DEFAULT_SETTINGS.simple_words });

function judged(text: string): string {
  const { kind, why } = judge("", text);
  return `${kind}: ${why}`;
}

describe("a task is judged by the words that stand in it", () => {
  test.each<readonly [text: string, judgement: string]>([
    // The examples the lists come with.
    ["Generate and send invoice to Client A", "complex: “send”, “invoice” and “client” in line 1"],
    ["Show me the dashboard", "simple: “show” in line 1"],
    ["Schedule meeting with 3 team members", "complex: “schedule” and “team” in line 1"],
    ["Send notification to subscribers", "complex: “send” in line 1"],
    // One word of each kind.
    ["Fix the roof #high", "complex: “#high” in line 1"],
    ["URGENT: water in the cellar", "complex: “urgent” in line 1"],
    ["Tickets, asap!", "complex: “ASAP” in line 1"],
    ["A critical look at the boiler", "complex: “critical” in line 1"],
    ["Sort the payment slips", "complex: “payment” in line 1"],
    ["Garden project", "complex: “project” in line 1"],
    ["Flyers for the autumn campaign", "complex: “campaign” in line 1"],
    ["Write the yearly report", "complex: “report” in line 1"],
    ["Prepare the audit", "complex: “audit” in line 1"],
    ["Coordinate the move", "complex: “coordinate” in line 1"],
    ["Post the photographs", "complex: “post” in line 1"],
    ["Publish chapter two", "complex: “publish” in line 1"],
    ["Email Ana about Friday", "complex: “email” in line 1"],
    ["Leave a message for Ben", "complex: “message” in line 1"],
    ["Call the dentist", "complex: “call” in line 1"],
    ["Pay the plumber", "complex: “pay” in line 1"],
    ["Submit the tax return", "complex: “submit” in line 1"],
    ["Water the plants after the heat", "complex: “after” in line 1"],
    ["Check the oven once a week", "complex: “once” in line 1"],
    ["Peel, then chop", "complex: “then” in line 1"],
    ["These depend on the weather", "complex: “depend” in line 1"],
    ["Clean the pipeline", "complex: “pipeline” in line 1"],
    ["Ask the manager for a key", "complex: “manager” in line 1"],
    ["Get approval for the colour", "complex: “approval” in line 1"],
    ["Wait for sign-off", "complex: “sign-off” in line 1"],
    // Simple ones.
    ["Read the manual", "simple: “read” in line 1"],
    ["Display the calendar", "simple: “display” in line 1"],
    ["Summarize this article", "simple: “summarize” in line 1"],
    ["What is the capital of Peru?", "simple: “what is” in line 1"],
    ["How many chairs are there", "simple: “how many” in line 1"],
    ["Buy milk", "simple: it has no word of the lists"],
    ["", "simple: it has no word of the lists"],
    ["\n\n   \n", "simple: it has no word of the lists"],
    ["…!?", "simple: it has no word of the lists"],
    // Both: the complex word decides.
    ["Read the contract and send it back", "complex: “send” in line 1"],
    ["How many invoices were sent after May", "complex: “after” in line 1"],
    ["What is the client waiting for", "complex: “client” in line 1"],
    // Whole words only.
    ["Posture exercises", "simple: it has no word of the lists"],
    ["Mend the lampposts", "simple: it has no word of the lists"],
    ["Invoices and clients", "simple: it has no word of the lists"],
    ["Recall the name of that film", "simple: it has no word of the lists"],
    ["Paying attention", "simple: it has no word of the lists"],
    ["Spread the bread", "simple: it has no word of the lists"],
    ["Bring the client's coat", "complex: “client” in line 1"],
    ["Bring the client’s coat", "complex: “client” in line 1"],
    ["rename client_a to client_b", "simple: it has no word of the lists"],
    ["_urgent_ and **critical**", "complex: “urgent” and “critical” in line 1"],
    ["(send)", "complex: “send” in line 1"],
    ["“Send”?", "complex: “send” in line 1"],
    ["re-send, post-war, team-building", "complex: “send”, “post” and “team” in line 1"],
    ["sign off on the lease", "complex: “sign-off” in line 1"],
    ["a sign: off with you", "complex: “sign-off” in line 1"],
    ["a signoff", "simple: it has no word of the lists"],
    ["ｕｒｇｅｎｔ", "complex: “urgent” in line 1"],
    // Tags.
    ["high tea", "simple: it has no word of the lists"],
    ["# high", "simple: it has no word of the lists"],
    ["#high-altitude hike", "simple: it has no word of the lists"],
    ["#high/now", "simple: it has no word of the lists"],
    ["#highlands", "simple: it has no word of the lists"],
    ["note#high", "simple: it has no word of the lists"],
    ["(#HIGH)", "complex: “#high” in line 1"],
    ["#high, #urgent", "complex: “#high” and “urgent” in line 1"],
    // Where, and where not.
    ["# Shelves\n\nMeasure.\n\nSend the order, then wait.", "complex: “send” and “then” in line 5"],
    ["Send.\n\nWait for approval.", "complex: “send” in line 1, “approval” in line 3"],
    ["send post pay call email submit", "complex: “send”, “post”, “pay” and “call” in line 1"],
    ["send, send and send again", "complex: “send” in line 1"],
    ["---\nstatus: urgent\nsend: client\n---\nBuy milk", "simple: it has no word of the lists"],
    ["---\nbroken: [\nurgent\n---\nBuy milk", "simple: it has no word of the lists"],
    ["---\nurgent\nbuy milk", "complex: “urgent” in line 2"],
    ["```\nsend(client)\n```\nLook at this", "simple: it has no word of the lists"],
    ["%% send it %%\n<!-- urgent -->\nLook", "simple: it has no word of the lists"],
    ["Look at `send(client)` again", "simple: it has no word of the lists"],
    ["Look at https://example.com/send/invoice?client=urgent", "simple: it has no word of the lists"],
    ["Look at www.post.example", "simple: it has no word of the lists"],
    ["Look at [this page](https://example.com/pay) and pay", "complex: “pay” in line 1"],
    ["Look at [this](send/client.md)", "simple: it has no word of the lists"],
    ["[Send it](https://example.com)", "complex: “send” in line 1"],
    ["(https://example.com/a) send", "complex: “send” in line 1"],
    ["Ask sales-team@post.example", "simple: it has no word of the lists"],
    ["Ask @client about it", "complex: “client” in line 1"],
    ["mailto:client@example.com", "simple: it has no word of the lists"],
    // Line ends and other scripts.
    ["\uFEFFBuy milk\r\nand send it", "complex: “send” in line 2"],
    ["Rechnung an Herrn Weiß schicken", "simple: it has no word of the lists"],
    ["请发送发票", "simple: it has no word of the lists"],
  ])("%j", (text, judgement) => {
    expect(judged(text)).toBe(judgement);
  });

  test("the name of a note counts as well, with its underscores as spaces", () => {
    expect(judge("EMAIL_client-a-invoice", "")).toEqual<Judgement>({
      kind: "complex",
      why: "“email”, “client” and “invoice” in its name",
    });
    expect(judge("Show me", "the dashboard").why).toBe("“show” in its name");
  });
});

describe("the lists are a person's own", () => {
  const own = createJudge({
    complex: [
      "Rechnung*",
      "schicken",
      "发送",
      "付款",
      "청구서*",
      "إرسال",
      "ส่ง",
      "straße",
      "été",
      "İstanbul",
      "to do",
    ],
    simple: ["zeige", "显示"],
  });

  test.each<readonly [text: string, kind: Judgement["kind"], why: string]>([
    ["Rechnung an Herrn Weiß SCHICKEN", "complex", "“Rechnung*” and “schicken” in line 1"],
    ["Alle Rechnungen ordnen", "complex", "“Rechnung*” in line 1"],
    ["Abrechnung ordnen", "simple", "it has no word of the lists"],
    ["Zeige die Liste", "simple", "“zeige” in line 1"],
    ["请把合同发送给客户", "complex", "“发送” in line 1"],
    ["请看https://example.com/付款然后付款", "complex", "“付款” in line 1"],
    ["发 送", "complex", "“发送” in line 1"],
    ["送发", "simple", "it has no word of the lists"],
    ["显示列表", "simple", "“显示” in line 1"],
    ["청구서를 보내기", "complex", "“청구서*” in line 1"],
    ["إرسال التقرير", "complex", "“إرسال” in line 1"],
    ["กรุณาส่งเอกสาร", "complex", "“ส่ง” in line 1"],
    ["STRASSE", "simple", "it has no word of the lists"],
    ["e\u0301te\u0301", "complex", "“été” in line 1"],
    ["ÉTÉ", "complex", "“été” in line 1"],
    ["i̇stanbul", "complex", "“İstanbul” in line 1"],
    ["Things to-do", "complex", "“to do” in line 1"],
    ["Send the invoice", "simple", "it has no word of the lists"],
  ])("%j", (text, kind, why) => {
    expect(own("", text)).toEqual({ kind, why });
  });

  test("empty lists make every task simple", () => {
    expect(createJudge({ complex: [], simple: [] })("urgent", "send")).toEqual({
      kind: "simple",
      why: "it has no word of the lists",
    });
  });

  test.each<readonly [value: unknown, why: string]>([
    [{ complex_words: "send" }, "complex_words: a list in square brackets"],
    [{ complex_words: ["send", ""] }, "complex_words.1: a word has at least one letter or digit"],
    [{ simple_words: ["#*"] }, "simple_words.0: a word has at least one letter or digit"],
    [{ simple_words: ["a".repeat(61)] }, "simple_words.0: at most 60 characters"],
    [{ complex_words: Array.from({ length: 501 }, () => "a") }, "complex_words: a list of at most 500"],
    [{ intake: "yes" }, "intake: one of “off”, “suggest”, “draft”"],
  ])("%j is refused, with what belongs there", (value, why) => {
    expect(readSettings(value)).toEqual({ kind: "bad", why });
  });
});

describe("whatever a text is made of, judging it takes time in proportion to its length", () => {
  const MEGABYTE = 1_000_000;
  const fill = (unit: string): string => unit.repeat(Math.floor(MEGABYTE / unit.length));

  test.each([
    "a",
    "a ",
    "@",
    "a@",
    "://",
    "a://",
    "www.",
    "](",
    "`",
    "_",
    "_a",
    "#",
    "#a ",
    "[[",
    "发",
    "e\u0301",
    "sign ",
    "what ",
    "%%",
    "<!-- ",
    "send",
    "- [ ] ",
    "é",
    "\u200b",
    "😀",
  ])("a megabyte of %j", (unit) => {
    expect(judge("", fill(unit)).kind).toBe("simple");
  });

  test("a note of too many lines is not read", () => {
    expect(judged("send\n".repeat(60_000))).toBe("simple: it has more than 50,000 lines and was not read");
  });

  test("a word at the end of a long note is found", () => {
    expect(judged(`${"word word\n".repeat(40_000)}send`)).toBe("complex: “send” in line 40001");
  });
});
