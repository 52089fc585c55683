/** Names and dates as people write them, each with what it means. */
import { describe, expect, test } from "vitest";
import { findPlan } from "../../src/engine/perform/find";
import { createKeys, sourceKey, writeSource } from "../../src/note/intake/sources";
import type { Task } from "../../src/note/intake/task";
import { parseEntry } from "../../src/note/plan/parseLog";
import { readStamp, writeStamp } from "../../src/kit/dates";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import { isDeferred } from "../../src/note/plan/standstill";
import { asked, latched, NOW, plan, requestNote, world } from "../rules/build";

describe("a plan is meant by its id, its path, its file name or a link to it", () => {
  const plans = world({
    plans: [
      plan({ id: "PLAN-2026-001", path: "Plans/School/January invoice.md" }),
      plan({ id: "2026-002", path: "Plans/PLAN-2026-002 Roof.md" }),
      plan({ id: "Plan-Ärger", path: "Plans/Grüße aus Köln.md" }),
      plan({ id: "G", path: "Plans/Garden 1.md" }),
      plan({ id: "H", path: "Plans/House - Copy (2).md" }),
      plan({ id: "K", path: "Plans/Kitchen.md" }),
      plan({ id: "K2", path: "Plans/Kitchen 2.md" }),
      plan({ id: "C#", path: "Plans/C sharp.md" }),
      plan({ id: "請求書", path: "Plans/請求書 一月.md" }),
      plan({ id: "P50", path: "Plans/50% off.md" }),
    ],
  });

  test.each<readonly [which: string, id: string]>([
    ["PLAN-2026-001", "PLAN-2026-001"],
    ["2026-001", "PLAN-2026-001"],
    ["plan-2026-001", "PLAN-2026-001"],
    ["  Plan-2026-001 ", "PLAN-2026-001"],
    ["2026-001.md", "PLAN-2026-001"],
    ["[[PLAN-2026-001]]", "PLAN-2026-001"],
    ["[[2026-001]]", "PLAN-2026-001"],
    ["PLAN-2026-002", "2026-002"],
    ["2026-002", "2026-002"],
    ["PLAN-2026-002 Roof", "2026-002"],
    ["2026-002 roof.md", "2026-002"],
    ["January invoice", "PLAN-2026-001"],
    ["january INVOICE.MD", "PLAN-2026-001"],
    ["School/January invoice", "PLAN-2026-001"],
    ["Plans/School/January invoice.md", "PLAN-2026-001"],
    ["/Plans/School/January invoice.md", "PLAN-2026-001"],
    ["./Plans/School/January invoice", "PLAN-2026-001"],
    ["Plans\\School\\January invoice.md", "PLAN-2026-001"],
    ["Plans/School/January%20invoice.md", "PLAN-2026-001"],
    ["[[Plans/School/January invoice|the bill]]", "PLAN-2026-001"],
    ["[[January invoice#Roadmap]]", "PLAN-2026-001"],
    ["[[January invoice#^s-7f3a|send]]", "PLAN-2026-001"],
    ["January invoice.md#Roadmap", "PLAN-2026-001"],
    ["[the bill](Plans/School/January%20invoice.md)", "PLAN-2026-001"],
    ["[the bill](<Plans/School/January invoice.md>)", "PLAN-2026-001"],
    ["![[January invoice]]", "PLAN-2026-001"],
    ["plan-ärger", "Plan-Ärger"],
    ["A\u0308rger", "Plan-Ärger"],
    ["Gru\u0308ße aus Ko\u0308ln", "Plan-Ärger"],
    ["grüße aus köln.md", "Plan-Ärger"],
    ["Gr%C3%BC%C3%9Fe aus K%C3%B6ln.md", "Plan-Ärger"],
    ["請求書", "請求書"],
    ["PLAN-請求書", "請求書"],
    ["請求書 一月", "請求書"],
    ["50% off", "P50"],
    ["50%25 off", "P50"],
    ["C#", "C#"],
    ["Garden", "G"],
    ["Plans/Garden.md", "G"],
    ["[[Garden]]", "G"],
    ["Garden 1", "G"],
    ["House", "H"],
    ["House - Copy (2)", "H"],
    ["Kitchen", "K"],
    ["Kitchen 2", "K2"],
  ])("%j", (which, id) => {
    const found = findPlan(which, plans);
    expect(typeof found === "string" ? found : found.taskId).toBe(id);
  });

  test.each([
    "",
    " ",
    "PLAN-",
    "[[]]",
    "2026",
    "invoice",
    "Garden 2",
    "../Plans/Kitchen",
    "Plans",
    "%",
    "[[",
    "K 2",
  ])("%j means none", (which) => {
    expect(findPlan(which, plans)).toContain("There is no plan");
  });

  test("two that only a number tells from what was typed are not guessed at", () => {
    const both = world({
      plans: [plan({ id: "A", path: "Plans/Garden 1.md" }), plan({ id: "B", path: "Plans/Garden 2.md" })],
    });
    expect(findPlan("Garden", both)).toBe(
      "Several notes go by “Garden”: Plans/Garden 1.md, Plans/Garden 2.md. Give the path of the one you mean.",
    );
  });

  test.each(["7", "plan-7", "PLAN-7", "Plan-7"])(
    "a request keeps its plan when the id is written %j from then on",
    (id) => {
      const one = asked(7, { id: "PLAN-7" });
      const seen = world({
        plans: [asked(7, { id }).plan],
        requests: [requestNote(one, "pending")],
        device: latched(one.actionState),
      });
      expect(seen.plans[0]?.request?.id).toBe(one.identity.id);
      expect(seen.duplicates).toEqual([]);
    },
  );

  test.each([
    ["PLAN-9", "9"],
    ["plan-9", "PLAN-9"],
    ["A\u0308", "Ä"],
  ])("%j and %j are one id, and two notes with it are on hold", (a, b) => {
    expect(
      world({ plans: [plan({ id: a, path: "Plans/a.md" }), plan({ id: b, path: "Plans/b.md" })] }).plans.map(
        ({ hasDuplicateId }) => hasDuplicateId,
      ),
    ).toEqual([true, true]);
  });
});

