/** The tool that replaces a passage of a work file: in one place or none, and once, also where the power goes out. */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { cutPlaces } from "../fakes/cuts";
import { createPower, PowerCut } from "../fakes/faults";
import { createFakeModels, says, type FakeAnswer, type FakeModels } from "../fakes/models";
import { benchWith, settle, type Bench } from "./desk";
import { benchFor, diligent, start, taskIn } from "./flowPlay";

const TEXT = "# Offers\n\nKern: 4,200 <b>now</b>.\nMoss: 3,900.\n\nMoss is cheaper.\n";
const DONE = TEXT.replace("4,200", "4,300");
const NEW = { name: "Sums.md", old: "Kern: 4,200 <b>", new: "Kern: 4,300 <b>" };

/** A model that writes the file, and then makes these calls, one after the other. */
function modelThat(...calls: readonly (readonly [string, object])[]): FakeModels {
  return createFakeModels(({ messages, about }: ModelQuestion): FakeAnswer => {
    if (!about.step.startsWith("Compare")) return says("", ["give_back", { why: "Yours." }]);
    const all: readonly (readonly [string, object])[] = [
      ["write_work_file", { name: "Sums.md", text: TEXT }],
      ...calls,
      ["finish_step", { summary: "Done.", outside: "none", evidence: [{ file: "Sums.md" }] }],
    ];
    const turn = messages.filter(({ from }) => from === "model").length;
    return says("I do it.", all[turn] ?? all.at(-1) ?? ["give_back", { why: "Over." }]);
  });
}

const fileOf = (bench: Bench): string =>
  Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/Sums.md"))?.[1] ?? "";

/** What came of the calls of the first step, in their order. */
function told({ asked }: FakeModels): readonly string[] {
  const last = asked.findLast(({ about }) => about.step.startsWith("Compare"));
  return (last?.messages ?? []).flatMap((each) =>
    each.from === "tools" ? each.results.map(({ text }) => text.replace(/^<data>\n|\n<\/data>$/g, "")) : [],
  );
}

test("a passage is replaced as the agent reads it, and all else stays", async () => {
  const models = modelThat(["edit_file", NEW]);
  const bench = benchWith(models);
  await settle(bench);
  expect(fileOf(bench)).toContain("Kern: 4,300 \\<b>now");
  expect(fileOf(bench).replace(/\\/g, "")).toBe(DONE);
  expect(bench.plan()).toContain("- [x] Compare");
});

test.each([
  [
    "a passage that is not there",
    { ...NEW, old: "Kern: 9" },
    "“old” is not in “Sums.md”. Copy it from the file as it is now, word for word.",
  ],
  [
    "a passage that is there twice",
    { ...NEW, old: "Moss" },
    "“old” is in “Sums.md” more than once. Give more of the words around it.",
  ],
  [
    "a file that is not there",
    { ...NEW, name: "Rates.md" },
    "There is no work file “Rates.md”. write_work_file writes one.",
  ],
  ["a note of the person", { ...NEW, name: "../Money/Offers.md" }, "The name"],
  [
    "nothing to stand there",
    { ...NEW, new: "" },
    "The arguments do not fit edit_file: new: say what stands there instead; to take words out, give more around them.",
  ],
])("%s is refused, and nothing changes", async (_what, change, says) => {
  const models = modelThat(["edit_file", change]);
  const bench = benchWith(models);
  await settle(bench);
  expect(told(models)[1]?.slice(0, says.length)).toBe(says);
  expect(fileOf(bench).replace(/\\/g, "")).toBe(TEXT);
});

test("a file that a person changed is theirs", async () => {
  let bench: Bench | null = null;
  const models = createFakeModels((question) => {
    const { messages } = question;
    const turn = messages.filter(({ from }) => from === "model").length;
    const path = Object.keys(bench?.vault.files() ?? {}).find((each) => each.endsWith("/Sums.md"));
    if (turn === 1 && path !== undefined) bench?.vault.put(path, "Kern: 4,200 <b>, as I say.\n");
    return turn === 0
      ? says("", ["write_work_file", { name: "Sums.md", text: TEXT }])
      : turn === 1
        ? says("", ["edit_file", NEW])
        : says("", ["give_back", { why: "Yours." }]);
  });
  bench = benchWith(models);
  await settle(bench);
  expect(told(models)[1]).toContain("was changed since");
  expect(fileOf(bench)).toBe("Kern: 4,200 <b>, as I say.\n");
});

test("cut off at any write, a passage is replaced once", { timeout: 120_000 }, async () => {
  const whole = createPower();
  await settle(
    benchWith(modelThat(["edit_file", { ...NEW, new: `${NEW.new}${NEW.old}` }]), { power: whole }),
  );
  for (const at of cutPlaces(whole.writes.length)) {
    const power = createPower();
    const bench = benchWith(modelThat(["edit_file", { ...NEW, new: `${NEW.new}${NEW.old}` }]), { power });
    power.cut(at, "after");
    await settle(bench).catch((error: unknown) => {
      if (!(error instanceof PowerCut)) throw error;
    });
    power.back();
    bench.vault.reopen();
    bench.store.reopen();
    await settle(bench);
    expect(fileOf(bench).match(/Kern: 4,300/g) ?? [], `write ${String(at)}`).toHaveLength(1);
    expect(bench.plan(), `write ${String(at)}`).toContain("- [x] Compare");
  }
});

test("who may write a file may change it, and who revises one is told so", async () => {
  const flow =
    "```flow\nagents:\n  me: { tools: [read_note, write_work_file] }\nsteps:\n  - step: draft\n    agent: me\n  - step: mend\n    agent: me\n    revises: draft.md\n```\n";
  const bench = benchFor({ files: { "Flows/Say.md": flow } }, (question) => {
    const turn = question.messages.filter(({ from }) => from === "model").length;
    return question.about.step === "Mend" && turn === 0
      ? says("I mend it.", ["edit_file", { name: "draft.md", old: "Words", new: "Better words" }])
      : diligent(question);
  });
  await start(bench, { flow: "say", inputs: {} });
  const [draft, mend] = ["Draft", "Mend"].map((step) =>
    bench.models.asked.filter(({ about }) => about.step === step),
  );
  expect(taskIn(draft![0]!)).not.toContain("edit_file");
  expect(taskIn(mend![0]!)).toContain("with write_work_file or, where few passages change, with edit_file");
  // The list of tools is the same at every step, for the caches of providers.
  expect(mend![0]!.tools.map(({ name }) => name)).toEqual(draft![0]!.tools.map(({ name }) => name));
  expect(mend![0]!.tools.map(({ name }) => name)).toContain("edit_file");
  const text = Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/draft.md"))?.[1] ?? "";
  expect(text).toContain("Better words");
});
