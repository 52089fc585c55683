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
  askingServer: "Asking it for its functions…",
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
      `The function “${tool}” has no field “${argument}” for whom or where. Choose another under “Change…”.`,
    noTool: (tool: string) => `no function “${tool}”`,
    offers: (server: string, tools: readonly string[], more: number) =>
      tools.length === 0
        ? `“${server}” offers no functions. Check what the server is allowed to do.`
        : `“${server}” offers: ${tools.join(", ")}${more > 0 ? ` and ${counted(more, "other")}` : ""}. Choose one under “Change…”.`,
    secretMissing: (name: string) => `secret “${name}” is missing`,
    storeSecret: (name: string) =>
      `This device’s keychain has no secret “${name}”. Store it under that name (Settings, Keychain).`,
    answered: (tools: number) => `It answers and offers ${counted(tools, "function")}.`,
    hasTool: (tool: string) => `It answers and has the function “${tool}”.`,
    type: (type: string) => `the type ${type}`,
    agentTool: (tool: string) => `the agents’ function “${tool}”`,
  },
  device: {
    heading: "This device",
    acts: "This is the acting device",
    does: "It asks for approvals and carries out what is approved while Obsidian is open. Only one device per vault does. Not synced.",
    starting: "It is starting.",
    startsIn: (seconds: number) => `Starts in ${String(seconds)} s.`,
    now: "It is running.",
    saysNow: "This is now the acting device.",
    paused: "It is paused.",
    other: (name: string) =>
      `${name} is the acting device; to replace it, use “Make this the acting device”.`,
    nobody: "This vault has no acting device yet.",
    shows: "Here you can look, approve, reject and answer. Only a computer can be the acting device.",
    showsName: "This is not the acting device",
    confirmed: "Settings are confirmed on this device",
    confirmedDesc: "Changes you make here are confirmed, and apply once you leave the settings.",
    changed: "Settings changed since you confirmed them",
    changedDesc: (what: string) => `${what}. Nothing is sent from here until you review them.`,
    review: (count: number) => `Review ${counted(count, "change")}`,
    unconfirmed: "Settings are not confirmed on this device",
    unconfirmedDesc: "Nothing runs here, and no server starts, until you confirm them.",
    reviewAll: "Review",
    setUp: "Set up",
    setUpDesc: "Folders, other writers, and whether this is the acting device.",
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
    restDesc: "You do yourself what you approve; Planwright keeps the record.",
    removeTitle: (type: string) => `Delete ${type}?`,
    removeDesc: (server: string, tool: string) =>
      `Nothing of this type goes out through “${tool}” of “${server}” any more; you do it yourself. The server stays.`,
    removeDo: "Delete",
  },
  models: {
    heading: "Models",
    none: "No model yet. Until then, you answer for it, by copy and paste.",
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
        : [`It ${and(roles)}. Without it, agents wait until you choose another model, or answer for it.`]),
      ...agents.map((each) => `It ${each}. Without it, their roles’ models do those steps.`),
    ],
    removeDo: "Delete",
  },
  model: {
    edit: "Change model",
    address: "Address",
    ownAddress: "From its manual; often ends in /v1.",
    addressOf: (own: string) => `Empty: ${own}.`,
    look: "Show its models",
    goOn: "Go on",
    looking: "Asking the server for its models…",
    unlisted: "The server did not list its models. Type the name as the provider spells it, then test it.",
    unlistedGoOn: "Type a name",
    model: { name: "Model", desc: "Its name at the provider." },
    key: {
      name: "Key",
      desc: "Stays in this device’s keychain; the settings hold only its name.",
      maybe: "Stays in this device’s keychain. Empty if none is needed.",
    },
    more: "Name, size and price",
    context: { name: "Context size", desc: "Tokens that fit into the model." },
    priceIn: { name: "Price in", desc: "US dollars per million tokens read. Empty: not known." },
    priceOut: { name: "Price out", desc: "US dollars per million tokens written." },
    works: {
      name: "Does the steps of agents",
      desc: "Only one model does. What an agent reads goes to its address.",
    },
    badContext: "The context size is a number of tokens, such as 32000.",
    badPrice: "Enter both prices, in US dollars per million tokens, or neither.",
    nameless: "Give the model a name.",
    taken: "A model with that name exists already.",
    ready: "Ready: an agent can work with it",
    worksNow:
      "It does agents’ steps, and drafts plans unless another model does. No agent works until you say so.",
    worksNot: "Nothing uses it yet. Choose it under “Models” to let it do agents’ steps.",
  },
  servers: {
    name: "Servers",
    desc: "Programs and addresses that send for you.",
    none: "No server yet. Without one, you do every action by hand.",
    add: "Add a server",
    removeTitle: (name: string) => `Delete the server “${name}”?`,
    unused: "Nothing uses it.",
    used: (users: readonly string[]) =>
      `It is used by ${and(users)}. ${users.length === 1 ? "This is" : "They are"} deleted with it; you then do such actions yourself.`,
    removeDo: "Delete",
  },
  safety: { heading: "Safety" },
  folders: {
    name: "Folders and notes",
    asTheyCame: (count: number) => `${String(count)} names, all default`,
    changed: (count: number) => `${counted(count, "name")} changed`,
  },
  intake: {
    name: "Tasks coming in",
    options: { off: "Nothing", suggest: "List on the Dashboard", draft: "Write a draft" },
  },
  limits: { name: "Limits and times", desc: "How long things may take, and how much may happen at once." },
  agents: {
    name: "Agents",
    desc: "What they may read, call and spend.",
    reading: "What agents read",
    spending: "What agents may use",
    tools: "What agents may call",
    noTools: "None. Agents read notes and ask you.",
    add: "Add a function",
    fromServer: "Of which server?",
    noServer: "No server yet. Add one under “Servers”, then come back.",
    toolOf: (server: string) => `Which function of ${server}?`,
    noneLeft:
      "No function is left to choose. Functions that are already allowed, or that send approved actions, are not listed.",
    when: {
      name: "Before it is called",
      desc: "What an agent passes to it leaves the vault.",
      ask: "Ask me each time",
      always: "Do not ask",
    },
    allow: "Allow it",
    tool: (tool: string, server: string) => `${tool} of ${server}`,
    asks: "It asks you each time.",
    unasked: "Called without asking, with whatever the agent has read.",
    approved: (type: string) => `Agents never call it: it sends what you approve, of the type ${type}.`,
    letUnasked: "Let agents call it without asking",
    letAsk: "Let agents ask each time",
    allowAgain: "Allow it as it is now",
    removeTool: "Remove",
    checks: "Programs that check steps of flows",
    flows: "Agents of flows",
    noFlowAgents: "None. The “worker” model does the steps of agents that only a flow names.",
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
      desc: "Hours a plan may stand still before the Dashboard alerts you.",
    },
    approval_hours: {
      name: "Approval waits for its server",
      desc: "Hours an approval waits for a server that cannot be reached. Then you are asked again.",
    },
    grace_seconds: {
      name: "Time to undo an approval",
      desc: "Seconds between your approval and the action.",
    },
    quiet_seconds: {
      name: "Quiet time",
      desc: "Seconds a note must be unchanged before Planwright writes in it.",
    },
    start_delay_seconds: {
      name: "Delay after start",
      desc: "Seconds after start or sleep before earlier approvals are carried out, so that sync can bring other decisions first.",
    },
    call_timeout_seconds: {
      name: "Time limit of a call",
      desc: "Seconds a server may take for one action; four times that while it reports progress, up to 600.",
    },
    start_timeout_seconds: { name: "Time limit of a start", desc: "Seconds a server may take to start." },
    open_requests: {
      name: "Waiting for approval at once",
      desc: "At most this many wait for you at once; other plans wait until you answer some.",
    },
    actions_per_hour: {
      name: "Actions within an hour",
      desc: "If more than this are approved or begun within an hour, each one needs a confirmation.",
    },
    "checks.tests": { name: "Command for tests", desc: "For “tests: true” in flows, such as npm test." },
    "checks.folder": { name: "Folder for commands", desc: "Empty: the folder of the vault." },
    "checks.seconds": { name: "Time limit of a command", desc: "Seconds, 3600 at most." },
    "limits.turns": {
      name: "Turns for a step",
      desc: "How often the model is asked for one step before you are asked.",
    },
    "limits.tokens": { name: "Tokens for a step", desc: "Read and written together." },
    "limits.usd": { name: "Money for a step", desc: "US dollars, if the model’s price is known." },
    "limits.plan_usd": { name: "Money for a plan", desc: "US dollars, before you are asked." },
    "limits.day_usd": {
      name: "Money within 24 hours",
      desc: "US dollars, for all plans on this device together.",
    },
    "limits.at_once": {
      name: "Calls at a time",
      desc: "Calls of models: one per plan, or one per “parallel” agent of its flow.",
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
      desc: "Otherwise, a plan stays a draft until you start it.",
    },
    high_risk: {
      name: "Types that need a confirmation",
      desc: "On the acting device, after the approval. Separated by commas.",
    },
    intake: {
      name: "What becomes of them",
      desc: "For tasks newer than the set-up that contain a word below and have no plan yet.",
    },
    complex_words: {
      name: "Words of tasks that need a plan",
      desc: "Separated by commas. Whole words, in any case. #word is a tag, word* the beginning of a word.",
    },
    simple_words: {
      name: "Words of simple tasks",
      desc: "Separated by commas. If a task has none of the words above, these explain why it needs no plan.",
    },
    think_phrases: { name: "Phrases of what to think through", desc: "Separated by commas. None: no offer." },
    agent_folders: {
      name: "Folders that agents may read",
      desc: "Separated by commas. Empty: the folders of plans and tasks, and notes that a plan links to. “/”: the whole vault, except approvals, records, the Dashboard and work on other plans.",
    },
    name: { name: "Your name", desc: "Agents are told whom they write for. Empty: they are not." },
    agent_never: { name: "Folders and tags no agent reads", desc: "Such as Diary, #private." },
    outward_words: {
      name: "More words for steps that reach out",
      desc: "Separated by commas. Send, pay and the like are known in eight languages. No agent ticks a step with such a word.",
    },
    skill_folders: {
      name: "Folders with skills outside the vault",
      desc: "Separated by commas, such as ~/.claude/commands. Used for flow steps whose instructions are not in the vault.",
    },
    "roles.worker": {
      name: "Does the steps of agents",
      desc: "What an agent reads goes to the address of this model.",
    },
    "roles.planner": {
      name: "Drafts plans",
      desc: "When you ask for a draft, or an agent does not say how a step goes on.",
    },
    root: { name: "Folder for all of them", desc: "Empty: the top of the vault." },
    time_zone: {
      name: "Time zone",
      desc: "For days in plans, the times actions go out, and times on the Dashboard and in approvals. Empty: UTC.",
    },
    badZone: "This is not a time zone, such as Europe/Zurich.",
  },
  wizard: {
    back: "Back",
    unconfirmed:
      "This vault’s settings are not confirmed on this device, so it asks no server and no model yet.",
    review: "Read and confirm them",
    goOn: "The settings are confirmed. Continue here.",
  },
  server: {
    add: "Add a server",
    edit: "Change server",
    name: { name: "Name", desc: "What Planwright calls it." },
    source: {
      name: "Program or address",
      desc: "The command that starts it (no shell), its address, or the JSON from its manual.",
    },
    secrets: {
      name: "Passwords and keys",
      desc: "They stay in this device’s keychain; the settings hold only their names.",
    },
    addSecret: "Add one",
    secret: (name: string) => (name === "" ? "Secret" : `Secret for ${name}`),
    secretDesc: "The variable or header the server reads, and the secret.",
    variable: "Variable or header",
    removeSecret: "Remove this secret",
    looksSecret: (name: string) => `${name} looks like a password`,
    looksSecretDesc: "Here, it would sync with the vault.",
    keep: "Keep it in the keychain",
    more: "More",
    values: {
      name: "Environment or headers",
      desc: "One per line: name=value for a program, name: value for an address. These sync with the vault.",
    },
    cwd: { name: "Working folder", desc: "Full path on this computer. May be empty." },
    bad: {
      empty: "Enter the program that starts the server, or its address.",
      quote: "A quote is not closed, or the program is missing.",
      json: "This JSON names no server. It needs a command, or a url.",
    },
    nameless: "Give the server a name.",
    taken: "A server with that name exists already.",
    save: "Save",
    down: (why: string) => `It could not be reached: ${why}`,
  },
  mail: {
    title: "Mail account",
    about:
      "Mail goes out through email-mcp 0.2.0, a program by other people. npx, which comes with Node.js 22 or newer, downloads it at the first start.",
    address: { name: "Your mail address", desc: "" },
    password: {
      name: "Password",
      desc: "Stays in this device’s keychain. Use an app password if your provider has them.",
    },
    servers: "Mail servers",
    smtp: { name: "Server for sending (SMTP)", desc: "Add a port after a colon, unless it is 465." },
    imap: { name: "Server for reading (IMAP)", desc: "Add a port after a colon, unless it is 993." },
    own: "Is this address on your own domain? Then compare the servers below with your provider’s page.",
    notes: {
      google:
        "Google needs an app password: switch on 2-Step Verification, then make one at myaccount.google.com/apppasswords.",
      microsoft:
        "Outlook and Hotmail have refused passwords from programs since September 2024, so this will probably fail. Use another address, or a server that signs in to Microsoft.",
      apple: "iCloud needs an app-specific password: make one at account.apple.com.",
      yahoo: "Yahoo needs an app password: make one on your account’s security page.",
      fastmail: "Fastmail needs an app password: make one in its settings, under Privacy & Security.",
      gmx: "GMX lets programs in only after you switch on POP3 and IMAP on its website.",
    },
    incomplete: "Enter the address, the password and both servers.",
    badHost: "Enter each server by name, with a port if needed: smtp.example.com:587.",
    test: "Test and save",
    testing: "Starting the program and logging in. Nothing is sent. The first time, this can take a minute…",
    noTool: "The program has no function for sending mail.",
    refused: {
      smtp: (why: string) => `The mail server did not let it in: ${why}`,
      imap: (why: string) => `It can send, but the server for reading (IMAP) did not let it in: ${why}`,
    },
    noServer: {
      smtp: (host: string) =>
        `There is no mail server “${host}”, or this device is offline. Check “Mail servers” above.`,
      imap: (host: string) =>
        `It can send, but there is no server for reading (IMAP) “${host}”. Check “Mail servers” above.`,
    },
    untested: "Save anyway",
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
      `This vault already has folders named ${names.join(", ")}, so Planwright proposes one folder for all of its own.`,
    needs:
      "Planwright asks before anything leaves this vault, and sends what you approve, once. It makes some folders and changes nothing else.",
    folders: (count: number) =>
      `The ${count === 9 ? "nine" : String(count)} folders, each with a note that says what it is for`,
    more: "One folder for all of them, time zone, other people, table of plans",
    there: ", there already",
    reachesNothing: "It starts no program and contacts no address: none is set up yet.",
    reaches: (names: readonly string[]) =>
      `Once confirmed on this computer, it may start or contact: ${names.join(", ")}.`,
    details: "Details",
    root: { name: "Folder for all of them", desc: "Empty: at the top of the vault." },
    table: {
      name: "Table of plans",
      desc: "A file for the core plugin Bases, beside the Plans folder. You may change it; an existing one stays as it is.",
    },
    act: "Let this computer act",
    actDesc: "One computer asks and carries out what you approve. A phone can answer.",
    actsNow: (name: string) => ` Now it is ${name}; to replace it, use “Make this the acting device”.`,
    use: "Use these folders",
    create: "Create folders",
    somethingElse: (names: readonly string[]) =>
      `Something else is named ${names.join(", ")}. Choose another folder for all of them.`,
  },
  sample: SAMPLE_WORDS,
  confirming: {
    title: "Confirm settings on this device?",
    /** Where there is nothing to ask. */
    here: "Settings confirmed on this device",
    own: "You made these changes here. They are confirmed, and apply once you leave the settings.",
    confirm: "Confirm",
    changedMeanwhile: "They changed while you read them. These are the current settings.",
    first:
      "Settings sync with the vault, so other people or programs may have written them. This device sends nothing and starts no server until you confirm them here.",
    same: "Nothing changed since you confirmed them here.",
    changed: (count: number) => `${counted(count, "change")} since you confirmed them here:`,
    why: "Settings sync with the vault, so other people or programs may have made these changes. This device sends nothing and starts no server until you confirm them.",
    nothing: "No server starts, and none is reached: every action is yours to do.",
    details: "Details",
    all: "Details: all settings",
    of: (group: string, of: string | null) => (of === null ? group : `${group}, ${of}`),
    how: { new: "New:", changed: "Changed:", now: "Now:", before: "Before:", gone: "Gone:" },
  },
} as const;
