/** The strings of the settings and of set-up. `WORDS` holds them for the faces. */
import { KINDS } from "../../../note/action/kinds";
import { SAMPLE_WORDS } from "../words/sampleWords";
import { TYPING_WORDS } from "../words/typingWords";
import { counted } from "../../../kit/numbers";

const and = (all: readonly string[]): string =>
  all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;

export const SETTINGS_WORDS = {
  test: "Test",
  change: "Change…",
  remove: "Delete…",
  show: "Show",
  notSaved: (why: string) => `Not saved: ${why}.`,
  testOf: (name: string) => `Test ${name}`,
  more: (name: string) => `More about ${name}`,
  askingServer: "Asking it what it can do…",
  askingModel: "Asking it one tiny question…",
  state: {
    noServer: "no such server",
    untested: "not tested yet",
    unreached: "not reached",
    works: "works",
    fails: "does not work",
    login: "login failed",
    you: "you answer",
    asking: "asking…",
    tools: (count: number) => `answers · ${counted(count, "function")}`,
    noTarget: (argument: string) => `no field “${argument}”`,
    takesNot: (tool: string, argument: string) =>
      `The function “${tool}” has no field “${argument}”, which says to whom or where. Choose another under “Change…”.`,
    noTool: (tool: string) => `no function “${tool}”`,
    offers: (server: string, tools: readonly string[], more: number) =>
      tools.length === 0
        ? `“${server}” offers no functions. Look at what the server is allowed to do.`
        : `“${server}” offers: ${tools.join(", ")}${more > 0 ? ` and ${counted(more, "other")}` : ""}. Choose one of them under “Change…”.`,
    secretMissing: (name: string) => `secret “${name}” is missing`,
    storeSecret: (name: string) =>
      `The keychain of this device has no secret “${name}”. Store it there under that name (Settings, Keychain).`,
    answered: (tools: number) => `It answered, and offers ${counted(tools, "function")}.`,
    hasTool: (tool: string) => `It answered, and has the function “${tool}”.`,
    type: (type: string) => `the type ${type}`,
    agentTool: (tool: string) => `the function “${tool}” of agents`,
  },
  device: {
    heading: "This device",
    acts: "This is the acting device",
    does: "It asks for approvals and carries out what was approved, while Obsidian is open. One device of a vault does. Not synced.",
    starting: "It is starting.",
    startsIn: (seconds: number) => `Starts in ${String(seconds)} s.`,
    now: "It is at work now.",
    saysNow: "This is the acting device now.",
    paused: "It is paused.",
    other: (name: string) =>
      `Now ${name} is the acting device; to take its place, use “Make this the acting device”.`,
    nobody: "No device is the acting one for this vault yet.",
    shows:
      "This device shows, and lets you approve, reject and answer. A computer has to be the acting device.",
    showsName: "This is not the acting device",
    confirmed: "Settings are confirmed on this device",
    confirmedDesc: "What you change here is confirmed with it, and counts once you leave the settings.",
    changed: "Settings changed since you confirmed them",
    changedDesc: (what: string) => `${what}. Nothing is sent from here until you look.`,
    review: (count: number) => `Review ${counted(count, "change")}`,
    unconfirmed: "Settings are not confirmed on this device",
    unconfirmedDesc: "Nothing is carried out here, and no server is started, until you have read them.",
    reviewAll: "Review",
    setUp: "Set up",
    setUpDesc: "Folders, who writes here, and whether this is the acting device.",
    file: "Settings file (data.json)",
    kinds: {
      Folders: "folders",
      Models: "model",
      Servers: "server",
      Actions: "type",
      Limits: "limits",
      Unasked: "things done unasked",
    } as Readonly<Record<string, string>>,
    change: (kind: string, of: string, how: "new" | "gone" | "changed") =>
      of === ""
        ? `other ${kind}`
        : how === "new"
          ? `a new ${kind} “${of}”`
          : how === "gone"
            ? `no ${kind} “${of}” any more`
            : `the ${kind} “${of}”`,
    changes: (named: readonly string[], more: number) => {
      const text = and(more > 0 ? [...named, `${String(more)} more`] : named);
      return text.charAt(0).toUpperCase() + text.slice(1);
    },
  },
  sending: {
    heading: "What can be sent",
    add: "Add what can be sent…",
    addDesc: "Each one waits for your approval.",
    type: (type: string) => Object.values(KINDS).find((each) => each.type?.id === type)?.type?.name ?? type,
    how: (type: string, server: string, tool: string, isConfirmed: boolean) =>
      `${type} → ${server} · ${tool}${isConfirmed ? " · always confirmed" : ""}`,
    rest: (isAny: boolean) => (isAny ? "Everything else" : "Nothing yet"),
    restDesc: "What you approve, you carry out yourself; Planwright keeps the record.",
    removeTitle: (type: string) => `Delete ${type}?`,
    removeDesc: (server: string, tool: string) =>
      `Nothing of this type goes out through “${tool}” of “${server}” any more; you carry it out yourself. The server stays.`,
    removeDo: "Delete",
  },
  models: {
    heading: "Models",
    none: "No model yet. Without one, you answer in its place, by copy and paste.",
    add: "Add a model",
    noModel: "No model",
    sameAsWorker: "The one that does the steps",
    roles: { worker: "does the steps of agents", planner: "drafts plans" },
    removeTitle: (name: string) => `Delete the model “${name}”?`,
    ofAgents: (agents: readonly string[]) =>
      `does the steps of ${and(agents.map((each) => `“${each}”`))} in flows`,
    removeDesc: (roles: readonly string[], agents: readonly string[]) => [
      ...(roles.length + agents.length === 0 ? ["Nothing uses it."] : []),
      ...(roles.length === 0
        ? []
        : [
            `It ${and(roles)}. Without it, agents wait until you name another model, or answer in its place.`,
          ]),
      ...agents.map((each) => `It ${each}. Without it, the models of their roles do those steps.`),
    ],
    removeDo: "Delete",
  },
  model: {
    edit: "Change model",
    address: "Address",
    ownAddress: "As its manual gives it, often with /v1 at the end.",
    addressOf: (own: string) => `Empty: ${own}.`,
    look: "Show its models",
    goOn: "Go on",
    looking: "Asking the server for its models…",
    unlisted: "The server did not list its models. Write the name as the provider spells it, then test it.",
    unlistedGoOn: "Type its name yourself",
    model: { name: "Model", desc: "Its name at the provider." },
    key: {
      name: "Key",
      desc: "Stays in the keychain of this device; the settings hold only its name.",
      maybe: "Stays in the keychain of this device. Empty where none is needed.",
    },
    more: "Name, size and price",
    context: { name: "Context size", desc: "How many tokens fit into the model." },
    priceIn: { name: "Price in", desc: "US dollars for a million tokens that it reads. Empty: not known." },
    priceOut: { name: "Price out", desc: "US dollars for a million tokens that it writes." },
    works: {
      name: "Does the steps of agents",
      desc: "One model does. What an agent reads goes to its address.",
    },
    badContext: "The context size is a number of tokens, such as 32000.",
    badPrice: "Give both prices, in US dollars for a million tokens, or leave both empty.",
    nameless: "Give the model a name.",
    taken: "There is a model of that name already.",
    ready: "Ready: an agent can work with it",
    worksNow:
      "It does the steps of agents, and drafts plans unless another model does. No agent works before you say so.",
    worksNot: "Nothing uses it yet. Choose it under “Models” to let it do the steps of agents.",
  },
  servers: {
    name: "Servers",
    desc: "Programs and addresses through which things are sent.",
    none: "No server yet. Without one, every action is carried out by hand.",
    add: "Add a server",
    removeTitle: (name: string) => `Delete the server “${name}”?`,
    unused: "Nothing uses it.",
    used: (users: readonly string[]) =>
      `It is used by ${and(users)}. ${users.length === 1 ? "This is" : "They are"} deleted with it: you carry such actions out yourself then.`,
    removeDo: "Delete",
  },
  safety: { heading: "Safety" },
  folders: {
    name: "Folders and notes",
    asTheyCame: (count: number) => `${String(count)} names, all as they came`,
    changed: (count: number) => `${counted(count, "name")} of your own`,
  },
  intake: {
    name: "Tasks coming in",
    options: { off: "Nothing", suggest: "Named on the Dashboard", draft: "A draft is written" },
  },
  limits: { name: "Limits and times", desc: "How long things take, and how much goes on at once." },
  agents: {
    name: "Agents",
    desc: "What they may read and call, and what they may spend.",
    reading: "What agents read",
    spending: "What agents may use",
    tools: "What agents may call",
    noTools: "None. An agent reads notes, and asks you.",
    add: "Add a function",
    fromServer: "Of which server?",
    noServer: "There is no server yet. Add one under “Servers”, then come back.",
    toolOf: (server: string) => `Which function of ${server}?`,
    noneLeft:
      "There is no function left to choose. Those that are allowed already, and those that send approved actions, are not in the list.",
    when: {
      name: "Before it is called",
      desc: "What an agent gives to it leaves the vault.",
      ask: "Ask me each time",
      always: "Do not ask",
    },
    allow: "Allow it",
    tool: (tool: string, server: string) => `${tool} of ${server}`,
    asks: "It asks you each time.",
    unasked: "Called without asking you, with whatever the agent has read.",
    approved: (type: string) =>
      `Never called by an agent: by it goes out what you approve, of the type ${type}.`,
    letUnasked: "Let agents call it without asking",
    letAsk: "Let agents ask each time",
    allowAgain: "Allow it as it is now",
    removeTool: "Remove",
    checks: "Programs that check steps of flows",
    flows: "Agents of flows",
    noFlowAgents: "None. The model of the role “worker” does the steps of an agent that only a flow names.",
    addFlowAgent: "Add an agent",
    flowAgent: { name: "Name", desc: "As flows call it, such as claude or codex." },
    role: { name: "Role", desc: "The model of this role does its steps." },
    roles: { worker: "Worker", planner: "Planner", reviewer: "Reviewer" },
    as: (role: string, model: string | null) =>
      model === null ? `Works as: ${role}.` : `Works as: ${role}, with the model “${model}”.`,
    letBe: (role: string) => `Let it work as: ${role}`,
    hasName: (name: string) => `There is an agent “${name}” already.`,
  },
  fields: {
    alert_hours: {
      name: "Alert after",
      desc: "Hours a plan may stand still before the Dashboard raises an alert.",
    },
    approval_hours: {
      name: "Approval waits for its server",
      desc: "Hours after which an approval whose server cannot be reached ends, and you are asked again.",
    },
    grace_seconds: {
      name: "Time to take an approval back",
      desc: "Seconds between an approval and its being carried out.",
    },
    quiet_seconds: {
      name: "Quiet time",
      desc: "Seconds without a change to a note before Planwright writes in it.",
    },
    start_delay_seconds: {
      name: "Delay after start",
      desc: "Seconds after start or sleep in which nothing that was asked earlier is carried out, so that sync can bring what others decided.",
    },
    call_timeout_seconds: {
      name: "Time limit of a call",
      desc: "Seconds a server may take for one action; four times as long while it tells of progress, up to 600.",
    },
    start_timeout_seconds: { name: "Time limit of a start", desc: "Seconds a server may take to start." },
    open_requests: {
      name: "Waiting for approval at once",
      desc: "No more than this wait for you at once; the plans behind them wait until you answer some.",
    },
    actions_per_hour: {
      name: "Actions within an hour",
      desc: "When more than this are approved or were begun within an hour, each one needs a confirmation.",
    },
    "checks.tests": { name: "Command for tests", desc: "For “tests: true” in flows, such as npm test." },
    "checks.folder": { name: "Folder for commands", desc: "Empty: the folder of the vault." },
    "checks.seconds": { name: "Time limit of a command", desc: "Seconds, 3600 at most." },
    "limits.turns": {
      name: "Turns for a step",
      desc: "How often the model is asked for one step before you are.",
    },
    "limits.tokens": { name: "Tokens for a step", desc: "Read and written together." },
    "limits.usd": { name: "Money for a step", desc: "US dollars, where the price of the model is known." },
    "limits.plan_usd": { name: "Money for a plan", desc: "US dollars, before you are asked." },
    "limits.day_usd": {
      name: "Money within 24 hours",
      desc: "US dollars, for all plans on this device together.",
    },
    "limits.at_once": {
      name: "Calls at a time",
      desc: "Of models: one for a plan, or one for each agent of “parallel” in its flow.",
    },
    "limits.call_seconds": {
      name: "Time limit of a question",
      desc: "Seconds a model may take for one answer.",
    },
    others_write: {
      name: "Other people write in this vault",
      desc: "Then every approval also needs a confirmation on the acting device.",
    },
    auto_start: {
      name: "Start new plans by themselves",
      desc: "Otherwise a plan waits as a draft until you start it.",
    },
    high_risk: {
      name: "Types that need a confirmation",
      desc: "On the acting device, besides the approval. Separated by commas.",
    },
    intake: {
      name: "What becomes of them",
      desc: "For tasks that are newer than the set-up, have one of the words below in them, and have no plan yet.",
    },
    complex_words: {
      name: "Words of tasks that need a plan",
      desc: "Separated by commas. Whole words, in any case. #word is a tag, word* the beginning of a word.",
    },
    simple_words: {
      name: "Words of simple tasks",
      desc: "Separated by commas. If a task has none of the words above, these are named as the reason why it needs no plan.",
    },
    think_phrases: { name: "Phrases of what to think through", desc: "Separated by commas. None: no offer." },
    agent_folders: {
      name: "Folders that agents read",
      desc: "Separated by commas. Empty: the folders of plans and tasks, and notes that a plan links to. “/”: the whole vault, except for approvals, records, the Dashboard and the work on other plans.",
    },
    name: { name: "Your name", desc: "Agents are told for whom they write. Empty: they are not." },
    agent_never: { name: "Folders and tags that no agent reads", desc: "As in Diary, #private." },
    outward_words: {
      name: "More words of steps that reach out",
      desc: "Separated by commas, besides those for send, pay and their like in eight languages. No agent ticks a step that has one.",
    },
    skill_folders: {
      name: "Folders with skills outside the vault",
      desc: "Separated by commas, as in ~/.claude/commands. Steps of flows find their instructions there where the vault has none.",
    },
    "roles.worker": {
      name: "Does the steps of agents",
      desc: "What an agent reads goes to the address of this model.",
    },
    "roles.planner": {
      name: "Drafts plans",
      desc: "When you ask for a draft, and where an agent does not say how a step goes on.",
    },
    root: { name: "Folder for all of them", desc: "Empty: the top of the vault." },
    time_zone: {
      name: "Time zone",
      desc: "For days in plans, the time at which an action goes out, and times on the Dashboard and in notes that wait for approval. Empty: UTC.",
    },
    badZone: "This is not the name of a time zone, such as Europe/Zurich.",
  },
  wizard: {
    back: "Back",
    unconfirmed:
      "The settings of this vault are not confirmed on this device, so no server and no model is asked from here yet.",
    review: "Read and confirm them",
    goOn: "The settings are confirmed. Go on here.",
  },
  server: {
    add: "Add a server",
    edit: "Change server",
    name: { name: "Name", desc: "What Planwright calls it by." },
    source: {
      name: "Program or address",
      desc: "The command that starts it, without a shell; its address; or the JSON that its manual says to paste.",
    },
    secrets: {
      name: "Passwords and keys",
      desc: "They stay in the keychain of this device; the settings hold only their names.",
    },
    addSecret: "Add one",
    secret: (name: string) => (name === "" ? "Secret" : `Secret for ${name}`),
    secretDesc: "The variable or header that the server reads it from, and the secret.",
    variable: "Variable or header",
    removeSecret: "Remove this secret",
    looksSecret: (name: string) => `${name} looks like a password`,
    looksSecretDesc: "Written here, it would travel with the vault.",
    keep: "Keep it in the keychain",
    more: "More",
    values: {
      name: "Environment or headers",
      desc: "One a line: name=value for a program, name: value for an address. These travel with the vault.",
    },
    cwd: { name: "Working folder", desc: "A full path on this computer. May be empty." },
    bad: {
      empty: "Say which program starts the server, or its address.",
      quote: "A quote is not closed, or there is no program.",
      json: "This JSON names no server. It needs a command, or a url.",
    },
    nameless: "Give the server a name.",
    taken: "There is a server of that name already.",
    save: "Save",
    down: (why: string) => `It was not reached: ${why}`,
  },
  mail: {
    title: "Mail account",
    about:
      "Mail goes out through email-mcp 0.2.0, a program by others. npx, which comes with Node.js 22 or newer, downloads it at its first start.",
    address: { name: "Your mail address", desc: "" },
    password: {
      name: "Password",
      desc: "Stays in the keychain of this device. Use an app password where your provider has them.",
    },
    servers: "Mail servers",
    smtp: { name: "Server for sending (SMTP)", desc: "With a port after a colon, unless it is 465." },
    imap: { name: "Server for reading (IMAP)", desc: "With a port after a colon, unless it is 993." },
    own: "Is this an address of your own domain? Then compare the servers below with the page of your provider.",
    notes: {
      google:
        "Google needs an app password: switch on 2-Step Verification, then make one at myaccount.google.com/apppasswords.",
      microsoft:
        "Outlook and Hotmail have refused passwords from programs since September 2024, so this most likely fails. Use another address, or a server that signs in to Microsoft.",
      apple: "iCloud needs an app-specific password: make one at account.apple.com.",
      yahoo: "Yahoo needs an app password: make one in the security page of your account.",
      fastmail: "Fastmail needs an app password: make one in its settings, under Privacy & Security.",
      gmx: "GMX lets programs in only after you switch on POP3 and IMAP in the settings of its website.",
    },
    incomplete: "Give the address, the password and both servers.",
    badHost: "Write each server as its name, with a port if it needs one: smtp.example.com:587.",
    test: "Test and save",
    testing: "Starting the program and logging in. Nothing is sent. The first time, this can take a minute…",
    noTool: "The program has no function that sends mail.",
    refused: {
      smtp: (why: string) => `The mail server did not let it in: ${why}`,
      imap: (why: string) => `It can send, but the server for reading (IMAP) did not let it in: ${why}`,
    },
    noServer: {
      smtp: (host: string) =>
        `There is no mail server “${host}”, or this device is offline. Look at “Mail servers” above.`,
      imap: (host: string) =>
        `It can send, but there is no server for reading (IMAP) “${host}”. Look at “Mail servers” above.`,
    },
    untested: "Save it all the same",
    ready: "Ready: can send email",
    waits: "Each one waits for your approval.",
  },
  typing: TYPING_WORDS,
  setUp: {
    notYet: "Planwright is not set up in this vault yet.",
    setUp: "Set up",
    title: "Set up Planwright",
    ours: (count: number) =>
      `${counted(count, "of the folders Planwright works with is", "of the folders Planwright works with are")} here already; they are used as they are.`,
    taken: (names: readonly string[]) =>
      `Some folder names are taken in this vault already: ${names.join(", ")}. So Planwright proposes one folder that holds all of its own.`,
    needs:
      "Planwright asks before anything leaves this vault, and sends what you approved, once. It makes some folders, and changes nothing that is there.",
    folders: (count: number) =>
      `The ${count === 9 ? "nine" : String(count)} folders, each with a note that says what it is for`,
    more: "One folder for all of them, time zone, other people, table of plans",
    there: ", there already",
    reachesNothing: "No program starts and no address is reached: none is set up yet.",
    reaches: (names: readonly string[]) =>
      `Once confirmed on this computer, these may start or be reached: ${names.join(", ")}.`,
    details: "Details",
    root: { name: "Folder for all of them", desc: "Empty: at the top of the vault." },
    table: {
      name: "Table of plans",
      desc: "A file for the core plugin Bases, beside the Plans folder. It is yours to change, and one that is there stays as it is.",
    },
    act: "Let this computer act",
    actDesc: "One computer asks, and carries out what you approved. A phone can answer.",
    actsNow: (name: string) => ` Now it is ${name}; to take its place, use “Make this the acting device”.`,
    use: "Use these folders",
    create: "Create folders",
    somethingElse: (names: readonly string[]) =>
      `There is something else by the name of ${names.join(", ")}. Choose another folder for all of them.`,
  },
  sample: SAMPLE_WORDS,
  confirming: {
    title: "Confirm settings on this device?",
    /** Where there is nothing to ask. */
    here: "Settings that are confirmed on this device",
    own: "You made these changes here. They are confirmed, and count once you leave the settings.",
    confirm: "Confirm",
    changedMeanwhile: "They have changed while you read them. These are the settings as they are now.",
    first:
      "Settings travel with the vault, so others or another program may have written them. Nothing is sent from this device, and no server is started, until you have confirmed them here.",
    same: "Nothing has changed since you confirmed them here.",
    changed: (count: number) => `${counted(count, "change")} since you confirmed them here:`,
    why: "Settings travel with the vault, so others or another program may have made these changes. Nothing is sent from this device, and no server is started, until you confirm them.",
    all: "All settings that are confirmed",
    of: (group: string, of: string | null) => (of === null ? group : `${group}, ${of}`),
    how: { new: "New:", changed: "Changed:", now: "Now:", before: "Before:", gone: "Gone:" },
  },
} as const;
