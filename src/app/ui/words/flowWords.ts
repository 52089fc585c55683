/** Words around flows: which one is started, what it asks, and where its plan is. */
const at = (line: number, says: string): string => `line ${String(line)}: ${says}`;

export const FLOW_WORDS = {
  which: "Which flow?",
  line: (name: string, about: string): string => `${name} · ${about}`,
  cannot: (name: string, line: number, says: string): string => `${name} · cannot start: ${at(line, says)}`,
  title: (name: string): string => `Start the flow “${name}”`,
  noModel: "No model is set up, so you answer each question, or copy it into any chat.",
  needed: "Required.",
  whenEmpty: (usual: string): string => `If you leave it empty: ${usual}`,
  choose: "Choose…",
  chooseNote: "Choose note…",
  addNote: "Add note…",
  clearNotes: "Clear",
  noResults: "No flow has a result yet. “Think it through…” makes one.",
  noApproved: "Every approved result has a plan already.",
  whichResult: "Which result?",
  places: { draft: "draft", approved: "approved", rejected: "rejected" },
  result: (place: string, title: string): string => `${place} · ${title}`,
  planResult: "Make a plan of it…",
  reviewAgain: "Review it again…",
  archiveResult: "Archive result",
  whichNote: "Which note?",
  start: "Start",
  started: (plan: string, first: string, status: string): string =>
    [`Started “${plan}”`, ...(first === "" ? [] : [`First comes “${first}”`]), status]
      .filter((each) => each !== "")
      .map((each) => `${each}.`)
      .join(" "),
  noSkill: "Every skill is in the vault already.",
  whichSkill: "Which skill do you want to change?",
  skillLine: (name: string, about: string, where: string): string =>
    [name, about, where].filter((each) => each !== "").join(" · "),
  isSkill: (name: string): string => `This is the skill “${name}”.`,
  isPreamble: (agent: string): string => `The agent “${agent}” reads this before every skill.`,
  usedBy: (flows: string): string => `Flows that use it: ${flows}.`,
  unusable: (says: string): string => `It cannot be used. ${says}`,
  pictureOf: (plan: string): string => `The flow of “${plan}”`,
  here: "Start this flow",
  goTo: (line: number): string => `Go to line ${String(line)}`,
  faults: (n: number, line: number, says: string): string =>
    `${n === 1 ? "1 fault" : `${String(n)} faults`}: ${at(line, says)}`,
  isProgram: (agent: string, line: string, steps: readonly string[]): string =>
    `The agent “${agent}” is the program ${line}. It works on its own, with your rights, without approvals. “Start” lets it do these steps on this device: ${steps.join(", ")}.`,
  warned: (line: number, says: string): string => `Careful, ${at(line, says)}`,
  programs: {
    title: "Programs of flows",
    why: "A command runs only if you allow that exact command here, for this device. It then runs with your rights whenever its flow wants it, without asking again. If it reads files that an agent or another program wrote, they decide what it does.",
    none: "No running flow wants a program.",
    inFolder: (folder: string): string => `In the folder ${folder}`,
    check: (steps: string): string => `Checks ${steps}.`,
    agent: (steps: string): string => `Does ${steps}.`,
    actsByItself:
      "This program works on its own, without approvals. Its plan, notes and skills tell it what to do, and anyone who can write in this vault can change them.",
    byCopy: (path: string, hash: string): string =>
      `From the flow in ${path}, as it is now (hash ${hash}). If it changes, you are asked again.`,
    openCopy: "Open the copy of the flow",
    unused: "No running flow wants it now.",
    odd: (characters: string): string => `Careful, unusual characters: ${characters}`,
    allow: "Allow on this device",
    forbid: "Do not allow",
    allowThis: (line: string): string => `Allow on this device: ${line}`,
    forbidThis: (line: string): string => `Do not allow: ${line}`,
    close: "Close",
  },
} as const;
