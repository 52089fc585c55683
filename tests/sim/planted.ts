/**
 * The planted bugs: each row takes one guard out of the core, as a plausible mistake would, and the simulator has to
 * notice. Where one thing is guarded twice on purpose, a row takes both away (`also`); walls.ts says which of them
 * stands in front.
 */
import { OF_AGENTS } from "./agent/planted";

export interface Change {
  /** Name of a function, class or table at the top of a source file, wherever that file is. */
  readonly in: string;
  /** Code that occurs in it exactly once, however its lines are broken. */
  readonly find: string;
  readonly with: string;
}

export interface Planted extends Change {
  /** What is wrong now, as a sentence. */
  readonly name: string;
  /** Which clause, latch or order it breaks, and which invariants should fail. */
  readonly guards: string;
  readonly also?: readonly Change[];
  /** The vault in which it is looked for; any where there is none. */
  readonly story?: string;
}

/** The last look would see what the order has already made sure of. */
const UNRECORDED: Change = {
  in: "refusedMeanwhile",
  find: 'if (now?.recordNote?.record?.outcome !== "unknown" || now.recordNote.record.nonce !== context.run)',
  with: "if (request.id === '')",
};

/** A clause of the gate that always holds. */
function clause(id: string, kind: string, holds: string): Change {
  const row = `{ id: "${id}", kind: "${kind}", holds: `;
  return { in: "GATE", find: `${row}(f) => ${holds}`, with: `${row}() => true` };
}

const OF_THE_BOUNDARY: readonly Planted[] = [
  {
    name: "a plan at which Planwright fails ends everything",
    guards: "the boundary around each note: C2",
    in: "judgeNotes",
    find: "const faults = findFaults(seen, askAll);",
    with: "const faults: readonly Fault[] = [];",
    story: "failing",
  },
  {
    name: "a plan at which Planwright fails is not told",
    guards: "the boundary around each note: C1",
    in: "createAside",
    find: "problems: () => [...notes].map(([path, note]) => problemOf(path, note.why)),",
    with: "problems: () => [],",
    story: "failing",
  },
];

