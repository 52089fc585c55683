/** Words around flows: which one is started, what it asks, and where its plan is. */
const at = (line: number, says: string): string => `line ${String(line)}: ${says}`;

export const FLOW_WORDS = {
  which: "Which flow?",
  line: (name: string, about: string): string => `${name} · ${about}`,
  cannot: (name: string, line: number, says: string): string => `${name} · cannot start: ${at(line, says)}`,
  title: (name: string): string => `Start the flow “${name}”`,
  needed: "Needed.",
  whenEmpty: (usual: string): string => `If you leave it empty: ${usual}`,
  choose: "Choose…",
  chooseNote: "Choose note…",
  addNote: "Add note…",
  clearNotes: "Clear",
  whichNote: "Which note?",
  start: "Start",
  started: (plan: string, first: string, status: string): string =>
    [`Started “${plan}”`, ...(first === "" ? [] : [`First comes “${first}”`]), status]
      .filter((each) => each !== "")
      .map((each) => `${each}.`)
      .join(" "),
  pictureOf: (plan: string): string => `The flow of “${plan}”`,
  here: "Start this flow",
  goTo: (line: number): string => `Go to line ${String(line)}`,
  faults: (n: number, line: number, says: string): string =>
    `${n === 1 ? "1 fault" : `${String(n)} faults`}: ${at(line, says)}`,
  warned: (line: number, says: string): string => `Careful, ${at(line, says)}`,
} as const;
