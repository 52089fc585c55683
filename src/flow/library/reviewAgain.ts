/** A result of a flow reviewed once more: criticised, written anew in a note of its own, decided by the person. */
export const REVIEW_AGAIN = `Reviews a result that is there once more. It is criticised, and written anew; the new text is a note of its own, and the old one stays as it is.

\`\`\`flow
flow: review-again
version: 1
about: Review the result of a flow once more, and write it anew
inputs:
  topic: { ask: What is it about? }
  note: { ask: Which result is to be reviewed?, kind: note }
  look: { ask: What should the review look at above all?, default: whatever is weakest }
agents:
  thinker: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  critic: { role: reviewer, tools: [list_folder, read_note, search_notes, write_work_file] }
result:
  from: [result.md]
  decide: decide
  approve: I approve it
  reject: Discard it
steps:
  - step: criticise
    phase: Review
    title: Criticise it
    agent: critic
    produces: critique.md
  - step: revise
    title: Write it anew
    agent: thinker
    reads: [critique.md]
    produces: result.md
  - step: decide
    title: What becomes of it
    ask: choose
    question: The new result is in a note of its own, as a draft. What now?
    options: [I approve it, One more round, Keep it as a draft, Discard it]
    on_answer: { One more round: criticise-more }
    next: end
  - step: criticise-more
    title: Criticise once more
    agent: critic
    skill: criticise
    reads: [result.md]
    produces: critique-more.md
  - step: revise-more
    title: Revise once more
    agent: thinker
    reads: [result.md, critique-more.md]
    revises: result.md
    next: decide
\`\`\`

## Criticise

Read result.md, or else the note, as somebody who has to live with the decision. Find what is weakest, above all in what the person named, in three places at most: a claim without support, an answer not considered, a consequence passed over. Raise nothing that the text answers. Say for each what would mend it, once you have checked that this would hold. Where nothing has weight, write “Nothing of weight”.

## Revise

Read the note that is to be reviewed, and write it anew as the critique asks where that holds. Keep all other words, but leave out its properties.

## Revise more

Mend what this critique found. Leave everything else word for word.
`;