const OF_THE_GATE: readonly Planted[] = [
  {
    name: "a note is approved wherever it lies",
    guards: "gate in-approved, table candidate: A1",
    in: "gateFacts",
    find: 'const note = request.notes.find((each) => each.folder === "approved");',
    with: "const note = request.notes[0];",
    also: [
      { in: "STATE_ROWS", find: "when: (at) => at.approved,", with: "when: () => true," },
      {
        in: "REQUEST_RULES",
        find: "if (isLeft || mayLieUnread",
        with: "if (request.notes.length > 0 || mayLieUnread",
      },
    ],
  },
  {
    name: "what waits is seen approved, and taken back, without end",
    guards: "table candidate, with rule see-it-taken-back: A11",
    in: "STATE_ROWS",
    find: "when: (at) => at.approved,",
    with: "when: () => true,",
    also: [
      {
        in: "gateFacts",
        find: 'const note = request.notes.find((each) => each.folder === "approved");',
        with: "const note = request.notes[0];",
      },
    ],
  },
  {
    name: "a device that must not act carries out all the same",
    guards: "gate standing: A6 A7 A10",
    ...clause("standing", "wait", "f.standing.length === 0"),
    also: [
      { in: "mayApply", find: '(by === "keeper" || standing.length === 0)', with: 'by !== "anyone"' },
      { in: "ASKED_LAST", find: 'readonly Clause[] = ["standing", ', with: "readonly Clause[] = [" },
    ],
  },
  {
    name: "the gate does not ask whether this device may act",
    guards: "gate standing: C4",
    ...clause("standing", "wait", "f.standing.length === 0"),
  },
  {
    name: "the gate does not hold a step against what was sealed",
    guards: "gate step-sealed: A2",
    ...clause("step-sealed", "refuse", "f.stepAsSealed"),
  },
  {
    name: "a request that was edited runs as it now reads",
    guards: "gate sealed, table edited: A1 A2",
    ...clause("sealed", "refuse", "f.sealed"),
    also: [{ in: "STATE_ROWS", find: 'at.condition === "edited" || at.differs', with: "at.differs" }],
  },
  {
    name: "every request is named an email, and the gate does not compare",
    guards: "gate types-agree: A8",
    ...clause("types-agree", "refuse", "f.typesAgree"),
    also: [
      {
        in: "prepare",
        find: "name: requestName(created, action.type, ",
        with: 'name: requestName(created, "email", ',
      },
    ],
  },
  {
    name: "an older request runs although a newer one is there",
    guards: "gate newest, table replaced: A2 A3",
    ...clause("newest", "refuse", "f.newest"),
    also: [{ in: "STATE_ROWS", find: "when: (at) => at.newer,", with: "when: () => false," }],
  },
  {
    name: "a plan whose id two notes have is carried out",
    guards: "gate plan-unique: S4",
    ...clause("plan-unique", "wait", 'f.plan !== "frozen"'),
  },
  {
    name: "a plan that a person stopped is carried out",
    guards: "gate plan-runs: A6",
    ...clause("plan-runs", "refuse", "f.planMayRun"),
  },
  {
    name: "a plan blocked by a person may run",
    guards: "facts of plan-runs: A6",
    in: "gateFacts",
    find: '(plan.status === "Blocked" && ownBlock(plan)?.mark.step === request.step)',
    with: 'plan.status === "Blocked"',
  },
  {
    name: "a step runs before its turn",
    guards: "gate step-current: A6 S5",
    ...clause("step-current", "refuse", "f.stepIsCurrent"),
  },
  {
    name: "a step runs as it was before somebody changed it",
    guards: "gate step-sealed, table differs: A2",
    ...clause("step-sealed", "refuse", "f.stepAsSealed"),
    also: [
      {
        in: "differsFromNow",
        find: "if (step !== undefined && !isHashOf(step, identity.stepHash)) return",
        with: "if (step === null) return",
      },
    ],
  },
  {
    name: "what nobody understands any more is asked for anew, and carried out",
    guards: "gate step-clear, rule issue-anew: A6",
    ...clause("step-clear", "refuse", "f.stepFault === null"),
    also: [{ in: "whyNotAsked", find: "if (fault !== null) return fault;", with: "" }],
  },
  {
    // A date that had come is yet to come where a clock was set back; what is approved then is asked about, too.
    name: "a step runs before its date",
    guards: "gate step-due, the clock set back: A6",
    ...clause("step-due", "wait", "f.stepDue"),
    also: [
      { in: "createAbsence", find: " || alive - began > HOUR", with: " || (alive - began > HOUR && false)" },
    ],
  },
  {
    name: "what a step has done before is not asked",
    guards: "gate not-before: A3",
    ...clause("not-before", "refuse", 'f.begunBefore === "no" || (f.begunBefore === "yes" && f.repeats)'),
  },
  {
    name: "what is asked again does not say that it may have gone out",
    guards: "words of a request: A3",
    in: "lookBack",
    find: "...perhapsSent(perhaps, earlier, spoken, show), ",
    with: "",
  },
  {
    name: "files that go along are not compared",
    guards: "gate attachments: A2",
    ...clause("attachments", "refuse", 'f.attachments !== "changed"'),
  },
  {
    name: "a payment runs without a confirmation",
    guards: "gate confirmed: A1",
    ...clause("confirmed", "wait", "f.confirmation === null || f.confirmed"),
  },
  {
    name: "what was held back runs without a confirmation",
    guards: "facts of confirmed: A11",
    in: "confirmation",
    find: 'if (held.length > 0) return held.map(sayHold).join(" ");',
    with: "",
  },
  {
    name: "what a person does by hand is done once it is approved",
    guards: "gate by-hand: S2",
    ...clause("by-hand", "wait", "!f.byHand || f.didIt"),
  },
  {
    name: "the schema of a tool is not compared",
    guards: "gate server-sealed, table differs: A9",
    in: "routeDiffers",
    find: "tool === undefined || !isToolOf(route.toolHash, tool) ?",
    with: "tool === undefined ?",
  },
  {
    name: "an approval runs at once",
    guards: "gate quiet: C4",
    ...clause("quiet", "wait", "f.quiet || f.byHand"),
  },
  {
    name: "an approval never gets past its grace time",
    guards: "gate quiet: C4",
    in: "GATE",
    find: "holds: (f) => f.quiet || f.byHand",
    with: "holds: (f) => f.quiet && f.byHand",
  },
  {
    name: "a server that is started in another way is the same server",
    guards: "gate server-sealed: A9",
    in: "routeDiffers",
    find: "definition === null || serverHash(definition) !== route.serverHash) {",
    with: "definition === null) {",
  },
];

