/** Models that solve no task: the checker of each task has to notice every one of them. */
import type { Answers } from "./task";

const TURNS = 12;

const always = (answer: Omit<Answers[number], "step" | "turn">): Answers =>
  Array.from({ length: TURNS }, (_each, n) => ({ step: "", turn: n + 1, ...answer }));

const written = { tool: "write_work_file", arguments: { name: "Result.md", text: "Done, as you asked.\n" } };

export const LAZY: Readonly<Record<string, Answers>> = {
  "only talks": always({ says: "This step is done. Everything is in order.", calls: [] }),
  "makes a quotation up": always({
    says: "",
    calls: [
      written,
      {
        tool: "finish_step",
        arguments: {
          summary: "It is done.",
          outside: "none",
          evidence: [
            { file: "Result.md" },
            { note: "Rates", quote: "Everything here is as it was asked for." },
          ],
        },
      },
    ],
  }),
  /** Its evidence is true, so the step is ticked; the work is worth nothing. */
  "writes an empty word": always({
    says: "",
    calls: [
      written,
      {
        tool: "finish_step",
        arguments: { summary: "It is done.", outside: "none", evidence: [{ file: "Result.md" }] },
      },
    ],
  }),
};
