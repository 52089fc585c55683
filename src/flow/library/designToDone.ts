/**
 * From an idea to the finished work: questions, approaches, a design, a plan of tasks, and each task done and reviewed.
 */
export const DESIGN_TO_DONE = `Makes something from an idea: a talk, a move, an application, a piece of software. You answer questions, choose an approach, and agree to the design section by section and to the plan. Then each task is done and reviewed, with a word of yours in between where you want it.

\`\`\`flow
flow: design-to-done
version: 1
about: From an idea to the finished work, designed, planned and reviewed
inputs:
  topic: { ask: What do you want to make?, kind: text }
  extra: { ask: "Shall two more reviewers look at each task, for risks and for its readers?", kind: choice, options: ["yes", "no"], default: "no" }
agents:
  reader: { role: worker, tools: [list_folder, read_note, outline, search_notes, write_work_file] }
  designer: { role: planner, tools: [read_note, search_notes, write_work_file] }
  planner: { role: planner, tools: [read_note, write_work_file] }
  writer: { role: worker, tools: [list_folder, read_note, outline, search_notes, write_work_file, draft_action] }
  reviewer: { role: reviewer, tools: [list_folder, read_note, search_notes, write_work_file] }
steps:
  - step: scout
    phase: Brainstorm
    title: Look around
    agent: reader
    produces: scout.md
  - step: questions
    agent: designer
    reads: [scout.md]
    answer: questions
    ask: each
  - step: approaches
    agent: designer
    reads: [scout.md]
    answer: approaches
    ask: choose
    question: Which approach? You can also describe your own.
  - step: design
    agent: designer
    reads: [scout.md, approaches.md]
    answer: sections
    ask: each
    on_fail: design
  - step: plan
    phase: Plan
    title: Write the plan
    agent: planner
    reads: [scout.md, design.md]
    answer: tasks
    produces: plan.md
  - step: order-review
    title: Review the order of the tasks
    agent: reviewer
    reads: [design.md, plan.md]
    check: { output: APPROVED }
    on_fail: plan
  - step: plan-review
    title: Review the plan beside the design
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
  - step: pace
    phase: Configure
    title: How fast
    ask: choose
    question: How do you want to go on?
    options: [All tasks in one go, Ask me after each task, Ask me after every few tasks]
  - step: batch
    title: How many tasks
    ask: choose
    question: After how many tasks do you want to be asked?
    options: ["3", "2", "5", "10"]
    when: { answer: pace, is: Ask me after every few tasks }
  - step: reviews
    title: How strict
    ask: choose
    question: How are the tasks reviewed?
    options: [Until the review has nothing against them, "Once, and then go on"]
  - step: do
    phase: Work
    agent: writer
    loop: { over: plan.md, with: [spec-review, quality-review, look-once, more-reviews, checkpoint, checkpoint-few] }
    reads: [design.md]
  - step: spec-review
    agent: reviewer
    reads: [design.md, do.md]
    check: { output: APPROVED }
    on_fail: do
    when: { answer: reviews, is_not: "Once, and then go on" }
  - step: quality-review
    agent: reviewer
    reads: [do.md]
    check: { output: APPROVED }
    on_fail: do
    when: { answer: reviews, is_not: "Once, and then go on" }
  - step: look-once
    title: Review once
    agent: reviewer
    reads: [design.md, do.md]
    when: { answer: reviews, is: "Once, and then go on" }
  - step: more-reviews
    parallel: [{ skill: risk-review, agent: reviewer }, { skill: reader-review, agent: reviewer }]
    reads: [design.md, do.md]
    on_fail: do
    when: { input: extra, is: "yes" }
  - step: checkpoint
    title: Look at the task
    ask: confirm
    question: This task is done. Go on?
    options: [Go on, Do it once more]
    on_fail: do
    when: { answer: pace, is: Ask me after each task }
  - step: checkpoint-few
    title: Look at the tasks
    ask: confirm
    question: Some more tasks are done. Go on?
    options: [Go on, Do this one once more]
    on_fail: do
    when: [{ answer: pace, is: Ask me after every few tasks }, { every: batch }]
  - step: final-review
    phase: Finish
    title: Review across the tasks
    agent: reviewer
    reads: [design.md, plan.md]
    check: { output: APPROVED }
  - step: report
    title: Write the report
    agent: writer
    reads: [plan.md, final-review.md]
\`\`\`

## Scout

Find what the vault has on the topic: notes that say something about it, what was made before in this kind, words and ways that the person uses. Name each note. Where there is nothing, say so in one sentence.

## Questions

Ask three to seven questions whose answers change what is made: for whom, by when, what it may cost, what is fixed already, how one will know that it is good. Ask nothing that the notes answer. Give options where there are a few likely answers.

## Approaches

Propose two or three ways to make it that really differ. Say for each what it is and what it costs, and estimate in how many tasks of some minutes each it could be done. Recommend one, and why.

## Design

Write the design in four to six sections of 200 to 300 words: what it is and for whom, its parts, how they fit together, what can go wrong, how one sees that it is good. Where sections were not agreed to, change those as the person says, and leave the others word for word.

## Plan

Write tasks of some minutes each, in the order in which they are done. Whoever does a task knows nothing but the design and this task: say exactly what to do, which file it writes, and how one sees that it is done. Where a review found something, change that and leave the rest. Do not plan more than the design says, and nothing less.

## Order review

Does each task have what it needs from the tasks before it? Is a task too big, or does it do two things? Is anything done twice?

## Plan review

Does the plan make what the design says, all of it and no more? Can each task be done without asking anybody? Can one see that it is done?

## Do

Do exactly this task, and write its result into the file. Where a review found something, mend that and leave the rest.

## Spec review

Is this what the task and the design ask for? Read the work itself, not what is said about it.

## Quality review

Is it good: plain, whole, without a mistake that its reader would stumble over?

## Look once

List what you find in this task’s result, the gravest first. Nobody waits for you: what you find is for the person.

## Risk review

What can go wrong with this result where it is used: what is dangerous, unlawful, private, or promised and not kept? Name nothing else.

## Reader review

Read it as the person for whom it is made, who knows nothing of how it came about. Where do you stop, and why?

## Final review

Read all results, the files do-1.md, do-2.md and so on, beside the design. What is missing, what contradicts itself, what was promised and is not there?

## Report

For the person: what was made and where it is, what was left out and why, what the reviews found that is still open, and what to do next. Say nothing of what it cost or how long it took: the top of the plan says that, by what was counted.
`;