const OF_THE_ORDER: readonly Planted[] = [
  {
    name: "that it begins is not remembered",
    guards: "latch: A4",
    in: "act",
    find: 'await context.memory.add({ kind: "begun", action: id, chain, attempt, name, plan, task, step, text, type, target: action?.target ?? "", idempotency, actionHash, nonce, limit, at: begun });',
    with: "",
  },
  {
    name: "what was begun is remembered as asked",
    guards: "latch: A3 A5 A12",
    in: "addTo",
    find: 'if (entry.kind === "begun") return latched(action, { ...about, begun: at });',
    with: "",
  },
  {
    name: "the record is written after the call",
    guards: "receipt order: A4",
    in: "act",
    find: "const made = await createRecord(request, opened, world, context);",
    with: 'const made = byHand ? await createRecord(request, opened, world, context) : "created";',
    also: [
      {
        in: "act",
        find: "const written = await completeRecord(record, context);",
        with: 'const late = await createRecord(request, record, world, context);\n  const written = { kind: late === "created" ? "done" : "stale" };',
      },
      UNRECORDED,
    ],
  },
  {
    name: "something begins while a person waits to stop it",
    guards: "stops, before it begins: A6",
    in: "act",
    find: "if (context.stopsAsked().length > 0 ||",
    with: "if (context.stopsAsked().length > 9 ||",
  },
  {
    name: "who waits to stop what was begun is heard after the call",
    guards: "stops, the last look: A6",
    in: "refusedMeanwhile",
    find: "if (context.stopsAsked().some(",
    with: "if (context.stopsAsked().length > 9 && context.stopsAsked().some(",
  },
  {
    name: "the record says ok before the call",
    guards: "receipt order: A4 A5",
    in: "act",
    find: 'byHand ? "by-hand" : "unknown"',
    with: 'byHand ? "by-hand" : "ok"',
  },
  {
    name: "a record that cannot be made does not matter",
    guards: "receipt order: A4",
    in: "act",
    find: "if (unmade !== null) return await giveUp(",
    with: "if (made === undefined) return await giveUp(",
    also: [UNRECORDED],
  },
  {
    name: "an answer that never came counts as not sent",
    guards: "receipt outcome: A5",
    in: "judgeOutcome",
    find: 'return { kind: outcome.kind, detail: said === "" ? outcome.why : said };',
    with: 'return { kind: "not-sent", detail: outcome.why };',
  },
  {
    name: "a polite answer counts as done",
    guards: "receipt outcome: A5 S2",
    in: "judgeOutcome",
    find: "const isTaught = context.memory.state().trusted.get(answer) === TAUGHT;",
    with: 'const isTaught = context.memory.state().trusted.get(answer) === TAUGHT || outcome.kind === "unclear";',
  },
  {
    name: "an error of any tool counts as not sent",
    guards: "receipt outcome: A5",
    in: "judgeOutcome",
    find: "?.error_means_nothing_happened === true;",
    with: " !== null;",
  },
  {
    name: "the end is remembered and not recorded",
    guards: "receipt order: A5 S2",
    in: "act",
    find: "const written = await completeRecord(record, context);",
    with: 'const written = record.outcome === "" ? await completeRecord(record, context) : { kind: "done" };',
    also: [
      {
        in: "REQUEST_RULES",
        find: "const isOpen = record !== null && isDoubtful(record.outcome);",
        with: 'const isOpen = record !== null && isDoubtful(record.outcome) && request.id === "";',
      },
    ],
  },
  {
    name: "there is no last look",
    guards: "last look: A6",
    in: "act",
    find: "const refused = (await refusedMeanwhile(request, context)) ?? ",
    with: "const refused = ",
  },
  {
    name: "the last look does not see that a note has left or changed",
    guards: "last look: A2 F8",
    in: "refusedMeanwhile",
    find: "if (!unmoved)",
    with: "if (request.id === '')",
  },
  {
    name: "the last look trusts what it read before",
    guards: "last look: A2",
    in: "act",
    find: "  readAgain(id, world, context);\n  const refused",
    with: "  const refused",
  },
  {
    name: "the last look does not see a refusal",
    guards: "last look: A6",
    in: "refusedMeanwhile",
    find: "if (chained || named || now?.refused === true)",
    with: "if (request.id === '')",
  },
  { name: "the last look does not ask for its record", guards: "last look: A4", ...UNRECORDED },
  {
    name: "the last look does not see a pause or a lost folder",
    guards: "last look: A6 A10",
    in: "ASKED_LAST",
    find: 'readonly Clause[] = ["standing", ',
    with: "readonly Clause[] = [",
  },
  {
    name: "a refused request runs when it is also approved",
    guards: "table rejected: A6",
    in: "STATE_ROWS",
    find: "when: (at) => at.rejected,",
    with: "when: (at) => at.rejected && !at.approved,",
    also: [
      {
        in: "refusedMeanwhile",
        find: "if (chained || named || now?.refused === true)",
        with: "if (request.id === '')",
      },
    ],
  },
  {
    name: "an approval that was used is a candidate again",
    guards: "table spent: A12",
    in: "STATE_ROWS",
    find: 'when: (at) => at.recordNote === "known" || at.actionState === "ended",',
    with: "when: () => false,",
  },
  {
    name: "what was begun is carried out again",
    guards: "table in-doubt, action state, exclusive record, last look: A3",
    in: "STATE_ROWS",
    find: 'when: (at) => at.recordNote === "unknown",',
    with: "when: () => false,",
    also: [
      {
        in: "STATE_ROWS",
        find: 'when: (at) => at.recordNote !== "known" && at.actionState === "begun",',
        with: "when: () => false,",
      },
      { in: "act", find: "request.actionState?.begun != null", with: "request.id === ''" },
      {
        in: "act",
        find: "if (unmade !== null) return await giveUp(",
        with: "if (made === undefined) return await giveUp(",
      },
      UNRECORDED,
    ],
  },
  {
    name: "seconds are taken for milliseconds",
    guards: "time limit of a call: A9",
    in: "call",
    find: "timeout: context.settings.call_timeout_seconds * SECOND",
    with: "timeout: context.settings.call_timeout_seconds",
  },
  {
    name: "a further attempt has a key of its own",
    guards: "keys of attempts: A3",
    in: "prepare",
    find: "(chained ? keptKey(earlier, action, attachments.files, step) : null) ?? idempotencyKey(action.type, id)",
    with: "idempotencyKey(action.type, id)",
  },
  {
    name: "a record of somebody else does not matter",
    guards: "table unverified, exclusive record: A4",
    in: "STATE_ROWS",
    find: 'when: (at) => at.recordNote === "unverified",',
    with: "when: () => false,",
    also: [
      {
        in: "act",
        find: "if (unmade !== null) return await giveUp(",
        with: 'if (made !== "created" && made !== "exists") return await giveUp(',
      },
      UNRECORDED,
    ],
  },
  {
    name: "a note in two folders is approved",
    guards: "table in-two-folders: A1",
    in: "STATE_ROWS",
    find: "when: (at) => at.pending && at.approved && !at.confirmed,",
    with: "when: () => false,",
  },
];

