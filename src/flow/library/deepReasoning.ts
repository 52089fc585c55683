/**
 * A question thought through: put into words and agreed to, reasoned about, criticised and revised, brought together,
 * decided by the person.
 */
export const DEEP_REASONING = `Thinks a question through before you decide. The question is put into words that you agree to; a first answer is criticised and revised in rounds; then everything is brought together, and you say what becomes of it. The result is a note, as a draft until you approve it. Moving that note to the approved or the rejected ones is the same answer as the one to the question. You can stop anywhere: whatever is there by then is kept as a draft.

\`\`\`flow
flow: deep-reasoning
version: 1
about: Think a question through, with rounds of review, before you decide
inputs:
  topic: { ask: What do you want to think through?, kind: text }
  context: { ask: Which notes say something about it?, kind: notes, default: "" }
  rounds: { ask: How many rounds of review?, kind: choice, options: ["1", "2", "3", "4", "5"], default: "3" }
  auto-approve: { ask: Is the result approved without asking you?, kind: choice, options: ["no", "yes"], default: "no" }
  validate: { ask: Do you want to agree to the question first?, kind: choice, options: ["yes", "no"], default: "yes" }
agents:
  thinker: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  critic: { role: reviewer, tools: [list_folder, read_note, search_notes, write_work_file] }
result:
  from: [result.md, reasoning.md, question.md]
  decide: decide
  approve: I approve it
  reject: Discard it
  approve_when: { input: auto-approve, is: "yes" }
steps:
  - step: refine
    phase: The question
    title: Put the question into words
    agent: thinker
    produces: question.md
  - step: agree
    title: Agree to the question
    ask: confirm
    question: Does question.md capture what you mean?
    options: [It does. Go on, Adjust it, Start over]
    on_fail: refine
    when: { input: validate, is: "yes" }
  - step: reason
    phase: Reasoning
    title: Reason about it
    agent: thinker
    reads: [context, question.md]
    produces: reasoning.md
  - step: criticise
    phase: Review
    agent: critic
    loop: { times: rounds, with: [revise] }
    reads: [context, question.md, reasoning.md]
    produces: critique.md
  - step: revise
    agent: thinker
    reads: [context, question.md, reasoning.md, critique.md]
    revises: reasoning.md
  - step: consolidate
    phase: The result
    title: Bring it together
    agent: thinker
    reads: [question.md, reasoning.md]
    produces: result.md
  - step: decide
    title: What becomes of it
    ask: choose
    question: The result is in a note of its own, as a draft. What now?
    options: [I approve it, One more round, Keep it as a draft, Discard it]
    when: { input: auto-approve, is: "no" }
    on_answer: { One more round: criticise-more }
    next: end
  - step: criticise-more
    title: Criticise once more
    agent: critic
    skill: criticise
    reads: [context, question.md, result.md]
    produces: critique-more.md
  - step: revise-more
    title: Revise once more
    agent: thinker
    skill: revise
    reads: [context, question.md, reasoning.md, critique-more.md]
    revises: reasoning.md
    next: consolidate
\`\`\`

## Refine

Say what the person wants to know, in their sense and in plain words: the question in one sentence; what is given; what a good answer has to hold; what is left out. Keep what they said apart from what you take for granted, and mark the latter. Where they said what to adjust, adjust that; where to start over, write anew.

## Reason

Answer the question. Look first for what the notes say, and name each that you build on. Give the possible answers, what speaks for and against each, what would have to be so for it to be right, and your choice. Say where you do not know.

## Criticise

Read it as somebody who has to live with the decision. Find what is weakest, the gravest first, in three places at most: a claim without support, an answer not considered, a consequence passed over, and what the question asks for and the text does not hold. Say of each whether it would change the answer. Raise nothing that the text answers. Say for each what would mend it, once you have checked that this would hold. Where nothing has weight, write “Nothing of weight”.

## Revise

Mend what the critique found, and leave everything else word for word. At the end, the section “Changed in this round” has a line for each change of this round alone, and for each finding that does not hold, of earlier rounds, too, why it does not.

## Consolidate

Write the result for somebody who reads nothing else: the answer in two sentences, the reasons, what speaks against it, what is not known, and the first three things to do. Leave out the history of how it was found.
`;
