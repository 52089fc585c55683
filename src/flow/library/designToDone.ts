/**
 * From an idea to the finished work: questions, approaches, a design, a plan of tasks, and each task done and reviewed.
 */
export const DESIGN_TO_DONE = `Makes something from an idea: a talk, a move, an application, a piece of software. You answer questions, choose an approach, and agree to the design and to the plan. Then each task is done and reviewed, with a word of yours in between where you want it.

\`\`\`flow
flow: design-to-done
version: 2
about: From an idea to the finished work, designed, planned and reviewed
inputs:
  topic: { ask: What do you want to make?, kind: text }
  context: { ask: Which notes say something about it?, kind: notes, default: "" }
  pace: { ask: When do you want to be asked while the tasks are done?, kind: choice, options: [not at all, after each task, after every few tasks], default: not at all, told: false }
  every: { ask: "After how many tasks, if after every few?", kind: choice, options: ["2", "3", "5", "10"], default: "3", told: false }
  strict: { ask: How is each task reviewed?, kind: choice, options: [once, until it is right, by four reviewers], default: until it is right, told: false }
agents:
  reader: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  designer: { role: planner, tools: [list_folder, read_note, search_notes, write_work_file] }
  writer: { role: worker, tools: [list_folder, read_note, search_notes, write_work_file] }
  reviewer: { role: reviewer, tools: [list_folder, read_note, search_notes, write_work_file] }
steps:
  - step: scout
    phase: Design
    title: Look around
    agent: reader
    produces: what-there-is.md
  - step: questions
    agent: designer
    reads: [what-there-is.md]
    answer: questions
    ask: each
  - step: approaches
    agent: designer
    reads: [what-there-is.md]
    answer: approaches
    ask: choose
    question: Which approach? You can also describe your own.
  - step: design
    agent: designer
    reads: [context, what-there-is.md, approaches.md]
    answer: sections
    ask: each
    on_fail: design
  - step: plan
    phase: Plan
    title: Write the plan
    agent: designer
    reads: [what-there-is.md, design.md]
    answer: tasks
  - step: plan-review
    title: Review the plan
    agent: reviewer
    reads: [design.md, plan.md]
    check: { output: APPROVED }
    on_fail: plan
  - step: approve-plan
    title: Approve the plan
    ask: confirm
    question: Do you approve plan.md?
    options: [I approve it, Revise it]
    on_fail: plan
  - step: do
    phase: Work
    agent: writer
    loop: { over: plan.md, with: [look-once, review, spec-review, quality-review, more-reviews, checkpoint, checkpoint-few] }
    reads: [context, design.md]
  - step: look-once
    title: Review once
    agent: reviewer
    reads: [design.md, do.md]
    produces: review.md
    when: { input: strict, is: once }
  - step: review
    agent: reviewer
    reads: [context, design.md, do.md]
    check: { output: APPROVED }
    on_fail: do
    when: { input: strict, is: until it is right }
  - step: spec-review
    agent: reviewer
    reads: [design.md, do.md]
    check: { output: APPROVED }
    on_fail: do
    when: { input: strict, is: by four reviewers }
  - step: quality-review
    agent: reviewer
    reads: [do.md]
    check: { output: APPROVED }
    on_fail: do
    when: { input: strict, is: by four reviewers }
  - step: more-reviews
    parallel: [{ skill: risk-review, agent: reviewer }, { skill: reader-review, agent: reviewer }]
    reads: [design.md, do.md]
    on_fail: do
    when: { input: strict, is: by four reviewers }
  - step: checkpoint
    title: Look at the task
    ask: confirm
    question: This task is done. Go on?
    options: [Go on, Do it once more]
    on_fail: do
    when: { input: pace, is: after each task }
  - step: checkpoint-few
    title: Look at the tasks
    ask: confirm
    question: Some more tasks are done. Go on?
    options: [Go on, Do this one once more]
    on_fail: do
    when: [{ input: pace, is: after every few tasks }, { every: every }]
  - step: final-review
    phase: Finish
    title: Review across the tasks
    agent: reviewer
    reads: [design.md, do.md]
    check: { output: APPROVED }
    on_fail: mend
    max_retries: 2
  - step: report
    title: Write the report
    agent: writer
    reads: [design.md, do.md]
    next: end
  - step: mend
    title: Mend what the last review found
    agent: writer
    reads: [do.md]
    revises: do.md
    next: final-review
\`\`\`

## Scout

Find what the vault has on the topic: notes that say something about it, what was made before in this kind, words and ways that the person uses. Name each note. Where there is nothing, or notes are closed to you, say so in one sentence: the person can give a folder as context.

## Questions

Ask three to seven short questions, each about one thing, whose answers change what is made: for whom, by when, what it may cost, what is fixed already, how one will know that it is good. Ask nothing that the notes or the person have answered. Give options where there are a few likely answers.

## Approaches

Propose two or three ways to make it that really differ. Say for each in two sentences what it is and what it costs, and in a line “- Tasks: 6” how many things it makes. Recommend one, and why.

## Design

Write the design in three to five sections of at most 200 words: what it is and for whom, its parts and how they fit together, the facts that more than one part needs, what can go wrong, how one sees that it is good. Where sections were not agreed to, change those as the person says, and leave the others word for word.

## Plan

Write tasks of some minutes each, in the order in which they are done: one for each thing that the person asked for. Together they make what the design says, and no more. None only serves the others, for facts are in the design; none compares or reviews, for that is done behind them. Each has a file of its own whose name says what it is, such as budget.md. Whoever does a task knows the design, the person’s notes and answers, and the files of other tasks that it names: say what to do, and how one sees that it is done. Where a review found something, change that and leave the rest.

## Plan review

Does the plan make what the design says, all of it and no more? Does a task only serve others, do two things, or lack what it needs from those before it? Can each be done without asking anybody, and can one see that it is done? Name only what would spoil the work.

## Do

Do exactly this task. Where a review found something, mend that and leave the rest.

## Look once

List what would mislead or hurt the reader of this task’s result, the gravest first, or write that nothing would. Nobody waits for you: the list is for the person.

## Review

Is this what the task asks for, all of it and no more? Is it plain and whole? Are its facts, sums and dates those of the task, and where you doubt one, of the notes? Name only what would mislead or hurt its reader, and ask for nothing that neither the task nor the notes say.

## Spec review

Is this what the task and the design ask for? Name only what is missing, is too much, or is meant otherwise there.

## Quality review

Is it plain and whole? Name only what would mislead or hurt its reader.

## Risk review

What can go wrong with this result where it is used: what is dangerous, unlawful, private, or promised and not kept? Name nothing else.

## Reader review

Read it as the person for whom it is made, who knows nothing of how it came about. Where do you stop, and why?

## Final review

Read all results beside the design. What is missing, what contradicts itself, what was promised and is not there? Name for each finding the file that it is in.

## Mend

Mend what was found, and leave the rest word for word. Where only the person can mend it, write nothing of it into the files: give the step back, and say what they have to do.

## Report

For the person, on one page: first the results, each as a link such as [[rota]] with one sentence; then what was left out and why, what is still open, and what to do next. Say nothing of what making them cost or how long it took: the top of the plan has that.
`;