const OF_SEALS: readonly Planted[] = [
  {
    name: "the code of a seal is not compared",
    guards: "seal: A1",
    in: "isGenuine",
    find: "return sameDigest(seal.mac, sealText(key, PURPOSE, `${seal.spelled}.${seal.content}`));",
    with: "return seal.mac.length === sealText(key, PURPOSE, seal.spelled).length;",
  },
  {
    name: "the text under a seal is not compared",
    guards: "seal: A1 A2",
    in: "parseRequest",
    find: "if (content.hash !== seal.content) {",
    with: "if (content.action === null) {",
  },
  {
    name: "a request counts under any name",
    guards: "seal: F8",
    in: "parseRequest",
    find: "if (identity.name !== name) {",
    with: 'if (identity.name === "") {',
  },
  {
    name: "the code of a record is not compared",
    guards: "receipts: A5 S2",
    in: "readRecord",
    find: "if (!sameDigest(mac, sealText(device.key, PURPOSE, spelled))) return null;",
    with: "if (mac.length !== sealText(device.key, PURPOSE, spelled).length) return null;",
    also: [{ in: "readRecord", find: "&& parsed.data.executor === device.id", with: "" }],
  },
  {
    name: "a record counts for any request",
    guards: "receipts: S2",
    in: "readRecord",
    find: "parsed.data.name === name && ",
    with: "",
    also: [
      {
        in: "complete",
        find: "recordNote?.record?.id === core.id ? recordNote.record.outcome : null",
        with: "recordNote?.record?.outcome ?? null",
      },
      { in: "place", find: "record === null || record.id !== of.id", with: "record === null" },
    ],
  },
];

const OF_FILES: readonly Planted[] = [
  {
    name: "a plan is changed whatever it says by now",
    guards: "compare-and-set: F2 S1",
    in: "changePlan",
    find: "if (hashText(text) !== hash) return null;",
    with: "",
  },
  {
    name: "a change of a box makes every line end the same",
    guards: "plan edits: F1",
    in: "changeStep",
    find: "(at === step.line ? change(line, lineEnd(lines)) : [line])",
    with: '(at === step.line ? change(line, lineEnd(lines)) : [{ ...line, end: line.end === "" ? "" : "\\n" }])',
  },
  {
    name: "the last line of a log is tidied when the next is added",
    guards: "plan edits: F4",
    in: "append",
    find: "  return joinLines(insertAfter(lines, last, added, end));",
    with: '  const tidy = lines.map((line, at) => (at === last ? { ...line, text: line.text.replace(/\\.$/, "") } : line));\n  return joinLines(insertAfter(tidy, last, added, end));',
  },
  {
    name: "a finished plan is put away among a person’s own notes",
    guards: "moves: F5 F7",
    in: "PLAN_RULES",
    find: 'const folder = pathOf(world.settings, "done_plans");',
    with: 'const folder = pathOf(world.settings, "archive");',
  },
  {
    name: "a record that was cut off is written over",
    guards: "own files: F6",
    in: "writeRecord",
    find: "if (recordNote !== null) await context.vault.move(recordNote.path, recordNote.path.replace(/\\.md$/, ` (unreadable ${String(now)}).md`));",
    with: 'if (recordNote !== null) return await change(recordNote.path, () => renderRecord(of, request.action, planName(request, world), context.memory.state().device?.key ?? ""), context);',
  },
  {
    name: "an open app reads each plan once",
    guards: "index of notes: C3",
    in: "Plans",
    find: "const isSame = before?.isArchived === isArchived && before.print === print && (close === undefined || close.hash === hashText(text));",
    with: "const isSame = before?.isArchived === isArchived;",
  },
  {
    name: "the catalog keeps the card of a plan that went",
    guards: "catalog: C3",
    in: "OpenPlanIndex",
    find: "this.#take(path, -1);\n    this.#shelf.delete(path);",
    with: "this.#shelf.delete(path);",
  },
  {
    name: "of two plans with one id the one that is left stays on hold",
    guards: "catalog: C3",
    in: "OpenPlanIndex",
    find: "if (others !== 1) return others;",
    with: "if (others !== 1 || way === -1) return others;",
  },
  {
    name: "a property that cannot be read is passed over",
    guards: "parsing: F3",
    in: "readFrontmatter",
    find: '  const parsed = readYaml(block.join("\\n"));',
    with: '  const whole = readYaml(block.join("\\n"));\n  const parsed = whole.kind === "broken" ? readYaml(block.filter((line) => !line.endsWith("[")).join("\\n")) : whole;',
  },
];