describe("a source is one, however it is written", () => {
  test.each<readonly [written: string, key: string]>([
    ["/Inbox/EMAIL_client-a-invoice.md", "inbox/email_client-a-invoice"],
    ["Inbox/EMAIL_client-a-invoice", "inbox/email_client-a-invoice"],
    ["./Inbox/a.md", "inbox/a"],
    ["//Inbox/a.md", "inbox/a"],
    ["a", "a"],
    ["a.md", "a"],
    ["A.MD", "a"],
    [" a.md ", "a"],
    ["", ""],
    ["[[]]", ""],
    ["/", ""],
    ["[[a]]", "a"],
    ["[[Inbox/a|A]]", "inbox/a"],
    ["[[a#Part]]", "a"],
    ["[[a#^b-1|x]]", "a"],
    ["![[a]]", "a"],
    ["[[Inbox/a.md]]", "inbox/a"],
    ["[[a b (c)]]", "a b (c)"],
    ["[A](Inbox/a%20b.md)", "inbox/a b"],
    ["[A](<Inbox/a b.md>)", "inbox/a b"],
    ['[A](Inbox/a.md "title")', "inbox/a"],
    ["[A](Inbox/a(1).md)", "inbox/a(1)"],
    ["[](a.md)", "a"],
    ["Inbox\\a.md", "inbox/a"],
    ["Inbox/a%20b.md", "inbox/a b"],
    ["Inbox/50% off.md", "inbox/50% off"],
    ["50%20%off", "50 %off"],
    ["a%zz", "a%zz"],
    ["a%ff", "a%ff"],
    ["a.md#Part", "a"],
    ["a.md|A", "a"],
    ["C# notes.md", "c# notes"],
    ["a.md.md", "a.md"],
    ["a.mdown", "a.mdown"],
    ["2026.02.21 call.md", "2026.02.21 call"],
    ["A\u0308rger.md", "ärger"],
    ["Ärger", "ärger"],
    ["請求書.md", "請求書"],
    ["İ.md", "i̇"],
    [writeSource("Inbox/Send [[x]] ](y.md"), "inbox/send [[x]] ](y"],
    [writeSource("Inbox/a.md"), "inbox/a"],
  ])("%j", (written, key) => {
    expect(sourceKey(written)).toBe(key);
  });

  test("what Planwright writes leads back to the note, whatever that is called", () => {
    for (const path of [
      "Inbox/a.md",
      "Inbox/[[a]].md",
      "Inbox/50% [[off]].md",
      "Inbox/a%20b.md",
      "Inbox/C# | D.md",
      `Inbox/${"é".repeat(90)}.md`,
      "Inbox/請求書.md",
      "Inbox/Äpfel.md",
    ]) {
      expect(sourceKey(writeSource(path)), path).toBe(sourceKey(path));
    }
  });
});

