/**
 * Skills that are built in, by name: the instructions of the steps that most people’s flows have. Each is written for
 * itself, for words as well as for code, and says what it needs and what it makes.
 */
export const SKILLS: ReadonlyMap<string, { readonly about: string; readonly words: string }> = new Map([
  [
    "brainstorming",
    {
      about: "Turn an idea into a short design",
      words: `Turn the idea into a design that somebody can plan from.

1. Look for what the notes say about it, and name each note that you build on.
2. Say in one sentence what is to be made, for whom, and how one will know that it is good.
3. Give two or three ways to make it that really differ, each with what it costs. Say which one you would take, and why.
4. Describe that way in sections of at most 300 words: its parts, how they fit together, what can go wrong.

Where the answer to a question would change the design and no note has it, ask the person with ask_person: one question at a time, with likely answers. Plan nothing more than what was asked for.`,
    },
  ],
  [
    "writing-plans",
    {
      about: "Cut a design into tasks of some minutes each",
      words: `Write the tasks that make what the design says: all of it, and no more.

- Each task takes some minutes, does one thing, and can be checked when it is done.
- Whoever does a task knows nothing but the design and this task. So it says exactly what to do, which files it is about, and what one sees when it is right.
- The tasks stand in the order in which they are done. None needs something of a later one.

Write them as a checklist beneath a heading “Tasks”, one line a task, unless another form is asked for.`,
    },
  ],
  [
    "implement",
    {
      about: "Do one task, and show that it is done",
      words: `Do this task, no other.

1. Read the task, and the files that it names.
2. Say what would show that it is done. Where that can be tried out, write that down first, and see it fail.
3. Do the least that makes it so.
4. Try it out, and write what you saw into the file: not what should be there, but what is.

Where a review found something, mend that, and leave everything else as it is. Where the task cannot be done as it is written, give it back, and say why.`,
    },
  ],
  [
    "spec-review",
    {
      about: "Compare the work with what was asked for",
      words: `Compare the work with the task and the design. Read the work itself, not what is said about it.

A finding is: something that was asked for and is not there; something that is there and was not asked for; something that was understood otherwise than it was meant. Name the place of each finding, and what would mend it. Whether the work is well made is not your question.`,
    },
  ],
  [
    "code-quality",
    {
      about: "Judge how well the work is made",
      words: `Judge how well the work is made; whether it is what was asked for has been looked at already.

A finding is: a mistake that somebody who uses it would meet; a case that was forgotten; something that is there twice, or that nobody needs; a name or a sentence that says something else than it means; a part that nothing shows to work. Name the place, what can happen, and what would mend it. Leave out what is a matter of taste.`,
    },
  ],
  [
    "final-review",
    {
      about: "Look at all results together",
      words: `Read all results beside the design and the plan.

A finding is: something that was promised and is not there; two results that contradict each other; a gap between two parts that each look right alone; something that only shows when all of it is used. Name the place of each finding, the gravest first.`,
    },
  ],
  [
    "finishing",
    {
      about: "Bring the work to its end, and say how it stands",
      words: `Write for the person, in one page: what was made and where it is; what was left out, and why; what the reviews found that is still open; the first thing to do next.

Where something has to go out or be put in its place outside the vault, draft that with draft_action: the person decides. Say nothing of a result that you have not read.`,
    },
  ],
]);
