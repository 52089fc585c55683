/** A message of somebody, answered: what it asks, what the notes say, the way the person chooses, and the mail. */
export const ANSWER_A_CUSTOMER = `Answers a message. What it asks is set beside what your notes say, you choose how to answer, and the answer is written and reviewed. Then exactly its text waits for your approval, and nothing goes out before that.

\`\`\`flow
flow: answer-a-customer
version: 1
about: Answer a message by what your notes say, and send the answer once you approve it
inputs:
  message: { ask: Which note is the message?, kind: note }
  context: { ask: Which notes say something about it?, kind: notes, default: "" }
  to: { ask: To which address does the answer go?, kind: text }
  subject: { ask: What is its subject?, kind: text }
agents:
  reader: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  writer: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  reviewer: { role: reviewer, tools: [list_folder, read_note, search_notes, write_work_file] }
steps:
  - step: facts
    title: Look up what is asked
    agent: reader
    produces: facts.md
  - step: ways
    title: Ways to answer
    agent: writer
    reads: [facts.md]
    answer: approaches
    ask: choose
    question: How do you want to answer? You can also say it in your own words.
  - step: reply
    title: Write the answer
    agent: writer
    reads: [facts.md, ways.md]
    produces: answer.md
  - step: review
    title: Review the answer
    agent: reviewer
    reads: [facts.md, ways.md, answer.md]
    check: { output: APPROVED }
    on_fail: reply
    max_retries: 2
  - step: agree
    title: Agree to the answer
    ask: confirm
    question: Is answer.md right? It goes out only once you approve it.
    options: [It is. Go on, Change it]
    on_fail: reply
  - step: send
    title: Send the answer
    action: { type: email, to: { input: to }, subject: { input: subject }, body: answer.md }
\`\`\`

## Facts

Say what the message asks and what its writer is upset about, if they are. Set beside each question what the notes say, word for word, and name the note. Calculate what has to be calculated. Say which questions no note answers.

## Ways

Propose two or three ways to answer that really differ, such as to agree, to offer something else, to decline. Say for each what it promises and what it costs. Recommend one.

## Reply

Write the answer in the way that the person chose, as plain text of a mail: a greeting, an answer to each question, what happens next and when, an end. Promise nothing that the person did not choose and no note says. Where you were told what is to change, change that and leave the rest. Only the text of the mail stands in the file, without its subject.

## Review

Read the answer as the one who gets it, beside the facts. Findings are: a question without an answer, a fact, price or date that no note says, a promise that nobody chose, a tone that would annoy.
`;
