/** Words of the dialog for a model that is a program. */

export const PROGRAM_WORDS = {
  /** A phone is not the computer that has it. */
  elsewhere: "A program on a computer",
  acts: "Such a program works on its own, with your rights: approvals do not hold what it does.",
  phone:
    "Programs run on a computer only. The acting device starts this one, after its settings were confirmed there.",
  about:
    "Claude Code is the program claude with the options -p, --output-format, stream-json, --verbose, --permission-mode, acceptEdits, --add-dir, {run}. Codex is codex with exec, --json, --skip-git-repo-check, --sandbox, workspace-write, --add-dir, {run}, -. To use it, choose it for an agent of flows, under “Agents”.",
  command: { name: "Program", desc: "As it is called, without its options. No shell reads it." },
  args: {
    name: "Options",
    desc: "One a line, each kept exactly as typed; {run} is the folder of the run. Empty lines are left out.",
  },
  events: { name: "How it tells what it does", desc: "Plain text: what it writes is its answer." },
  forms: { lines: "Plain text", "claude-stream": "Claude Code", "codex-json": "Codex" },
  folder: {
    name: "Project",
    desc: "Full path of the folder it works on. Empty: a fresh folder for each run.",
  },
  home: {
    name: "Home",
    desc: "Full path of a home folder of its own, with a login of its own. Empty: yours.",
  },
  seconds: { name: "Time limit", desc: "Seconds that one call may take." },
  more: "Name and price",
  noCommand: "Name the program that is started.",
  badSeconds: "The time limit is a number of seconds from 1 to 14400.",
  check: "Is this the command?",
  starts: "This is started, for each turn of a step:",
  untested: "not tested",
} as const;
