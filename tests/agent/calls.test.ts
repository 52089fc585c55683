/** The calls in one answer: how many count, their order, and those that wait for results the model has not read. */
import { expect, test } from "vitest";
import type { Part } from "../../src/kit/ports/model";
import { callsIn, openCall, sayMore, unreadBefore, withinLimit } from "../../src/agent/calls";
import type { EntryOf } from "../../src/agent/entry";
import type { Answered, Turn } from "../../src/agent/run";

/** What becomes of each call: accepted, refused, or accepted after the person was asked. */
type Fate = "ok" | "refused" | "asked";

/** Plays an answer to its end: each call as it is done, one that is handed back in brackets. */
function played(tools: readonly (readonly [tool: string, fate?: Fate])[], n = 1): string {
  const answer = {
    parts: tools.map(([tool], at): Part => ({ kind: "call", id: String(at), tool, input: "{}" })),
  } as unknown as Answered;
  const results: EntryOf<"result">[] = [];
  const done: string[] = [];
  for (;;) {
    const turn = { n, results } as unknown as Turn;
    const call = openCall(turn, answer);
    if (call === null) return done.join(" ");
    const unread = unreadBefore(call, turn);
    const fate = tools[Number(call.id)]?.[1] ?? "ok";
    done.push(unread.length > 0 ? `(${call.tool})` : call.tool);
    results.push({
      tool: call.tool,
      call: call.id,
      ok: unread.length === 0 && fate !== "refused",
      ...(unread.length > 0 ? { unread: true } : {}),
      ...(fate === "asked" ? { asked: true } : {}),
    } as unknown as EntryOf<"result">);
  }
}

test.each<readonly [string, readonly (readonly [string, Fate?])[], string]>([
  [
    "reads run together",
    [["read_note"], ["search_notes"], ["list_folder"]],
    "read_note search_notes list_folder",
  ],
  [
    "nothing is written or finished ahead of a read",
    [["read_note"], ["write_work_file"], ["finish_step"]],
    "read_note (write_work_file) (finish_step)",
  ],
  [
    "nor where the read comes last",
    [["write_work_file"], ["finish_step"], ["read_note"]],
    "read_note (write_work_file) (finish_step)",
  ],
  [
    "no action is drafted ahead of an answer",
    [["ask_person"], ["draft_action"]],
    "ask_person (draft_action)",
  ],
  ["nor is the plan changed", [["ask_person"], ["add_steps"]], "ask_person (add_steps)"],
  ["one question at a time", [["ask_person"], ["ask_person"]], "ask_person (ask_person)"],
  [
    "a change of a note is a question",
    [["propose_edit"], ["write_work_file"]],
    "propose_edit (write_work_file)",
  ],
  [
    "an accepted write holds nothing back",
    [["write_work_file"], ["write_work_file"], ["add_steps"], ["finish_step"]],
    "write_work_file write_work_file add_steps finish_step",
  ],
  [
    "a refused write does",
    [["write_work_file", "refused"], ["finish_step"]],
    "write_work_file (finish_step)",
  ],
  [
    "and so does a refused change of the plan",
    [["add_steps", "refused"], ["give_back"]],
    "add_steps (give_back)",
  ],
  ["steps that nobody was asked about", [["replace_plan"], ["finish_step"]], "replace_plan finish_step"],
  [
    "steps about which the person said something",
    [["replace_plan", "asked"], ["finish_step"]],
    "replace_plan (finish_step)",
  ],
  ["the fate of a draft is not known yet", [["draft_action"], ["finish_step"]], "draft_action (finish_step)"],
  ["tools of servers are reads", [["ask_person"], ["web__search"]], "web__search (ask_person)"],
  ["a tool that nobody has is none to write on", [["fly"], ["write_work_file"]], "fly (write_work_file)"],
])("%s", (_what, tools, order) => {
  expect(played(tools)).toBe(order);
});

test("the questions that a flow plans are no answer of a model", () => {
  expect(played([["ask_person"], ["ask_person"]], 0)).toBe("ask_person ask_person");
});

test.each([
  [20, 20, ""],
  [21, 20, "Only the first 20 calls of an answer count: 1 more call of this one was not done."],
  [3000, 20, "Only the first 20 calls of an answer count: 2,980 more calls of this one were not done."],
])("of %d calls in an answer %d count, and the model is told of the rest", (made, count, told) => {
  const calls = Array.from({ length: made }, (_each, at): Part => ({
    kind: "call",
    id: `c${String(at)}`,
    tool: "list_folder",
    input: "{}",
  }));
  const limited = withinLimit([{ kind: "text", text: "I look." }, ...calls, { kind: "text", text: "So." }]);
  expect(callsIn(limited).length).toBe(count);
  expect(limited.parts.filter(({ kind }) => kind === "text").length).toBe(2);
  expect(sayMore(limited)).toBe(told);
});
