/**
 * Agents of `parallel` that work at the same time: what each asks and does, and how a plan goes on from the middle of
 * it.
 */
import { expect, test } from "vitest";
import type { Step } from "../../src/note/plan/plan";
import type { FailureCode, ModelQuestion } from "../../src/kit/ports/model";
import { unansweredOf } from "../../src/terminal/unanswered";
import type { WorkEntry } from "../../src/agent/entry";
import { runOf } from "../../src/agent/run";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, planText, type Bench, settle, whyBlocked } from "./desk";
import { answer, planOf, roadmap } from "./flowBench";
import { diligent, start, taskIn } from "./flowPlay";
import { NOW, plan, world } from "../rules/build";

const FLOW = `\`\`\`flow
agents:
  eye: { role: reviewer, tools: [read_note, write_work_file] }
steps:
  - step: draft
  - step: looks
    parallel: [{ skill: risks, agent: eye }, { skill: readers, agent: eye }, { skill: law, agent: eye }]
    on_fail: draft
  - step: print
\`\`\`
`;
const RISKS = "Looks: risks";
const READERS = "Looks: readers";
const LAW = "Looks: law";

interface Asked {
  readonly step: string;
  /** Steps whose calls were under way when it began. */
  readonly beside: readonly string[];
}

interface Playing {
  readonly bench: Bench;
  readonly asked: Asked[];
}

