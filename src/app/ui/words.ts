/**
 * Every string of the app's interface, by the face that shows it, ready for translation. Names that a person, a
 * server or a setting gave come in as arguments and are made harmless by the caller.
 *
 * Not here, because the terminal and the Dashboard say the same: situations (`overview/situations.ts`), states
 * (`approval/request/states.ts`), blocks (`note/plan/blocks.ts`) and outcomes (`approval/device/outcome.ts`).
 */
import { ANSWER_ROWS } from "../../overview/answers";
import { SETTINGS_WORDS } from "./settings/settingsWords";
import { AGENT_WORDS } from "./words/agentWords";
import { CHANGE_WORDS } from "./words/changeWords";
import { COMMAND_WORDS } from "./words/commands";
import { INBOX_WORDS } from "./words/inboxWords";
import { FLOW_WORDS } from "./words/flowWords";
import { PLAN_WORDS } from "./words/planWords";
import { REQUEST_WORDS } from "./words/requestWords";
import { START_WORDS } from "./words/startWords";

const wayOut = (advice: string): string => `What you can do: ${advice}.`;
const NOTHING = "Nothing needs you now.";
const IN_A_BLOCK = "Write a plan’s link, title or id; an empty block shows what needs you.";

export const WORDS = {
  settings: SETTINGS_WORDS,
  commands: COMMAND_WORDS,
  plans: PLAN_WORDS,
  flows: FLOW_WORDS,
  request: REQUEST_WORDS,
  changes: CHANGE_WORDS,
  agents: AGENT_WORDS,
  inbox: INBOX_WORDS,
  start: START_WORDS,
  wayOut,
  /** Shared by dialogs. */
  dialog: {
    leave: "Not now",
    close: "Close",
    cancel: "Cancel",
    discard: "Discard what you typed?",
    discardIt: "Discard",
    keep: "Keep writing",
  },
  /** The dialog in which a person reads a request and answers it. */
  review: {
    alike: (n: number, nouns: string): string => `${String(n)} ${nouns} that are alike`,
    plans: (more: number): string => `· and ${String(more)} more`,
    place: (n: number, of: number): string => `· step ${String(n)} of ${String(of)}`,
    progress: (n: number, of: number): string => `${String(n)} of ${String(of)}`,
    before: "Previous",
    next: "Next",
    text: "What goes out",
    ownAccount: (name: string): string => `an account of yours (“${name}” in the plan)`,
    file: (path: string, bytes: string): string => `${path}, ${bytes} bytes`,
    items: (n: number): string => `${String(n)} items`,
    empty: "(empty)",
    noText: "No text",
    end: (lines: number): string => `End of the text · ${String(lines)} ${lines === 1 ? "line" : "lines"}`,
    noAttachments: "no attachments",
    all: (n: number): string => `${String(n)} ${n === 1 ? "value" : "values"}, all shown`,
    route: (server: string, tool: string, n: number): string =>
      `${server} · ${tool}, once${n === 1 ? "" : " each"}`,
    asked: (age: string): string => (age === "now" ? "asked just now" : `asked ${age} ago`),
    askedFrom: (first: string, last: string): string =>
      `asked ${first} ago, the last ${last === "now" ? "just now" : `${last} ago`}`,
    newTo: (whom: string): string => `New: this device has never sent this type to ${whom}.`,
    anyOf: (n: number): string => `any of these ${String(n)}`,
    attempt: (n: number): string => `attempt ${String(n)}`,
    unchanged: "unchanged since it was asked",
    details: "Details",
    approve: (n: number, confirms: boolean): string =>
      n === 1 ? "Approve" : `Approve ${String(n)}${confirms ? ", then confirm once" : ""}`,
    answeredOf: (n: number, of: number): string => `${String(n)} of ${String(of)} answered`,
    oneByOne: "One by one",
    differs: "They differ in:",
    example: (n: number, of: number): string => `Example, ${String(n)} of ${String(of)}:`,
    same: "They are identical; one for each of these plans:",
    send: "Send",
    below: (n: number): string => (n === 0 ? "" : `${String(n)} more ${n === 1 ? "row" : "rows"} below`),
    reject: (n: number): string => (n === 1 ? "Reject" : `Reject ${String(n)}`),
    confirmAll: (n: number): string => (n === 1 ? "Confirm" : `Confirm ${String(n)}`),
    didAll: (n: number): string => (n === 1 ? ANSWER_ROWS.did.label : `All ${String(n)} done`),
    undoAll: (n: number): string => `${ANSWER_ROWS.hold.label} ${String(n)}`,
    always: "It was sent, as always with this answer",
    mailApp: "Open in mail app",
    filesStay: "Attachments are not included; add them in the mail app.",
    unread: (label: string): string => `Scroll to the end to ${label.toLowerCase()}`,
    sinceRejected: "Since you rejected the one before",
    marks: "new words are underlined, old ones struck through.",
    hideMarks: "Hide marks",
    why: "Why, or what to change",
    kept: "Nothing is sent. The plan waits until you say what comes next; your words are kept.",
    back: "Back",
    asPlanned: "“Ask again” uses the text in the plan. To keep this text, put it there with “Change…”.",
    byYourself: "Then you do it yourself",
    sendsAt: (time: string): string => `Goes out on ${time}; until then, you can undo it`,
    takeBack: (seconds: number): string =>
      seconds === 0 ? "Goes out at once" : `${String(seconds)} s to undo`,
    from: (device: string, seconds: number): string =>
      `Goes out once from ${device}, ${seconds === 0 ? "as soon as" : `about ${String(seconds)} s after`} your approval reaches it`,
    device: (name: string): string => `the device “${name}”`,
    actingDevice: "the acting device",
    confirmsHere: "Then you confirm it once more",
    atOnce: "It goes out as soon as you confirm",
    confirmsThere: (device: string): string => `Then it waits for your confirmation on ${device}`,
    doIt: "You approved this. Do it, then click “Done”; Planwright sends nothing.",
    look: "It was begun, but no clear answer came. Look where it should have arrived, then say whether it was sent.",
    begun: (when: string): string => `Begun on ${when}.`,
    through: (route: string): string => `Through ${route}.`,
    known: (mark: string): string => `Recognise it by ${mark}.`,
    tally: (approved: number, rejected: number, others: number): string =>
      [
        ...(approved > 0 ? [`${String(approved)} approved`] : []),
        ...(rejected > 0 ? [`${String(rejected)} rejected`] : []),
        ...(others > 0 ? [`${String(others)} answered`] : []),
      ].join(", "),
    nothing: "There is nothing to review.",
  },
  /** Items in menus. Those that answer something have the labels of overview/answers. */
  menus: {
    item: (label: string) => `Planwright: ${label}`,
    explain: "Explain",
    requestApproval: COMMAND_WORDS.names["request-approval"],
    showFlow: COMMAND_WORDS.names["show-flow"],
    startFlow: COMMAND_WORDS.names["start-flow"],
    thinkThrough: COMMAND_WORDS.names["think-through"],
    letAgentWork: COMMAND_WORDS.names["let-agent-work"],
    planSelection: COMMAND_WORDS.names["plan-selection"],
  },
  /** Why a plan is where it is. */
  explain: {
    title: (plan: string): string => `Where “${plan}” is, and why`,
    since: (when: string): string => `Since ${when}.`,
    step: (n: number, of: number, text: string): string => `Step ${String(n)} of ${String(of)}: ${text}`,
    over: (of: number): string => `All ${String(of)} steps are over`,
    wayOut,
    gate: (of: number, open: number): string =>
      `Before it runs, ${String(of)} things must hold; ${open === 0 ? "none fails now" : `${String(open)} ${open === 1 ? "fails" : "fail"} now`}`,
    holds: { yes: "✓", no: "✗", later: "Checked just before:" },
  },
  /** The item in the status bar. */
  status: {
    name: "Planwright",
    starting: "Planwright is starting",
    paused: "Planwright is paused",
    started: "Planwright has started",
    startsIn: (seconds: number): string => `Starts in ${String(seconds)} s`,
    needs: (n: number): string => `needs you: ${String(n)}`,
    sendingIn: (to: string, seconds: number): string =>
      seconds > 0 ? `Sending to ${to} in ${String(seconds)} s` : `About to send to ${to}`,
    sending: (to: string): string => `Sending to ${to}…`,
    stillSending: (to: string, time: string): string => `Still sending to ${to} for ${time}`,
    hold: ANSWER_ROWS.hold.label,
    stop: "Stop",
    step: (n: number, of: number): string => `step ${String(n)} of ${String(of)}`,
    where: (plan: string, step: number | null): string =>
      step === null ? plan : `${plan}, step ${String(step)}`,
    isStuck: (where: string, time: string): string => `${where}: nothing from the model for ${time}`,
    thinking: (where: string, time: string, spent: string): string =>
      `${where}: thinking… ${time} · ${spent}`,
    runs: (where: string, words: string): string => `${where}: ${words}`,
    acts: {
      notNow: "not sending now",
      notYet: "not sending yet",
      unreadable: "cannot tell which device sends",
      named: (device: string): string => `${device} sends`,
      nobody: "not sending yet",
    },
    /** For a screen reader, and when the pointer rests on it. */
    opens: (text: string, why: string): string =>
      `${text}. ${why === "" ? "" : `${why} `}Click to see what needs you.`,
    watches: (text: string): string => `${text}. Click to see what the agent does.`,
  },
  /** Around text from notes and servers. */
  text: {
    emptyLines: (n: number): string => `… ${String(n)} empty lines …`,
    spaces: (n: number): string => ` [${String(n)} spaces] `,
    properties: "Its properties and its seal",
  },
  /** Notices that tell what came of things. */
  news: {
    approved: (title: string): string => `Approved: ${title}`,
    confirmHere: (n: number): string =>
      n === 1 ? "It goes out once you also confirm it" : "They go out once you also confirm them",
    first: (when: string): string => `The first ${when.charAt(0).toLowerCase()}${when.slice(1)}`,
    all: (label: string): string => `${label} all`,
    about: (titles: string, said: string): string => `${titles}: ${said}`,
    sent: (to: string): string => (to === "" ? "Sent" : `Sent to ${to}`),
    failed: "Failed. See the record.",
    maybe: (to: string): string =>
      to === "" ? "Maybe sent, please check" : `Maybe sent to ${to}, please check`,
    usedUp: (title: string): string => `Approved but not sent: ${title}`,
    stopped: (title: string): string => `Stopped before it went out: ${title}`,
    asked: (title: string): string => `Approval needed: ${title}`,
    askedMany: (n: string): string => `${n} things need your approval`,
    anew: (title: string): string => `Changed since you approved it; asking again: ${title}`,
    finished: (title: string): string => `Finished: ${title}`,
    to: (title: string, target: string): string => (target === "" ? title : `${title} · to ${target}`),
    away: "While you were away",
    elsewhere: (device: string): string => (device === "" ? "On another device" : `On ${device}`),
    counted: {
      sent: (n: string): string => `${n} sent`,
      failed: (n: string): string => `${n} failed`,
      "maybe-sent": (n: string): string => `${n} maybe sent`,
      "used-up": (n: string): string => `${n} approved but not sent`,
      stopped: (n: string): string => `${n} stopped before going out`,
      asked: (n: string): string => `${n} waiting for approval`,
      "asked-anew": (n: string): string => `${n} asked again`,
      finished: (n: string): string => (n === "1" ? "1 plan finished" : `${n} plans finished`),
    },
  },
  setStatus: (status: string): string => `Set it to ${status}`,
  starting: "Planwright is still starting; try again in a moment.",
  copied: "Copied.",
  /** An answer or a link that leads to nothing any more. */
  open: {
    gone: "That note is gone.",
    noDashboard: "There is no Dashboard yet; the acting device writes it.",
    answered: "That was answered or changed meanwhile.",
    moved: (path: string) => `${path} just changed or moved; try again.`,
  },
  /** Links of the Dashboard into the app. */
  links: {
    unknown: "Planwright does not know this link.",
    stale: "This link is out of date; use the Dashboard’s newer one.",
    continue: "Planwright carries out what you approved.",
    spendAgain: "Agents on this device may then spend today’s limit again.",
  },
  /** In notes: the line above a plan, its steps, and the code block. */
  notes: {
    asWritten: "As written",
    fault: (line: number, why: string): string => `Line ${String(line)}: ${why}.`,
    nothing: NOTHING,
    needs: (n: number) => (n === 1 ? "One thing needs you" : `${String(n)} things need you`),
    plan: (title: string, state: string, finished: number, total: number) =>
      `${title}: ${state}, ${String(finished)} of ${String(total)} steps done`,
    noPlan: (name: string, near: string | null) =>
      `There is no plan “${name}”.${near === null ? "" : ` Did you mean “${near}”?`} ${IN_A_BLOCK}`,
    otherNote: (name: string) => `“${name}” is a note, but not a plan. ${IN_A_BLOCK}`,
    titleOfSeveral: (n: number, title: string, links: readonly string[]) =>
      `${String(n)} plans are called “${title}”. Write ${links.join(" or ")}.`,
    nameAlone: (name: string, word: string) => `Write only “${name}”, without “${word}”.`,
    severalLines: (n: number) =>
      `A block shows one plan; this one has ${String(n)} lines. Write one block per plan.`,
  },
  mission: {
    name: "Planwright",
    command: "Open mission view",
    /** The link from a reminder to what waits for an answer. */
    asks: "What waits for you",
    ribbon: (asked: number) => (asked === 0 ? "Planwright" : `Planwright: ${String(asked)} need you`),
    needsYou: "Needs you",
    quiet: NOTHING,
    current: "Current plan",
    others: "Other plans",
    activity: "Activity",
    newPlan: COMMAND_WORDS.names["new-plan"],
    more: "More",
    pause: COMMAND_WORDS.names.pause,
    goOn: COMMAND_WORDS.names.continue,
    sent: COMMAND_WORDS.names["list-sent"],
    sentTo: (to: string): string => `To ${to}`,
    openDashboard: COMMAND_WORDS.names["open-dashboard"],
    setUp: COMMAND_WORDS.names["set-up"],
    settings: "Settings",
    notSetUp: "Planwright is not set up in this vault yet, so it neither asks nor sends.",
    notSetUpHere:
      "Planwright is not set up in this vault yet. Here you can make the folders; set it up on a computer to ask and send.",
    starting: "Starting…",
    unread:
      "The settings are not confirmed on this device yet. It neither asks nor sends until you confirm them.",
    readSettings: "Read the settings…",
    needsComputer: "The folders are ready. Now set up Planwright on a computer, which asks and sends.",
    noPlans: "No plan yet. A plan is a note with a checklist: its objective and its steps.",
    plans: (n: number) => (n === 1 ? "1 plan" : `${String(n)} plans`),
    done: (n: number, of: number) => `${String(n)} of ${String(of)} steps done`,
    progress: (n: number, of: number) => `${String(n)} of ${String(of)} steps are over`,
    from: (day: string) => `from ${day}`,
    gated: "Needs your approval",
    agentStopped: "You stopped the agent, so this step is yours.",
    yourTurn: "Your turn: this step is yours.",
    advice: wayOut,
    agentRests: "The agent is idle.",
    stop: "Stop",
    takingBack: "Taking it back…",
    goesOut: (seconds: number) => (seconds === 0 ? "Goes out now" : `Goes out in ${String(seconds)} s`),
    morePlans: (n: number) => `${String(n)} more on the start page`,
    inInbox: (more: number) => (more === 0 ? INBOX_WORDS.command : `${String(more)} more in the inbox`),
    details: "Details",
    read: (note: string) => `Read “${note}”`,
  },
} as const;