const OF_RULES: readonly Planted[] = [
  {
    name: "a request for what is over stays open",
    guards: "rule withdraw: A12",
    in: "REQUEST_RULES",
    find: "isLeftLying(request)) || !isOurs(request)) return null;",
    with: "isLeftLying(request)) || isOurs(request)) return null;",
  },
  {
    name: "a request that was replaced stays open",
    guards: "rule retire: A12",
    in: "REQUEST_RULES",
    find: "if (!lies || !isOurs(request)) return null;",
    with: "if (!lies || isOurs(request)) return null;",
  },
  {
    name: "an approval that is refused lies loaded for ever",
    guards: "rule let-go: A12",
    in: "REQUEST_RULES",
    find: "if (!(refused || isApprovedAndEdited(request)) || !isOurs(request) || watchedFor",
    with: "if (!(refused || isApprovedAndEdited(request)) || isOurs(request) || watchedFor",
  },
  {
    name: "that something was approved is not noted",
    guards: "rules see-an-approval, notice-another-program: A5",
    in: "REQUEST_RULES",
    find: 'request.state === "candidate" && request.actionState?.seen === null',
    with: 'request.state === "waiting" && request.actionState?.seen === undefined',
  },
  {
    name: "a tick settles a doubt about a payment",
    guards: "rule settle-a-doubt: A5",
    in: "REQUEST_RULES",
    find: "if (!isSettledByTick(request, world.settings)) return null;",
    with: "",
  },
  {
    name: "nobody is asked about a doubt",
    guards: "rule ask-about-a-doubt: A5",
    in: "REQUEST_RULES",
    find: 'if (state !== "in-doubt" || recordNote?.record == null || recordNote.asks) return null;',
    with: 'if (state !== "in-doubt" || recordNote?.record == null || !recordNote.asks) return null;',
  },
  {
    name: "a record that is gone stays gone",
    guards: "rule write-the-record-again: A5",
    in: "REQUEST_RULES",
    find: "return behind || damaged ? {",
    with: "return (behind && request.recordNote !== null) || damaged ? {",
  },
  {
    name: "a record that is behind stays behind",
    guards: "rule write-the-record-again: A5",
    in: "REQUEST_RULES",
    find: "return behind || damaged ? {",
    with: "return (behind && request.recordNote === null) || damaged ? {",
  },
  {
    name: "a step is ticked whatever came of it",
    guards: "rule tick-what-happened: S2",
    in: "isDone",
    find: "return recordNote?.record != null && OUTCOME_ROWS[recordNote.record.outcome].done;",
    with: "return recordNote?.record != null;",
  },
  {
    name: "a block that a person set is lifted",
    guards: "rule unblock: S1",
    in: "PLAN_RULES",
    find: 'view.plan.status !== "Blocked" || ownBlock(view.plan) === null) return null;',
    with: 'view.plan.status !== "Blocked") return null;',
  },
  {
    name: "a step whose box is not written as one is passed over",
    guards: "items: S1 A6",
    in: "findItems",
    find: "const item: Item | null = mayBegin ?",
    with: "const item: Item | null = mayBegin && isItem && BOX.test(text) ?",
  },
  {
    name: "a step outside the Roadmap is passed over",
    guards: "steps outside the Roadmap: S1 C1",
    in: "stepsOf",
    find: "[...listed, ...misplaced().map(",
    with: "[...listed, ...misplaced().slice(1e6).map(",
  },
  {
    name: "a step that was done is marked as skipped",
    guards: "rule tick-what-happened: S1",
    in: "whatHappened",
    find: '{ kind: "mark", step: done.step, mark: "x" }',
    with: '{ kind: "mark", step: done.step, mark: "-" }',
  },
  {
    name: "an approved request that is taken away is nobody’s business",
    guards: "rules notice-another-program, see-it-taken-back: A5",
    in: "REQUEST_RULES",
    find: "if (!isGone(request) || mayLieUnread(request, world) ||",
    with: 'if (request.state !== "missing" || request.notes.length === 0 ||',
  },
  {
    name: "an app that slept for days takes itself for one that was there",
    guards: "days away: A1",
    in: "createAbsence",
    find: "if (slept || (isAway && !wasAway) ||",
    with: "if ((isAway && lastLook === Infinity) ||",
  },
  {
    name: "what was approved while nobody was here runs",
    guards: "rule ask-before-running: A1",
    in: "isUnseenSinceDays",
    find: "came <= backSince",
    with: "came > backSince",
  },
  {
    name: "an approval that was taken back counts the next time",
    guards: "rule see-it-taken-back: A1",
    in: "REQUEST_RULES",
    find: "if ((request.notes.length === 0 && foreign.some(liesApproved)) ||",
    with: "if (!foreign.some(liesApproved) ||",
  },
  {
    name: "what nothing hinders is left alone",
    guards: "rule act: C4",
    in: "REQUEST_RULES",
    find: "if (request.objection !== null) return null;",
    with: "if (request.objection === null) return null;",
  },
  {
    name: "one request is counted once for each place that knows of it",
    guards: "requests by id: S3",
    in: "findRequests",
    find: "if (found.has(action) || !isLive(",
    with: "if (!isLive(",
    also: [
      { in: "findRequests", find: "void found.set(core.id,", with: "void found.set(`also ${core.id}`," },
    ],
  },
  {
    name: "plans stand in the order in which they were found",
    guards: "order of plans: S5 C3",
    in: "assemble",
    find: "const ordered = inTurn(views, seen);",
    with: "const ordered = [...views];",
    also: [
      { in: "Plans", find: "[...asked].sort().flatMap(", with: "[...asked].flatMap(" },
      {
        in: "listFolder",
        find: "await sortedInSlices(notes, (a, b) => (a.path < b.path ? -1 : 1), pause)",
        with: "notes",
      },
    ],
  },
  {
    name: "a plan that a person stopped is to be finished, and the lifecycle refuses",
    guards: "rule finish: C2",
    in: "PLAN_RULES",
    find: 'if (view.step !== null || view.plan.status !== "Active") return null;',
    with: 'if (view.step !== null || view.plan.status === "Done") return null;',
  },
  {
    name: "a draft with every box ticked is finished",
    guards: "lifecycle, rule finish: S1",
    in: "PLAN_RULES",
    find: 'if (view.step !== null || view.plan.status !== "Active") return null;',
    with: 'if (view.step !== null || view.plan.status === "Done") return null;',
    also: [
      {
        in: "mayTurn",
        find: 'return LIFECYCLE.some((row) => row.by !== "person" && row.from === from && row.to === to);',
        with: "return from !== to;",
      },
    ],
  },
  {
    name: "a note that cannot be read as a plan gives its id free",
    guards: "catalog, of what states an id: A6",
    in: "shelvedAs",
    find: "isAbout(nameOf(path)) ? [] : statedIds(text).map(",
    with: "[].map(",
  },
  {
    name: "a refusal that is tidied away is forgotten",
    guards: "rule hold-a-lapsed-approval: A6",
    in: "LAPSES",
    find: 'when: (request) => request.state === "rejected" && liesApproved(request)',
    with: "when: () => false",
  },
  {
    name: "an answer under Questions stops nothing",
    guards: "gate: A6",
    in: "GATE",
    find: "holds: (f) => !f.answerObjects,",
    with: "holds: () => true,",
  },
  {
    name: "duplicates are not frozen",
    guards: "intake: S4",
    in: "OpenPlanIndex",
    find: "return this.#keys.count(key) > 1;",
    with: "return this.#keys.count(key) > 99;",
  },
  {
    name: "copies that sync made are plans",
    guards: "copies: F8",
    in: "copyOf",
    find: "if (anywhere.length > 0) return",
    with: "if (anywhere.length > 9) return",
  },
  {
    name: "requests are written without an upper limit",
    guards: "caps: A11",
    in: "withinLimits",
    find: "return room >= 0;",
    with: "return true;",
    also: [
      {
        in: "askBlock",
        find: "return of.openRequests >= seen.settings.open_requests ?",
        with: "return of.openRequests < 0 ?",
      },
    ],
  },
  {
    name: "a record does not say to whom",
    guards: "record of what was begun: A5",
    in: "recordOf",
    find: 'target: then?.target ?? action?.target ?? actionState?.target ?? "",',
    with: 'target: "",',
  },
  {
    name: "what went out for another step since is no reason to ask",
    guards: "confirmation of what was sent since: A3",
    in: "reasonToHold",
    find: "if (since !== null && !isHeldFor(held, since)) return since;",
    with: "",
  },
  {
    name: "too many at once run without a question",
    guards: "caps: A11",
    in: "tooMany",
    find: "rush > most ?",
    with: "rush > most + 50 ?",
  },
  {
    name: "one step is asked about without end",
    guards: "caps, most asked in a row: A11",
    in: "createRetryPolicy",
    find: "(asked.get(stepOf(move)) ?? 0) < MOST_ASKED",
    with: 'stepOf(move) !== ""',
    also: [
      {
        in: "wasAskedAgain",
        find: 'return again >= 0 && again > last(["asked", "carried-out"], (id) => id === request.id);',
        with: "return again >= 0;",
      },
    ],
  },
  {
    name: "a doubt is asked for again as if it had failed",
    guards: "retry of a doubt: A5",
    in: "askReason",
    find: 'if (request.state === "in-doubt") return null;',
    with: "",
    also: [
      {
        in: "OUTCOME_ROWS",
        find: 'please check", done: false, reached: "maybe", failed: true, open: true }',
        with: 'please check", done: false, reached: "maybe", failed: true, open: true, retry: true }',
      },
      {
        in: "blockOf",
        find: 'if (request?.state === "in-doubt") return',
        with: "if (request?.plan === undefined && request !== null) return",
      },
      {
        in: "begunBefore",
        find: 'return reached === "maybe" && ',
        with: 'return outcome !== "unknown" && reached === "maybe" && ',
      },
    ],
  },
];

