/** The week of some notes as a newsletter: gathered, written, reviewed, and sent once the person approves it. */
export const WEEKLY_NEWSLETTER = `Makes a newsletter of your notes. What is new is gathered, the newsletter is written and reviewed, and you say whether it is right. Then exactly its text waits for your approval, and nothing goes out before that.

\`\`\`flow
flow: weekly-newsletter
version: 1
about: Make a newsletter of your notes, and send it once you approve it
inputs:
  about: { ask: "What is it about, and since when?", kind: text }
  context: { ask: Which notes is it made of?, kind: notes }
  readers: { ask: Who reads it?, kind: text }
  to: { ask: To which address does it go?, kind: text }
  subject: { ask: What is its subject?, kind: text }
agents:
  reader: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  writer: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  reviewer: { role: reviewer, tools: [list_folder, read_note, search_notes, write_work_file] }
steps:
  - step: gather
    agent: reader
    produces: what-is-new.md
  - step: write
    title: Write the newsletter
    agent: writer
    reads: [what-is-new.md]
    produces: newsletter.md
    check: { max_words: 600 }
  - step: review
    title: Review the newsletter
    agent: reviewer
    reads: [what-is-new.md, newsletter.md]
    check: { output: APPROVED }
    on_fail: write
    max_retries: 2
  - step: agree
    title: Agree to the newsletter
    ask: confirm
    question: Is newsletter.md right? It goes out only once you approve it.
    options: [It is. Go on, Change it]
    on_fail: write
  - step: send
    title: Send the newsletter
    action: { type: email, to: { input: to }, subject: { input: subject }, body: newsletter.md }
\`\`\`

## Gather

List what is new and matters to the readers: for each thing what happened, when, who, and the note that says so. Dates, prices and names word for word. At the end, say what is not clear enough to be told.

## Write

Write the newsletter for the readers that were named, as plain text of a mail: a greeting, the things with the most important one first, dates and places so that nobody has to ask, an end. Tell nothing that was not gathered. Where you were told what is to change, change that and leave the rest. Only the text of the mail stands in the file, without a heading for it and without its subject.

## Review

Read the newsletter as one of its readers, beside what was gathered. Findings are: a fact, date or name that was not gathered, something that must not be told, a sentence that needs a second reading, something important that is missing.
`;
