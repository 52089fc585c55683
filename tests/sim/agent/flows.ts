/** A plan that goes by a flow, as it was started long ago, and a model that does what such a step asks for. */
import { pin, shortHash } from "../../../src/flow/pinned";
import { flowCopy } from "../../../src/work/place";
import { planKey } from "../../../src/kit/ids";
import type { ModelQuestion, Part } from "../../../src/ports/model";
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

const ID = "PLAN-F";
const COPY = pin(FLOW, "trip", { place: "Lisbon" });

const TEXT = plan({
  id: ID,
  box: "[x]",
  steps: [
    "- [ ] Ideas ^f-ideas",
    "- [ ] Choose ^f-choose--ask",
    mail("f"),
    "- [ ] Write, task by task ^f-write",
    "- [ ] Speech ^f-speech",
    "- [ ] What now ^f-what-now--ask",
    "- [ ] A step of mine",
    "- [ ] List ^f-list",
  ],
})
  .replace(
    "# Objective",
    "<!-- planwright:progress begin. Ours. -->\n<!-- planwright:progress end -->\n\n# Objective",
  )
  .replace("blocked_reason: null\n", "blocked_reason: null\nagent: auto\nflow: trip\n")
  .trimEnd();

export const FLOW_FILES: Readonly<Record<string, string>> = {
  "Plans/Trip.md": `${TEXT}\n- [2026-02-21T10:31:00Z] Agent: Kept a copy of the flow — This plan goes on by the copy. (flow, text ${shortHash(COPY)})\n`,
  [flowCopy(SETTINGS, { taskId: ID, key: planKey(ID) })]: COPY,
};

/** Null for a step that no flow has. */
export function inFlow(question: ModelQuestion, dice: Dice): readonly Part[] | null {
  const [first] = question.messages;
  const told = first?.from === "person" ? first.text : "";
  const name = /Write the work file “([^”]+)”/.exec(told)?.[1];
  if (name === undefined) return null;
  const titles = dice.pick([
    ["Walk", "Swim"],
    ["Walk"],
    ["Pay by 2026-03-04 ✋", "Send it to Eve ^s-0001", "Swim"],
  ]);
  const block = `\`\`\`yaml\ntasks:\n${titles.map((each) => `  - title: ${JSON.stringify(each)}`).join("\n")}\n\`\`\``;
  const text =
    told.includes("```yaml\ntasks:") && dice.chance(0.9) ? `Words.\n\n${block}\n` : `Words of ${name}.\n`;
  const verdict = dice.pick([
    "APPROVED",
    "- The tram is missing",
    "- The tram is missing",
    "- Too long\n- Too dear",
  ]);
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
    input: JSON.stringify({ summary, evidence: [{ file: name }] }),
  };
  const last = question.messages.at(-1);
  const isWritten =
    last?.from === "tools" && last.results.some(({ text: each }) => each.startsWith("Written: "));
  return isWritten ? [finish] : dice.chance(0.5) ? [write, finish] : [write];
}
