/** A plan that goes by a flow, as it was started long ago, and a model that does what such a step asks for. */
import { pin } from "../../../src/flow/pinned";
import { shortHash } from "../../../src/kit/hash";
import { flowCopy } from "../../../src/agent/place";
import { planKey } from "../../../src/kit/ids";
import type { ModelQuestion, Part } from "../../../src/kit/ports/model";
import type { Dice } from "../dice";
import { mail, plan, SETTINGS } from "../stories";

/** Two tasks, a review that sends back, questions that send back and lead elsewhere, a step that is left out. */
const FLOW = `# A trip

\`\`\`flow
agents:
  critic: { role: reviewer, tools: [read_note] }
steps:
  - step: ideas
    answer: tasks
  - step: choose
    ask: confirm
    question: Do you want to go by these ideas?
    on_fail: ideas
  - step: write
    loop: { over: ideas.md }
  - step: review
    agent: critic
    check: { output: APPROVED }
    on_fail: write
    max_retries: 2
  - step: speech
    when: { answer: choose, is: By boat }
  - step: what-now
    ask: choose
    options: [Go, Once more, Leave it]
    on_answer: { Once more: ideas, Leave it: end }
  - step: list
    pause: before
\`\`\`
`;

/** Three agents that work at the same time; what is critical is asked about, and goes back. */
const LOOKS = `\`\`\`flow
agents:
  eye: { role: reviewer, tools: [read_note, write_work_file] }
steps:
  - step: draft
  - step: looks
    parallel: [{ skill: risks, agent: eye }, { skill: readers, agent: eye }, { skill: law, agent: eye }]
    on_fail: draft
  - step: list
\`\`\`
`;
/** Names of the steps of those agents. */
export const ASIDE: readonly string[] = ["risks", "readers", "law"];
/** The command of an agent that is a program. */
export const CODER = { command: "coder", args: ["exec", "--json"] } as const;

/** One agent is a program, and a program checks what another agent wrote. */
const BUILD = `# A build

\`\`\`flow
steps:
  - step: build
    agent: coder
  - step: prove
    check: { command: make proof }
    on_fail: build
    max_retries: 2
  - step: list
\`\`\`
`;
/** Steps that a program checks. */
export const CHECKED: readonly string[] = ["prove"];

const BUILD_ID = "PLAN-B";
const BUILD_COPY = pin(BUILD, "build", {});
const BUILD_TEXT = plan({
  id: BUILD_ID,
  box: "[x]",
  steps: ["- [ ] Build ^f-build", "- [ ] Prove ^f-prove", mail("b"), "- [ ] List ^f-list"],
})
  .replace("blocked_reason: null\n", "blocked_reason: null\nagent: auto\nflow: build\n")
  .trimEnd();

export const BUILD_FILES: Readonly<Record<string, string>> = {
  "Plans/Build.md": `${BUILD_TEXT}\n- [2026-02-21T10:31:00Z] Agent: Kept a copy of the flow — This plan goes on by the copy. (flow, text ${shortHash(BUILD_COPY)})\n`,
  [flowCopy(SETTINGS, { taskId: BUILD_ID, key: planKey(BUILD_ID), workFolder: null })]: BUILD_COPY,
};

const ID = "PLAN-F";

function filesOf(flow: string, steps: readonly string[]): Readonly<Record<string, string>> {
  const copy = pin(flow, "trip", { place: "Lisbon" });
  const text = plan({ id: ID, box: "[x]", steps })
    .replace(
      "# Objective",
      "<!-- planwright:progress begin. Ours. -->\n<!-- planwright:progress end -->\n\n# Objective",
    )
    .replace("blocked_reason: null\n", "blocked_reason: null\nagent: auto\nflow: trip\n")
    .trimEnd();
  return {
    "Plans/Trip.md": `${text}\n- [2026-02-21T10:31:00Z] Agent: Kept a copy of the flow — This plan goes on by the copy. (flow, text ${shortHash(copy)})\n`,
    [flowCopy(SETTINGS, { taskId: ID, key: planKey(ID), workFolder: null })]: copy,
  };
}

export const FLOW_FILES = filesOf(FLOW, [
  "- [ ] Ideas ^f-ideas",
  "- [ ] Choose ^f-choose--ask",
  mail("f"),
  "- [ ] Write, task by task ^f-write",
  "- [ ] Speech ^f-speech",
  "- [ ] What now ^f-what-now--ask",
  "- [ ] A step of mine",
  "- [ ] List ^f-list",
]);

export const LOOKS_FILES = filesOf(LOOKS, [
  "- [ ] Draft ^f-draft",
  "- [ ] Looks: risks ^f-risks",
  "- [ ] Looks: readers ^f-readers",
  "- [ ] Looks: law ^f-law",
  mail("f"),
  "- [ ] List ^f-list",
]);

/** Null for a step that no flow has. */
export function inFlow(question: ModelQuestion, dice: Dice): readonly Part[] | null {
  const [first] = question.messages;
  const told = first?.from === "person" ? first.text : "";
  const written = /Write the work files? (“.*?”) with/.exec(told)?.[1] ?? "";
  const names = [...written.matchAll(/“([^”]+)”/g)].map(([, each = ""]) => each);
  if (names.length === 0 && !told.includes("## Your verdict")) return null;
  const name = names.length === 0 ? "verdict.md" : dice.pick(names);
  const titles = dice.pick([
    ["Walk", "Swim"],
    ["Walk"],
    ["Pay by 2026-03-04 ✋", "Send it to Eve ^s-0001", "Swim"],
  ]);
  // Some tasks name their file, one that of another step.
  const files = dice.pick([
    ["", ""],
    ["walk.md", "swim.md, swim.csv"],
    ["same.md", "same.md"],
    ["ideas.md", "../x.md"],
  ]);
  const tasks = titles.map((each, at) => `## ${each}\n\nDo it.\n\n- Files: ${files[at] ?? ""}\n`).join("\n");
  const text =
    told.includes("<form>\n# Tasks") && dice.chance(0.9) ? `Words.\n\n${tasks}` : `Words of ${name}.\n`;
  const verdict = dice.pick(
    told.includes("Do this step now: Looks")
      ? ["APPROVED", "- A comma is missing", "- Critical: it names Eve"]
      : ["APPROVED", "- The tram is missing", "- The tram is missing", "- Too long\n- Too dear"],
  );
  const summary = told.includes("## Your verdict") ? verdict : "It is there.";
  const write: Part = {
    kind: "call",
    id: "a",
    tool: "write_work_file",
    input: JSON.stringify({ name, text }),
  };
  const finish: Part = {
    kind: "call",
    id: "b",
    tool: "finish_step",
    input: JSON.stringify({ summary, outside: "none", evidence: [{ file: name }] }),
  };
  if (names.length === 0 && dice.chance(0.9))
    return [{ ...finish, input: JSON.stringify({ summary, outside: "none" }) }];
  const last = question.messages.at(-1);
  const isWritten =
    last?.from === "tools" && last.results.some(({ text: each }) => each.startsWith("Written: "));
  return isWritten ? [finish] : dice.chance(0.5) ? [write, finish] : [write];
}