const OF_STANDING: readonly Planted[] = [
  {
    name: "a device that is not named writes",
    guards: "standing: A7",
    in: "isFree",
    find: '(acting.kind === "named" && acting.device === device.device?.id)',
    with: 'acting.kind === "named"',
  },
  {
    name: "every device takes itself for the named one",
    guards: "standing: A7",
    in: "isElsewhere",
    find: 'return acting.kind === "named" && acting.device !== device.device?.id;',
    with: 'return acting.kind === "named" && acting.device === "";',
    also: [
      {
        in: "isFree",
        find: '(acting.kind === "named" && acting.device === device.device?.id)',
        with: 'acting.kind === "named"',
      },
    ],
  },
  {
    name: "a device that only shows writes",
    guards: "standing: A7",
    in: "mayWrite",
    find: 'if (role !== "executor") return role === "clerk";',
    with: 'if (role !== "executor") return true;',
  },
  {
    name: "a run that was not started to act carries out",
    guards: "standing: A7",
    in: "standingOf",
    find: 'if (role === "clerk") return [...seen.hindrances, elsewhere ?? "This run carries nothing out; start it with --executor to let it.", ...lasting];',
    with: 'if (role === "clerk") return [...seen.hindrances, ...lasting];',
    also: [
      { in: "mayApply", find: 'return role === "executor" && (by', with: "return (by" },
      { in: "place", find: 'seen.role === "executor" && !isElsewhere', with: "!isElsewhere" },
    ],
  },
  {
    name: "an app that was just opened acts at once",
    guards: "gate sync-is-in: A10",
    ...clause("sync-is-in", "wait", "!f.mayBeRefused || f.byHand"),
  },
  {
    name: "requests of another device are no sign of it",
    guards: "standing, rival: A7",
    in: "rivalRequest",
    find: "if (age < SIGN_OF_LIFE && age > -SIGN_OF_LIFE && reading.intact) return",
    with: "if (age > SIGN_OF_LIFE && age > -SIGN_OF_LIFE && reading.intact) return",
  },
  {
    name: "a folder that is gone counts as empty",
    guards: "standing: A10",
    in: "lastingOf",
    find: "if (lacking.length > 0) reasons",
    with: "if (lacking.length > CONTROL_FOLDERS.length) reasons",
  },
  {
    name: "a pause does not hold",
    guards: "standing: A6",
    in: "lastingOf",
    find: "if (device.paused !== null) reasons",
    with: 'if (device.paused?.why === "") reasons',
  },
  {
    name: "what earlier runs have watched is forgotten",
    guards: "clock: A12",
    in: "createWatch",
    find: "Math.max(here, clock.now() - first)",
    with: "here",
  },
  {
    name: "time is not counted while it is watched",
    guards: "clock: A12 C2",
    in: "createWatch",
    find: "const here = began === undefined ? 0 : clock.monotonic() - began;",
    with: "const here = began === undefined ? 0 : 1;",
    also: [{ in: "createWatch", find: "Math.max(here, clock.now() - first)", with: "here" }],
  },
];

