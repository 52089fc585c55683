/**
 * A small flow to learn from, and to start one's own with: outline, draft, review, and the person's word at the end.
 */
export const WRITE_AND_REVIEW = `Writes a text in four steps: an outline, a draft, a review that sends the draft back until it holds, and your word at the end. Copy this note and change it: every step is done by the words beneath the heading of its name.

\`\`\`flow
flow: write-and-review
version: 1
about: Write a text, and review it until it holds
inputs:
  topic: { ask: What do you want to write?, kind: text }
  readers: { ask: Who is going to read it?, kind: text, default: anybody }
  context: { ask: Which notes say something about it?, kind: notes, default: "" }
agents:
  writer: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file, ask_person] }
  reviewer: { role: reviewer, tools: [list_folder, read_note, search_notes, write_work_file] }
steps:
  - step: outline
    agent: writer
    produces: outline.md
  - step: agree
    title: Agree to the outline
    ask: confirm
    question: Is the outline right?
    on_fail: outline
  - step: draft
    agent: writer
    reads: [outline.md]
    produces: draft.md
  - step: review
    agent: reviewer
    reads: [outline.md, draft.md]
    check: { output: APPROVED }
    on_fail: draft
    max_retries: 2
  - step: keep
    title: Keep the text
    ask: choose
    question: The review has nothing against draft.md. What now?
    options: [I keep it as it is, I change it myself]
\`\`\`

## Outline

Look for notes that say something about the topic. Write five to nine headings in the order in which they are read, with one sentence beneath each that says what it says. At the end, list what no note says and the writer has to know.

## Draft

Write the whole text after the outline, in plain sentences, for the readers that were named. Where you were told what was found at the attempt before, change that and leave the rest as it is. Make up no fact: where nothing says it, write “(to be filled in)”.

## Review

Read draft.md beside outline.md. Findings are: a heading of the outline that is missing, a statement that no note supports, a sentence that needs a second reading. Name the place of each finding, and what would mend it.
`;