/** `says`: what a model answers instead of writing its file and finishing. `takes`: how long, in turns of the loop. */
function playing(
  most: number,
  more: {
    readonly says?: (question: ModelQuestion, bench: Bench) => FakeAnswer | null;
    readonly takes?: Readonly<Record<string, number>>;
    readonly settings?: object;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Playing {
  const under: string[] = [];
  const asked: Asked[] = [];
  const models = createFakeModels(async (question) => {
    const { step } = question.about;
    asked.push({ step, beside: [...under] });
    under.push(step);
    for (let turn = 0; turn < (more.takes?.[step] ?? 2000); turn += 1) await Promise.resolve();
    under.splice(under.indexOf(step), 1);
    return more.says?.(question, bench) ?? diligent(question);
  });
  const bench = benchWith(models, {
    files: { [PLAN]: planText("off"), "Flows/Text.md": FLOW, ...more.files },
    settings: { limits: { plan_usd: 100, day_usd: 100, at_once: most }, ...more.settings },
  });
  return { bench, asked };
}

const finds = (verdict: string, name: string): FakeAnswer =>
  says("Done.", ["finish_step", { summary: verdict, evidence: [{ file: name }] }]);
const isSecond = ({ messages }: ModelQuestion): boolean => messages.some(({ from }) => from === "model");

test("agents side by side are asked at the same time, as many as the settings let", async () => {
  for (const most of [1, 2, 3]) {
    const { bench, asked } = playing(most);
    await start(bench, { flow: "text", inputs: {} });
    expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
    expect(Math.max(...asked.map(({ beside }) => beside.length))).toBe(most - 1);
    expect(asked.filter(({ step }) => step === "Draft").every(({ beside }) => beside.length === 0)).toBe(
      true,
    );
    // Nothing is asked twice: each writes its file and finishes.
    expect(asked.map(({ step }) => step).sort()).toEqual(
      ["Draft", RISKS, READERS, LAW, "Print"].flatMap((each) => [each, each]).sort(),
    );
    expect(
      planOf(bench).log.entries.flatMap(({ mark }) => (mark?.word === "ticked" ? [mark.step] : [])),
    ).toEqual(["f-draft", "f-risks", "f-readers", "f-law", "f-print"]);
  }
});

test("none of them is told what another one wrote or found", async () => {
  for (const most of [1, 3]) {
    const { bench } = playing(most, {
      says: (question) =>
        question.about.step === RISKS && isSecond(question)
          ? finds("- A comma is missing", "risks.md")
          : null,
    });
    await start(bench, { flow: "text", inputs: {} });
    for (const question of bench.models.asked.filter(({ about }) => about.step.startsWith("Looks"))) {
      const own = question.about.step.replace("Looks: ", "");
      const others = ["risks", "readers", "law"].filter((each) => each !== own);
      for (const other of others) expect(taskIn(question)).not.toContain(`${other}.md`);
      if (own !== "risks") expect(taskIn(question)).not.toContain("A comma is missing");
      expect(taskIn(question)).toContain("## The file draft.md");
    }
    // What comes after them knows all of it.
    const last = bench.models.asked.find(({ about }) => about.step === "Print");
    expect(last === undefined ? "" : taskIn(last)).toContain("A comma is missing");
  }
});

test("a critical finding asks at once, the calls under way end, and after a “once more” all look anew", async () => {
  let critical = true;
  const { bench, asked } = playing(3, {
    takes: { [RISKS]: 700, [LAW]: 9000 },
    says: (question) =>
      critical && question.about.step === RISKS && isSecond(question)
        ? finds("- Critical: it names a customer", "risks.md")
        : null,
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(whyBlocked(planOf(bench))).toContain("A finding is critical. What now?");
  expect(roadmap(bench)).toEqual(["[x] Draft", `[ ] ${RISKS}`, `[ ] ${READERS}`, `[ ] ${LAW}`, "[ ] Print"]);
  expect(bench.notes()).not.toContain("not used, the plan had changed");
  const before = asked.length;
  critical = false;
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
  expect(roadmap(bench)).toEqual([
    "[x] Draft",
    `[x] ${RISKS}`,
    "[x] Draft — again: 1 finding",
    `[x] ${RISKS} — again`,
    `[x] ${READERS}`,
    `[x] ${LAW}`,
    "[x] Print",
  ]);
  // All three look at the new draft.
  expect(
    asked
      .slice(before)
      .map(({ step }) => step)
      .sort(),
  ).toEqual(
    ["Draft — again: 1 finding", `${RISKS} — again`, READERS, LAW, "Print"]
      .flatMap((each) => [each, each])
      .sort(),
  );
});

const planPath = (bench: Bench): string => planOf(bench).path;
const edit = (bench: Bench, change: (text: string) => string): void => {
  const path = planPath(bench);
  bench.vault.put(path, change(bench.vault.text(path) ?? ""));
};
const words = (bench: Bench): readonly string[] =>
  planOf(bench).log.entries.flatMap(({ mark }) => (mark === null ? [] : [`${mark.word} ${mark.step ?? ""}`]));

test.each([
  ["deleted", (text: string) => text.replace(/^- \[ \] Looks: readers .*\n/m, "")],
  ["ticked", (text: string) => text.replace("- [ ] Looks: readers", "- [x] Looks: readers")],
  ["left out", (text: string) => text.replace("- [ ] Looks: readers", "- [-] Looks: readers")],
  ["worded otherwise", (text: string) => text.replace("Looks: readers", "What readers say")],
])(
  "a line that is %s while its agent is asked: the answer is not used, and the others go on",
  async (how, change) => {
    const { bench, asked } = playing(3, {
      takes: { [RISKS]: 1500, [READERS]: 9000 },
      says: (question, on) => {
        if (question.about.step === RISKS && !isSecond(question)) edit(on, change);
        return null;
      },
    });
    await start(bench, { flow: "text", inputs: {} });
    expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
    const isWorded = how === "worded otherwise";
    expect(bench.notes()).toContain("not used, the plan had changed");
    expect(asked.filter(({ step }) => step === READERS).length).toBe(1);
    expect(asked.filter(({ step }) => step === "What readers say").length).toBe(isWorded ? 2 : 0);
    expect(asked.filter(({ step }) => step === RISKS || step === LAW).length).toBe(4);
  },
);

test("a step of a person that comes before a line: its agent begins anew when its turn comes", async () => {
  const { bench, asked } = playing(3, {
    says: (question, on) => {
      if (question.about.step === READERS && isSecond(question) && !words(on).includes("reopened f-readers"))
        edit(on, (text) =>
          text.replace("- [ ] Looks: readers", "- [ ] Read it aloud ✋\n- [ ] Looks: readers"),
        );
      return null;
    },
    takes: { [RISKS]: 9000, [LAW]: 9000 },
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(roadmap(bench).slice(1, 5)).toEqual([
    `[x] ${RISKS}`,
    "[ ] Read it aloud ✋",
    `[ ] ${READERS}`,
    `[ ] ${LAW}`,
  ]);
  expect(words(bench).filter((each) => each.startsWith("reopened"))).toEqual([
    "reopened f-readers",
    "reopened f-law",
  ]);
  const before = asked.length;
  edit(bench, (text) => text.replace("- [ ] Read it aloud", "- [x] Read it aloud"));
  await settle(bench);
  expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
  expect(
    asked
      .slice(before)
      .map(({ step }) => step)
      .sort(),
  ).toEqual([LAW, LAW, READERS, READERS, "Print", "Print"].sort());
});

test("where the money is enough for one of them, the others wait, and nobody is asked for more", async () => {
  // One call may cost up to about a cent here, and costs a hundredth of that.
  const { bench, asked } = playing(3, {
    settings: { limits: { plan_usd: 0.009, day_usd: 100, at_once: 3 } },
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
  expect(asked.filter(({ beside }) => beside.length > 0)).toEqual([]);
  expect(words(bench).filter((each) => each.startsWith("blocked"))).toEqual([]);
});

test("what calls under way may cost is not told as spent money", async () => {
  // Two calls under way may cost $2.56, and no call costs more than two cents.
  const { bench, asked } = playing(3, {
    takes: { [RISKS]: 300, [READERS]: 20_000, [LAW]: 20_000 },
    settings: {
      models: {
        main: {
          provider: "openai-compatible",
          url: "http://127.0.0.1:9/v1",
          model: "m",
          price: { in: 100, out: 200 },
        },
      },
      limits: { usd: 100, plan_usd: 4, day_usd: 100, at_once: 3 },
    },
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
  expect(asked.some(({ step, beside }) => step === RISKS && beside.length === 2)).toBe(true);
  expect((bench.vault.text(planPath(bench)) ?? "").match(/Has spent .*/g)).toBeNull();
});

test("what one of them cannot do is told in its turn, while the others are done", async () => {
  const { bench } = playing(3, {
    says: ({ about }) =>
      about.step === READERS ? says("No.", ["give_back", { why: "There is no text." }]) : null,
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(roadmap(bench).slice(1)).toEqual([`[x] ${RISKS}`, `[ ] ${READERS}`, `[ ] ${LAW}`, "[ ] Print"]);
  expect(whyBlocked(planOf(bench))).toContain("The agent gave the step back: There is no text.");
  edit(bench, (text) => text.replace("- [ ] Looks: readers", "- [-] Looks: readers"));
  const before = bench.models.asked.length;
  await settle(bench);
  expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
  // The third had finished meanwhile.
  expect(bench.models.asked.slice(before).every(({ about }) => about.step === "Print")).toBe(true);
});

test("stopping the agent stops all of its calls", async () => {
  const { bench } = playing(3, { says: ({ about }) => (about.step.startsWith("Looks") ? "hang" : null) });
  const engine = await bench.open();
  await engine.obey({ kind: "start-flow", flow: "text", inputs: {} });
  const settled = engine.settle();
  await new Promise<void>((resolve) => {
    engine.onWorld(({ jobs }) => {
      if (jobs.length === 3) resolve();
    });
  });
  await engine.obey({ kind: "agent", plan: planPath(bench), mode: "off" });
  await settled;
  await engine.close();
  expect(
    bench.notes().match(/Turn 1 of step \d “Looks: [a-z]+”: stopped before the answer/g)?.length ?? 0,
    bench.notes(),
  ).toBe(3);
  expect(bench.models.asked.length).toBe(2 + 3);
});

test("instructions from a note are logged for each of them before it is asked", async () => {
  const { bench } = playing(3, {
    files: { "Skills/Law.md": "Is it legal?\n", "Skills/Risks.md": "What can go wrong?\n" },
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(
    words(bench)
      .filter((each) => each.startsWith("guided"))
      .sort(),
  ).toEqual(["guided f-law", "guided f-risks"]);
  const told = bench.models.asked.find(({ about }) => about.step === LAW);
  expect(told === undefined ? "" : taskIn(told)).toContain("Is it legal?");
  expect(told === undefined ? "" : taskIn(told)).not.toContain("What can go wrong?");
});

test("two critical findings at a time are asked about one after the other", async () => {
  let critical = true;
  const { bench } = playing(3, {
    says: (question) =>
      critical && question.about.step !== LAW && question.about.step.startsWith("Looks") && isSecond(question)
        ? finds(`- Critical: ${question.about.step}`, `${question.about.step.replace("Looks: ", "")}.md`)
        : null,
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(planOf(bench).questions.map(({ step }) => step)).toEqual(["f-risks"]);
  answer(bench, 2);
  await settle(bench);
  expect(planOf(bench).questions.map(({ step }) => step)).toEqual(["f-risks", "f-readers"]);
  critical = false;
  answer(bench, 1);
  await settle(bench);
  expect(roadmap(bench)).toEqual([
    "[x] Draft",
    `[-] ${RISKS}`,
    `[x] ${READERS}`,
    "[x] Draft — again: 1 finding",
    `[x] ${RISKS} — again`,
    `[x] ${READERS} — again`,
    `[x] ${LAW}`,
    "[x] Print",
  ]);
});

test("a note with Windows line ends, and words in another script, change nothing", async () => {
  const flow = FLOW.replace("  - step: looks\n", "  - step: looks\n    title: Взгляд на «текст» 目\n");
  const { bench, asked } = playing(3, {
    files: { "Flows/Text.md": flow },
    says: (question, on) => {
      if (question.about.step === "Draft") edit(on, (text) => text.replace(/\r?\n/g, "\r\n"));
      return null;
    },
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(planOf(bench).status).toBe("Done");
  expect(roadmap(bench)[1]).toBe("[x] Взгляд на «текст» 目: risks");
  expect(asked.length).toBe(10);
  expect(Math.max(...asked.map(({ beside }) => beside.length))).toBe(2);
  expect((bench.vault.text(planPath(bench)) ?? "").replace(/\r\n/g, "")).not.toContain("\n");
});

test("an agent whose model does not answer is asked again by itself, and holds up no other", async () => {
  let failures = 0;
  const { bench, asked } = playing(3, {
    takes: { [RISKS]: 6000 },
    says: ({ about }) =>
      about.step === READERS && (failures += 1) <= 2
        ? { kind: "failed", code: "busy", why: "", usage: { in: 0, cached: 0, out: 0 } }
        : null,
  });
  await start(bench, { flow: "text", inputs: {} });
  // A run that ends does not wait for it; a later one does.
  for (let n = 0; n < 4 && planOf(bench).status !== "Done"; n += 1) {
    await bench.clock.advance(10 * 60_000);
    await settle(bench);
  }
  expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
  expect(asked.filter(({ step }) => step === READERS).length).toBe(4);
  expect(asked.filter(({ step }) => step === LAW).length).toBe(2);
});

test("agents side by side within a loop stay with their task", async () => {
  const flow = FLOW.replace(
    "  - step: draft\n",
    "  - step: draft\n    loop: { over: [One, Two], with: [looks] }\n",
  );
  const { bench, asked } = playing(3, { files: { "Flows/Text.md": flow } });
  await start(bench, { flow: "text", inputs: {} });
  expect(planOf(bench).status, whyBlocked(planOf(bench))).toBe("Done");
  const ofTask = (words: string): readonly Asked[] => asked.filter(({ step }) => step.endsWith(`: ${words}`));
  expect(ofTask("One").length).toBe(8);
  expect(ofTask("Two").every(({ beside }) => beside.every((each) => each.endsWith(": Two")))).toBe(true);
  expect(Math.max(...asked.map(({ beside }) => beside.length))).toBe(2);
});

test("a person who moves the lines and gives all of them the same words has nothing asked twice at a time", async () => {
  const { bench, asked } = playing(3, {
    says: (question, on) => {
      if (question.about.step === "Draft" && isSecond(question))
        edit(on, (text) => {
          const line = /^- \[ \] Looks: law .*\n/m.exec(text)?.[0] ?? "";
          return text
            .replace(line, "")
            .replace(/^- \[ \] Looks: risks/m, `${line}- [ ] Looks: risks`)
            .replaceAll(/Looks: (?:risks|readers|law)/g, "Look");
        });
      return null;
    },
  });
  await start(bench, { flow: "text", inputs: {} });
  expect(roadmap(bench).filter((each) => each.endsWith("Look")).length).toBe(3);
  const looks = bench.models.asked.filter(({ about }) => about.step === "Look");
  const files = ["law", "risks", "readers"].map(
    (name) => looks.filter((each) => taskIn(each).includes(`“${name}.md”`)).length,
  );
  expect(files).toEqual([2, 2, 2]);
  expect(Math.max(...asked.map(({ beside }) => beside.length))).toBe(2);
});

test("of agents side by side, a question that failed counts before one that a person stopped", () => {
  const roadmap = ["- [ ] Risks ^r", "- [ ] Readers ^s"];
  const [view] = world({ plans: [plan({ id: "A", roadmap })] }).plans;
  if (view === undefined) throw new Error("There is a plan.");
  const { steps } = view.plan;
  const failed = (step: Step, code: FailureCode): WorkEntry => ({
    kind: "failed",
    at: NOW,
    ...(runOf(view.plan, step, [])?.id ?? { step: "", hash: "", round: 0 }),
    turn: 1,
    code,
    why: "",
    usage: { in: null, cached: null, out: null },
    usd: null,
  });
  const entries = steps.map((step, at) => failed(step, at === 0 ? "stopped" : "refused"));
  const work = { ...view.work, trace: { ...view.work.trace, entries } };
  const beside = steps.slice(1).map((step) => ({ ...view, step }));
  expect(unansweredOf({ ...view, work, beside })).toMatchObject({ code: "refused" });
  expect(
    unansweredOf({ ...view, work: { ...work, trace: { ...work.trace, entries: entries.slice(0, 1) } } }),
  ).toBeNull();
});