const OF_WORDS: readonly Planted[] = [
  {
    name: "an angle bracket stays one",
    guards: "neutraliser: X3",
    in: "escapeWithin",
    find: "[\\\\`*[\\]<>|{}%~^&#$]/g",
    with: "[\\\\`*[\\]|{}%~^&#$]/g",
  },
  {
    name: "a square bracket stays one",
    guards: "neutraliser: X3",
    in: "escapeWithin",
    find: "[\\\\`*[\\]<>|{}%~^&#$]/g",
    with: "[\\\\`*<>|{}%~^&#$]/g",
  },
  {
    name: "a curly bracket stays one",
    guards: "neutraliser: X3",
    in: "escapeWithin",
    find: "[\\\\`*[\\]<>|{}%~^&#$]/g",
    with: "[\\\\`*[\\]<>|%~^&#$]/g",
  },
  {
    name: "an address stays one",
    guards: "neutraliser: X3",
    in: "escapeWithin",
    find: '    .replace(/:(?=:|\\/\\/)/g, ":\\\\")\n',
    with: "",
  },
  {
    name: "a property holds what it was given",
    guards: "neutraliser: X3",
    in: "inProperty",
    find: "return /\\[\\[|\\]\\(|:\\/\\//.test(line) ? escape(line) : line;",
    with: "return line;",
  },
  {
    name: "a request names what its server was given",
    guards: "secrets: X1",
    in: "prepare",
    find: "    rationale: rationale(view), changes,",
    with: "    rationale: `${rationale(view)}\\n${JSON.stringify(way === null ? null : serverOf(context.settings, way.route.server))}`, changes,",
  },
  {
    name: "a record names what its server was given",
    guards: "secrets: X1",
    in: "judgeOutcome",
    find: 'return { kind: outcome.kind, detail: said === "" ? outcome.why : said };',
    with: "return { kind: outcome.kind, detail: `${outcome.why} ${JSON.stringify(context.settings.servers)}` };",
  },
  {
    name: "a complaint names what is not there",
    guards: "words for a person: C2",
    in: "act",
    find: "context.notice.say(`The record of ${name} could not be completed; it will be tried again.`);",
    with: "context.notice.say(`The record of ${request.note} could not be completed; it will be tried again.`);",
  },
  {
    name: "a complaint names what a server was given",
    guards: "secrets: X1",
    in: "act",
    find: "context.notice.say(`The record of ${name} could not be completed; it will be tried again.`);",
    with: "context.notice.say(`The record of ${name} could not be completed: ${JSON.stringify(context.settings.servers)}`);",
  },
  {
    name: "the Dashboard is never written",
    guards: "dashboard: C1",
    in: "DRAW",
    find: "if (isElsewhere(world)) return null;",
    with: "if (!isElsewhere(world)) return null;",
  },
  {
    name: "the Dashboard tells of active plans only",
    guards: "dashboard: C1",
    in: "missions",
    find: '!view.hasDuplicateId && (view.plan.status === "Active" || view.plan.status === "Blocked")',
    with: '!view.hasDuplicateId && view.plan.status === "Active"',
  },
  {
    name: "the Dashboard is written once",
    guards: "dashboard: C1",
    in: "DRAW",
    find: "if (isElsewhere(world)) return null;",
    with: "if (isElsewhere(world) || world.dashboard !== null) return null;",
  },
  {
    name: "damaged marks of the Dashboard are written over",
    guards: "dashboard: F1",
    in: "readRegion",
    find: "if (begin !== undefined || end !== undefined) return damaged(",
    with: "if (begin === end) return damaged(",
  },
];

