/** A change of a passage of a file leaves all the rest of it as it is. */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, settle } from "./desk";

async function edited(name: string, text: string): Promise<readonly [string, string]> {
  let before = "";
  let bench: ReturnType<typeof benchWith> | null = null;
  const file = (): string =>
    Object.entries(bench?.vault.files() ?? {}).find(([path]) => path.endsWith(`/${name}`))?.[1] ?? "";
  const models = createFakeModels(({ messages, about }: ModelQuestion): FakeAnswer => {
    const turn = messages.filter(({ from }) => from === "model").length;
    if (turn === 1) before = file();
    if (!about.step.startsWith("Compare") || turn > 2) return says("", ["give_back", { why: "Yours." }]);
    if (turn === 0) return says("", ["write_work_file", { name, text }]);
    if (turn === 1) return says("", ["edit_file", { name, old: "Kern 1", new: "Kern 2" }]);
    return says("", ["finish_step", { summary: "Done.", outside: "none", evidence: [{ file: name }] }]);
  });
  bench = benchWith(models);
  await settle(bench);
  return [before, file()];
}

test.each([
  ["Sums.json", '{"name": "Kern 1", "re": "^\\\\$5", "b": "\\\\<a"}\n'],
  ["Sums.md", "Kern 1\n\n```bash\necho \"\\$HOME costs \\$5\"\ngrep '\\<word\\>' x\n```\n"],
  ["Sums.csv", "name,price\nKern 1,\\$5\n"],
])("edit_file leaves all but its passage as it is: %s", async (name, text) => {
  const [before, after] = await edited(name, text);
  expect(after).toBe(before.replace("Kern 1", "Kern 2"));
});