describe("a task that a plan names is not suggested again", () => {
  const task = (path: string): Task => ({
    path,
    hash: "",
    changed: NOW,
    why: "“send” in line 1",
    topic: null,
    needsPlan: true,
  });
  const left = (
    source: string,
    paths: readonly string[],
    more: Partial<Parameters<typeof world>[0]> = {},
  ): readonly string[] =>
    world({
      plans: [plan({ id: "A", source: JSON.stringify(source) })],
      intake: { notes: paths, tasks: paths.map(task) },
      ...more,
    }).intake.tasks.map(({ path }) => path);

  test.each<readonly [source: string, paths: readonly string[], left: readonly string[]]>([
    ["/Inbox/a.md", ["Inbox/a.md", "Inbox/b.md"], ["Inbox/b.md"]],
    ["a", ["Inbox/a.md"], []],
    ["[[a]]", ["Needs_Action/a.md"], []],
    ["[[Inbox/a|x]]", ["Inbox/A.md"], []],
    ["Inbox/a%20b.md", ["Inbox/a b.md"], []],
    ["/Inbox/Ma\u0308rz.md", ["Inbox/März.md"], []],
    // Moved, and given a number on the way.
    ["/Inbox/a.md", ["Needs_Action/a.md"], []],
    ["/Inbox/a.md", ["Inbox/a.md", "Needs_Action/a.md"], ["Needs_Action/a.md"]],
    ["/Inbox/a.md", ["Needs_Action/a 1.md"], []],
    ["/Inbox/a.md", ["Inbox/a - Copy.md"], []],
    ["/Inbox/a.md", ["Inbox/a - Copy (2).md"], []],
    ["/Inbox/a.md", ["Inbox/a copy.md"], []],
    ["a", ["Inbox/a 1.md"], []],
    ["/Inbox/a.md", ["Inbox/a.md", "Inbox/a 1.md"], ["Inbox/a 1.md"]],
    [
      "/Inbox/Untitled.md",
      ["Inbox/Untitled.md", "Inbox/Untitled 1.md", "Inbox/Untitled 2.md"],
      ["Inbox/Untitled 1.md", "Inbox/Untitled 2.md"],
    ],
    ["/Inbox/a 1.md", ["Inbox/a.md"], ["Inbox/a.md"]],
    // Somewhere else is something else.
    ["/Projects/a.md", ["Inbox/a.md"], ["Inbox/a.md"]],
    ["/Inbox/sub/a.md", ["Inbox/a.md"], ["Inbox/a.md"]],
    ["/Inbox/aa.md", ["Inbox/a.md"], ["Inbox/a.md"]],
    ["", ["Inbox/a.md"], ["Inbox/a.md"]],
    ["null", ["Inbox/a.md"], ["Inbox/a.md"]],
  ])("source %j, notes %j", (source, paths, expected) => {
    expect(left(source, paths)).toEqual(expected);
  });

  test("also where our folders lie beneath another, and the source leaves that out", () => {
    const settings = { ...DEFAULT_SETTINGS, root: "Work" };
    for (const source of ["/Inbox/a.md", "/Work/Inbox/a.md", "a"])
      expect(left(source, ["Work/Inbox/a.md"], { settings })).toEqual([]);
  });

  test.each(["Draft", "Blocked", "Done", "Cancelled"])(
    "where the plan is %s, among the open ones or in the archive",
    (status) => {
      const it = plan({ id: "A", status, source: "/Inbox/a.md" });
      for (const seen of [{ plans: [it] }, { plans: [], archived: [it] }])
        expect(left("", ["Inbox/a.md"], seen)).toEqual([]);
    },
  );

  test("of a note anywhere else, path and name are all there is to go by", () => {
    expect(createKeys(["Inbox"], ["Inbox/b.md"])("Notes/b 1.md")).toEqual(["notes/b 1", "b 1"]);
  });
});

