/**
 * The stories of the flows: what a person gives at the start, and their answers in order. What the model says stands in
 * a text beside.
 */

const WRITE_AND_REVIEW = {
  flow: "write-and-review",
  title: "a text that is reviewed until it holds",
  says: [
    "Tove Lindqvist binds books, and has an open workshop in March. The bakery lets her hang a notice in its window. You are Tove.",
  ],
  inputs: { topic: "A notice for the bakery window", readers: "People who wait for bread" },
  answers: [
    {
      asked: "Is the outline right?",
      box: 1,
      words: "It costs £12, and starts at ten. Ring me at the workshop, the number is on my door.",
    },
    { asked: "The review has nothing against draft.md. What now?", box: 1 },
  ],
  show: {},
  result: ["draft.md"],
};

const DEEP_REASONING = {
  flow: "deep-reasoning",
  title: "a question that is thought through before it is decided",
  says: [
    "Tove Lindqvist binds books. In her aunt's barn stands a cast-iron guillotine of 400 kg, and the aunt wants her barn back. You are Tove.",
  ],
  inputs: {
    topic: "Should I take Aunt Berit's guillotine?",
    context: "Plans/The old guillotine",
    rounds: "2",
  },
  answers: [
    {
      asked: "Does question.md capture what you mean?",
      box: 2,
      words:
        "The floor is the landlord's business. Suppose it holds. I want to know whether I would use the thing.",
    },
    { asked: "Does question.md capture what you mean?", box: 1 },
    { asked: "The result is in a note of its own, as a draft. What now?", box: 1 },
  ],
  show: { "Bring it together": ["round-2.md"] },
  result: [],
  note: "Reasoning/Approved",
};

const DESIGN_TO_DONE = {
  flow: "design-to-done",
  title: "from an idea to a talk, designed, planned and reviewed",
  says: [
    "Tove Lindqvist binds books, and has promised the library on Marrow Street a talk. So far it has a title. You are Tove.",
  ],
  inputs: { topic: "A talk: what not to do to an old book" },
  answers: [
    { asked: "Who is going to listen?", box: 1 },
    { asked: "How long may it take?", box: 1, thenStop: true, stopAt: "What should somebody do differently" },
    {
      asked: "What should somebody do differently",
      words: "Leave the book alone, and come and ask me first.",
    },
    { act: "The design", asked: "Which approach?", box: 1 },
    {
      asked: "Is “design” right?",
      box: 3,
      words: "Not Daniel's Bible: nobody has asked him. Any Bible with tape on it will do.",
    },
    { says: "Only the section that was not agreed to comes back:", asked: "Is “design” right?", box: 1 },
    { act: "The plan, and how it is carried out", asked: "Do you approve plan.md?", box: 1 },
  ],
  show: {},
  result: ["stories.md", "report.md"],
};

export const FLOW_STORIES = new Map(
  [DEEP_REASONING, DESIGN_TO_DONE, WRITE_AND_REVIEW].map((story) => [story.flow, story]),
);
