/**
 * The answers of the scripted model of a flow, from a text that a person can read. Each begins with “@@” and the step
 * it is for; then come `says`, `reads` (notes, in a turn of their own, before all else), `then` (what it says after it
 * has read them), `summary`, `file` and `quote NOTE | words`; behind a line “---”, the text of the file.
 */
export function readScript(source) {
  const answers = source
    .split(/^@@ /m)
    .slice(1)
    .map((part) => readAnswer(part))
    // A model script is asked by words of a step: “Draft — again” has to be looked for before “Draft”.
    .sort((a, b) => b.step.length - a.step.length);
  return { answers: answers.flatMap(turnsOf) };
}

function readAnswer(part) {
  // A verdict has no file.
  const [top = "", text = ""] = part.split("\n---\n");
  const [step = "", ...head] = top.split("\n");
  const answer = { step: step.trim(), text: `${text.trim()}\n` };
  const values = (key) =>
    head.flatMap((line) => (line.startsWith(`${key} `) ? [line.slice(key.length + 1)] : []));
  return {
    ...answer,
    says: values("says").join(" "),
    reads: values("reads"),
    then: values("then").join(" "),
    summary: values("summary").join("\n"),
    file: values("file")[0],
    quotes: values("quote").map((line) => line.split(" | ")),
  };
}

function turnsOf({ step, text, says, reads, then, summary, file, quotes }) {
  const writes = [
    ...(file === undefined ? [] : [{ tool: "write_work_file", arguments: { name: file, text } }]),
    {
      tool: "finish_step",
      arguments: { summary, outside: "none", evidence: quotes.map(([note, quote]) => ({ note, quote })) },
    },
  ];
  return reads.length === 0
    ? [{ step, turn: 1, says, calls: writes }]
    : [
        {
          step,
          turn: 1,
          says,
          calls: reads.map((note) => ({ tool: "read_note", arguments: { path: note } })),
        },
        { step, turn: 2, says: then, calls: writes },
      ];
}