describe("a date is the moment a person means by it; without a zone it is UTC", () => {
  const MORNING = "2026-02-21T10:30:00Z";
  const stamps: readonly (readonly [written: string, moment: string | null])[] = [
    ["2026-02-21", "2026-02-21T00:00:00Z"],
    ["2026-02-21T10:30:00Z", MORNING],
    ["2026-02-21T10:30:00", MORNING],
    ["2026-02-21T10:30", MORNING],
    ["2026-02-21 10:30", MORNING],
    ["2026-02-21 10:30:00", MORNING],
    ["2026-02-21, 10:30", MORNING],
    ["2026-02-21 10:30 UTC", MORNING],
    ["2026-02-21 10:30 GMT", MORNING],
    ["2026-02-21T10:30:00.000Z", MORNING],
    ["2026-02-21T10:30:00.123456Z", MORNING],
    ["2026-02-21t10:30:00z", MORNING],
    ["2026-02-21T12:30:00+02:00", MORNING],
    ["2026-02-21T12:30:00+0200", MORNING],
    ["2026-02-21 12:30 +02:00", MORNING],
    ["2026-02-21T05:30:00-05:00", MORNING],
    ["2026-02-21 9:05", "2026-02-21T09:05:00Z"],
    [" 2026-02-21 ", "2026-02-21T00:00:00Z"],
    ["2026-02-30", null],
    ["21.02.2026", null],
    ["2026/02/21", null],
    ["02/21/2026", null],
    ["yesterday", null],
    ["", null],
    ["2026-02-21T25:00", null],
    ["2026-02-21T10:30:00 CET", null],
    ["20260221", null],
  ];

  test.each(stamps)("%j", (written, moment) => {
    const at = readStamp(written);
    expect(at === null ? null : writeStamp(at)).toBe(moment);
  });

  const planWith = (line: string, body = ""): Plan => {
    const parsed = parsePlan(
      "Plans/a.md",
      `---\ntask_id: A\nstatus: Active\n${line}\n---\n## Roadmap\n- [ ] a\n${body}`,
    );
    if (parsed.kind !== "plan") throw new Error(JSON.stringify(parsed));
    return parsed.plan;
  };

  test.each(stamps.filter(([written]) => written.trim() !== ""))(
    "as a created_date, in quotes and without: %j",
    (written, moment) => {
      for (const value of [JSON.stringify(written), ...(/^[\w:.+ -]+$/.test(written) ? [written] : [])]) {
        const { created } = planWith(`created_date: ${value}`);
        expect(created === null ? null : writeStamp(created), value).toBe(moment);
      }
    },
  );

  test.each<readonly [line: string, actor: string, moment: string | null]>([
    ["- [2026-02-21T10:30:00Z] Agent: Did it", "Agent", MORNING],
    ["- [2026-02-21 10:30] Human: Did it", "Human", MORNING],
    ["- [2026-02-21] Agent: Did it", "Agent", "2026-02-21T00:00:00Z"],
    ["- 2026-02-21T10:30:00 Agent: Did it", "Agent", MORNING],
    ["- 2026-02-21 Ana: Did it", "other", "2026-02-21T00:00:00Z"],
    ["* [2026-02-21T12:30:00+02:00] Agent: Did it", "Agent", MORNING],
    ["- [yesterday] Agent: Did it", "Agent", null],
    ["- [21.02.2026] Agent: Did it", "Agent", null],
  ])("in the log: %j", (line, actor, moment) => {
    const entry = parseEntry(line);
    expect(entry).toMatchObject({
      actor,
      text: "Did it",
      stamp:
        /\d{4}-\d{2}-\d{2}[^\]]*?(?=\]| (?:Agent|Ana|Human):)/.exec(line)?.[0] ?? /\[(.*?)\]/.exec(line)?.[1],
    });
    expect(entry?.at == null ? null : writeStamp(entry.at)).toBe(moment);
  });

  test.each<readonly [text: string, day: string | null, waits: boolean]>([
    ["Oil ⏳ 2026-03-03", "2026-03-03", true],
    ["Oil ⏳2026-03-03", "2026-03-03", true],
    ["Oil ⏳\uFE0F 2026-03-03", "2026-03-03", true],
    ["⏳ 2026-03-03 Oil", "2026-03-03", true],
    ["Oil ⏳ 2026-03-03 10:00", "2026-03-03 10:00", true],
    ["Oil ⏳ 2026-03-03 9:00", "2026-03-03 09:00", true],
    ["Oil ⏳ 2026-03-03 9:00 pm", "2026-03-03 21:00", true],
    ["Oil ⏳ 2026-03-03 12:30 am", "2026-03-03 00:30", true],
    ["Oil ⏳ 2026-03-03 25:00", null, false],
    ["Oil ⏳ 2026-03-03 10 boards", "2026-03-03", true],
    ["Oil ⏳ 2026-03-03T10:00Z", "2026-03-03 10:00Z", true],
    ["Oil [scheduled:: 2026-03-03 10:00]", "2026-03-03 10:00", true],
    ["Oil ⏳ 2026-02-21", "2026-02-21", false],
    ["Oil ⏳ 2026-02-20", "2026-02-20", false],
    ["Oil ⏳ 2026-02-30", null, false],
    ["Oil ⏳ 2026-03-031", null, false],
    ["Oil ⏳ tomorrow", null, false],
    ["Oil 2026-03-03", null, false],
  ])("of a step: %j", (text, day, waits) => {
    const step = parsePlan("Plans/a.md", `---\ntask_id: A\nstatus: Active\n---\n## Roadmap\n- [ ] ${text}\n`);
    const [read] = step.kind === "plan" ? step.plan.steps : [];
    expect(read?.notBefore).toBe(day);
    expect(read !== undefined && isDeferred(read, { now: NOW, settings: { time_zone: "" } })).toBe(waits);
  });
});
