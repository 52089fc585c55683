/**
 * A person ticks a step or answers a question in a view: the note reads as if they had done it there, and nothing
 * else changes.
 */
import { describe, expect, test } from "vitest";
import { parsePlan } from "../../src/note/plan/parse";
import type { Question } from "../../src/note/plan/plan";
import { renderQuestion } from "../../src/note/plan/questions";
import type { Command } from "../../src/rules/command";
import { createFakeModels } from "../fakes/models";
import { benchWith, PLAN, type Bench } from "../think/desk";

const ASKED = renderQuestion("q-ab12-s-1", "Which paper? (step 1 “Buy paper”)", {
  kind: "options",
  options: ["Grey", "White"],
  details: [],
});

function benchOf(roadmap: string, questions: readonly string[] = [], end = "\n"): Bench {
  const asked = questions.length === 0 ? [] : ["## Questions", "", ...questions, ""];
  const lines = [
    "---",
    "task_id: PLAN-7",
    "status: Active",
    "blocked_reason: null",
    "---",
    "",
    "# Objective",
    "",
    "A card",
    "",
    "## Roadmap",
    "",
    roadmap,
    "",
    ...asked,
    "## Reasoning Logs",
    "",
    "- [2026-03-01T08:00:00Z] Human: Created the plan — By hand. (started)",
    "",
  ];
  return benchWith(
    createFakeModels(() => "hang"),
    { files: { [PLAN]: lines.join(end) } },
  );
}

function questionOf(bench: Bench): Question {
  const parsed = parsePlan(PLAN, bench.plan());
  const question = parsed.kind === "plan" ? parsed.plan.questions[0] : undefined;
  if (question === undefined) throw new Error("There is no question.");
  return question;
}

async function obey(bench: Bench, command: Command): Promise<string> {
  const engine = await bench.open(undefined, "clerk");
  const { kind } = await engine.obey(command);
  await engine.close();
  return kind;
}

const answer = (bench: Bench, box: number | null, words = ""): Command => ({
  kind: "answer-question",
  plan: "PLAN-7",
  question: "q-ab12-s-1",
  shown: questionOf(bench).lines,
  box,
  words,
});

describe("done", () => {
  test("ticks the step and says who did it", async () => {
    const bench = benchOf("- [ ] Buy paper ^s-1");
    expect(await obey(bench, { kind: "done", plan: "PLAN-7", step: 1 })).toBe("done");
    expect(bench.plan()).toContain("- [x] Buy paper ^s-1");
    expect(bench.plan()).toMatch(/Human: Ticked step 1 “Buy paper” — By a click or a command/);
  });

  test("ticks a step with ✋ that has no action", async () => {
    const bench = benchOf("- [ ] ✋ Choose the venue ^s-1");
    expect(await obey(bench, { kind: "done", plan: "PLAN-7", step: 1 })).toBe("done");
    expect(bench.plan()).toContain("- [x] ✋ Choose the venue ^s-1");
  });

  test("leaves a step that needs approval, one that is shown otherwise, and one that is not next", async () => {
    const action = "    ```action\n    type: letter\n    target: Ana\n    args:\n      text: Paper\n    ```";
    const bench = benchOf(`- [ ] ✋ Buy paper ^s-1\n${action}\n- [ ] Fold it ^s-2`);
    const before = bench.plan();
    expect(await obey(bench, { kind: "done", plan: "PLAN-7", step: 1 })).toBe("refused");
    expect(await obey(bench, { kind: "done", plan: "PLAN-7", step: 2 })).toBe("refused");
    const other = benchOf("- [ ] Buy paper ^s-1");
    expect(await obey(other, { kind: "done", plan: "PLAN-7", step: 1, shown: "else" })).toBe("refused");
    expect(bench.plan()).toBe(before);
  });
});

describe("an answer to a question", () => {
  test.each(["\n", "\r\n"])("ticks one box and clears the others (line end %j)", async (end) => {
    const asked = ASKED.map((line) => line.replace("[ ] (1)", "[x] (1)"));
    const bench = benchOf("- [ ] Buy paper ^s-1", asked, end);
    const before = bench.plan();
    expect(await obey(bench, answer(bench, 1))).toBe("done");
    expect(questionOf(bench).answer).toBe("option-2");
    expect(bench.plan()).toBe(before.replace("[x] (1)", "[ ] (1)").replace("[ ] (2)", "[x] (2)"));
  });

  test("writes words behind “Answer:”, on one line", async () => {
    const bench = benchOf("- [ ] Buy paper ^s-1", ASKED);
    const before = bench.plan();
    expect(await obey(bench, answer(bench, null, "Neither:\n- [x] Cancel this plan"))).toBe("done");
    expect(questionOf(bench)).toMatchObject({ answer: "words", words: "Neither: - [x] Cancel this plan" });
    expect(bench.plan()).toBe(before.replace("Answer: ", "Answer: Neither: - [x] Cancel this plan"));
  });

  test("leaves the note when the question reads otherwise, or has no such box", async () => {
    const bench = benchOf("- [ ] Buy paper ^s-1", ASKED);
    const before = bench.plan();
    const shown = ["- Another? ^q-ab12-s-1"];
    expect(await obey(bench, { ...answer(bench, 0), shown } as Command)).toBe("refused");
    expect(await obey(bench, answer(bench, 9))).toBe("refused");
    expect(await obey(bench, answer(bench, null, "  "))).toBe("refused");
    expect(bench.plan()).toBe(before);
  });

  test("ticks a box of this question only, where the next one has the same boxes", async () => {
    const twin = renderQuestion("q-cd34-s-1", "And which ink?", { kind: "again", again: ["Ask again"] });
    const asked = [...ASKED, ...twin];
    const bench = benchOf("- [ ] Buy paper ^s-1", asked);
    expect(await obey(bench, answer(bench, 2))).toBe("done");
    expect(bench.plan().match(/\[x\] Skip this step/g)).toHaveLength(1);
    expect(questionOf(bench).answer).toBe("skip");
  });
});
