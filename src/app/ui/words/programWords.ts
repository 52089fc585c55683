/** Words of the dialog for a model that is a program. */

export const PROGRAM_WORDS = {
  /** A phone is not the computer that has it. */
  elsewhere: "A program on a computer",
  acts: "Such a program works on its own, with your rights, without approvals.",
  phone:
    "Programs run only on a computer. The acting device starts this one once its settings are confirmed there.",
  about:
    "Claude Code is the program claude with the options -p, --output-format, stream-json, --verbose, --permission-mode, acceptEdits, --add-dir, {run}. Codex is codex with exec, --json, --skip-git-repo-check, --sandbox, workspace-write, --add-dir, {run}, -. To use it, choose it for an agent of flows, under “Agents”.",
  command: { name: "Program", desc: "Its name or path, without options. It runs without a shell." },
  args: {
    name: "Options",
    desc: "One per line, kept exactly as typed; {run} is the folder of the run. Empty lines are ignored.",
  },
  events: { name: "Output format", desc: "Plain text: all it writes is its answer." },
  forms: { lines: "Plain text", "claude-stream": "Claude Code", "codex-json": "Codex" },
  folder: { name: "Project", desc: "Full path of the folder it works in. Empty: a new folder for each run." },
  home: { name: "Home", desc: "Full path of its own home folder, with its own login. Empty: yours." },
  seconds: { name: "Time limit", desc: "Seconds for one call." },
  more: "Name and price",
  noCommand: "Name the program.",
  badSeconds: "The time limit is 1 to 14400 seconds.",
  check: "Is this the command?",
  starts: "This runs for each turn of a step:",
  untested: "not tested",
} as const;