const UNTOLD: Change = {
  in: "sentElsewhere",
  find: "actionStatesSending(device, sends)",
  with: 'actionStatesSending(device, sends && "")',
};

const OF_MERGING: readonly Planted[] = [
  {
    name: "a note that goes into another is told last",
    guards: "merging, the order of writes: A3",
    in: "tellGoing",
    find: "if (moves === undefined || log.length === 0) continue;",
    with: "if (moves === undefined || log.length < 9) continue;",
    also: [UNTOLD],
  },
  {
    name: "a plan that was merged into another asks all the same",
    guards: "block merging, gate plan-stays: A3",
    in: "isMergedAway",
    find: "return mergedInto(plan) !== null;",
    with: 'return mergedInto(plan) === "";',
    also: [UNTOLD],
  },
  {
    name: "what goes into a note is put away though nothing came into that",
    guards: "merging, what belongs together: F5",
    in: "carryOut",
    find: "if (told === null || !(await writeAndMove(head, context))) {",
    with: "if (told !== null) await writeAndMove(head, context);\n  if (told === null) {",
  },
  {
    name: "a request of others is put away whatever comes of its plan",
    guards: "adopting, what belongs together: F5",
    in: "proposeAdopt",
    find: "...(there === undefined ? { after: made.change.path } :",
    with: "...(there === undefined ? {} :",
  },
  {
    name: "nobody is told of a plan that was merged and is still there",
    guards: "dashboard, what is to be put right: C1",
    in: "firstFault",
    find: "if (!isOver(plan) && isMergedAway(plan)) return {",
    with: 'if (plan.path === "") return {',
  },
  {
    name: "what is done in a note that goes is open in the one that stays",
    guards: "merging, what is carried over: F5",
    in: "takeIn",
    find: "const carried = same.filter((pair) => !isFinished(pair.ours) && isFinished(pair.theirs));",
    with: "const carried = same.filter(() => false);",
  },
  {
    name: "the same request is another plan in another folder",
    guards: "adopting, ids: A3",
    in: "adoptNote",
    find: "const taskId = adoptedId(text, asked);",
    with: "const taskId = adoptedId(`${path}${text}`, asked);",
    also: [UNTOLD],
  },
  {
    name: "what others asked for begins at once",
    guards: "adopting, drafts: S1",
    in: "render",
    find: '    "status: Draft",',
    with: '    "status: Active",',
    also: [{ in: "adoptNote", find: 'parsed.plan.status === "Draft" && ', with: "" }],
  },
];

/**
 * From what the simulator sees at once to what takes it long is another order: scripts/plant.mjs knows it from the last
 * run.
 */
export const PLANTED: readonly Planted[] = [
  ...OF_THE_BOUNDARY,
  ...OF_THE_GATE,
  ...OF_THE_ORDER,
  ...OF_SEALS,
  ...OF_FILES,
  ...OF_RULES,
  ...OF_STANDING,
  ...OF_WORDS,
  ...OF_MERGING,
  ...OF_AGENTS,
];
