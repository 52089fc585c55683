/** Shows changes to notes before they are made: the notes, their new text, and a button that does exactly that. */
import { capital, escapeLine } from "../../kit/text";
import { type Brief, briefly, countNotes, SHOWN_WHOLE, showNote, tellLater } from "../../note/proposal/brief";
import type { NoteChange, Proposal } from "../../note/proposal/proposal";
import { counted } from "../../kit/numbers";
import type { Command, WantedChange, WantedPlan } from "../../rules/command";
import { actOn, candidates, wantedOf, WHICH } from "../../rules/proposalTargets";
import type { World } from "../../rules/world";
import { modelOf } from "../../settings/settings";
import { addToggle, type DialogButton, openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { pick } from "./pick";
import { showLine, showText } from "./text";
import { WORDS } from "./words";

const { changes: words } = WORDS;

/** The open note alone where it is one of them; otherwise the person picks one, or all. */
export function offer(
  client: EngineClient,
  world: World,
  kind: WantedChange["kind"],
  open: string | null,
): void {
  const found = candidates(kind, world);
  const paths = open !== null && found.includes(open) ? [open] : found;
  if (paths.length === 0) {
    client.say(words.noNote(WHICH[kind]));
    return;
  }
  pick(
    client.app,
    paths.length > 1 ? [null, ...paths] : paths,
    (each) => each ?? words.all,
    words.which,
    (note) => void show(client, wantedOf(kind, note)),
  );
}

/** A plan made of a note, or of some lines of it. */
export async function offerPlan(client: EngineClient, wanted: WantedPlan): Promise<void> {
  const proposal = await client.propose(wanted);
  if (typeof proposal === "string") {
    client.say(proposal);
    return;
  }
  const { notes, code } = proposal;
  const planner = modelOf(client.world()?.settings ?? client.settings.now(), "planner");
  const byModel: DialogButton[] =
    planner === null || planner.model.provider === "by-hand"
      ? []
      : [
          {
            label: words.draftWith(escapeLine(planner.name, 40), wanted.draft !== undefined),
            run: () => {
              // The dialog before the next one gives the focus back first.
              void Promise.resolve().then(() => draft(client, wanted, planner.name));
              return true;
            },
          },
        ];
  openDialog(client.app, {
    title: words.makePlan,
    fill: (content) => {
      showLine(content, words.isNew);
      if (byModel.length > 0 && wanted.draft === undefined) showLine(content, words.canDraft);
      for (const note of notes) fillNote(content, note);
    },
    buttons: [
      { label: words.create, kind: "main", run: () => client.obey({ kind: "agree", wanted, code }) },
      ...byModel,
    ],
  });
}

/** The dialog stays open while the model is asked; closing it in any way stops the call. */
async function draft(
  client: EngineClient,
  { draft: _before, ...wanted }: WantedPlan,
  model: string,
): Promise<void> {
  const stop = new AbortController();
  const dialog = openDialog(client.app, {
    title: words.drafting(escapeLine(model, 40)),
    fill: (content) => {
      content.createEl("p", { text: words.draftingText, attr: { role: "status" } });
    },
    buttons: [],
    leave: WORDS.status.stop,
    closed: () => stop.abort(),
  });
  const drafted = await client.draft(wanted, stop.signal);
  const isStopped = stop.signal.aborted;
  dialog.close();
  if (typeof drafted === "string") {
    if (!isStopped) client.say(drafted);
  } else if (!isStopped) await offerPlan(client, drafted);
}

async function show(client: EngineClient, wanted: WantedChange): Promise<void> {
  const proposal = await client.propose(wanted);
  if (typeof proposal === "string") {
    client.say(proposal);
    return;
  }
  const { notes, code } = proposal;
  const { does, what } = actOn(wanted.kind);
  const known = countNotes(briefly(notes));
  const title = words.title(wanted.kind, counted(known, what));
  const agreed = { kind: "agree", wanted, code } as const;
  let hands = wanted.kind === "convert" && wanted.hands;
  let isAgreed = false;
  openDialog(client.app, {
    title: `${title}?`,
    fill: (content) => {
      fill(content, wanted, proposal);
      if (notes.some(({ gates = 0 }) => gates > 0))
        addToggle(content, words.hands, (on) => (hands = on), hands);
    },
    buttons: [
      {
        label: words.agree(capital(does), what, known),
        kind: "main",
        run: async () => {
          if (wanted.kind === "convert" && hands !== wanted.hands) await show(client, { ...wanted, hands });
          else if (known === 1) return await client.obey(agreed);
          else isAgreed = true;
          return true;
        },
      },
    ],
    closed: () => (isAgreed ? void carryOut(client, agreed, title) : undefined),
  });
}

/** Whole where one was named or there are few; else each in short, and whole when it is opened. */
function fill(content: HTMLElement, { kind, note: named }: WantedChange, { notes, left }: Proposal): void {
  showLine(content, kind === "adopt" ? words.adopts : words.changes);
  const items = briefly(notes);
  if (named !== null || countNotes(items) <= SHOWN_WHOLE) for (const note of notes) fillNote(content, note);
  else for (const item of items) fillBriefly(content, item);
  for (const each of [tellLater(notes), ...left]) if (each !== "") showLine(content, each);
}

function fillBriefly(content: HTMLElement, { path, becomes, said, beneath, notes }: Brief): void {
  const details = content.createEl("details", { cls: "planwright-brief" });
  details.createEl("summary", { text: escapeLine(`${path} → ${becomes}`, 900) });
  for (const note of notes) fillNote(details, note);
  if (said.length > 0) content.createEl("p", { text: said.map((each) => escapeLine(each)).join(" ") });
  for (const each of beneath) showLine(content, each);
}

function fillNote(content: HTMLElement, note: NoteChange): void {
  const { path, hash, text, said = [] } = note;
  content.createEl("h4", { text: escapeLine(path) });
  for (const each of said) showLine(content, each);
  if (hash === "") showText(content, text.trimEnd());
  const shown = showNote(note).flatMap(({ at, lines: all }) => [capital(at), ...all]);
  if (shown.length > 0) showText(content, shown.join("\n"));
}

/**
 * The dialog is open while the work goes on; closing it in any way stops the work. So does quitting the app, which
 * waits for the note at hand.
 */
async function carryOut(client: EngineClient, command: Command, title: string): Promise<boolean> {
  // The dialog before this one gives the focus back first.
  await Promise.resolve();
  let isBegun = false;
  let isStopped = false;
  let tell: (done: number, all: number) => void = () => undefined;
  const dialog = openDialog(client.app, {
    title,
    fill: (content) => {
      const line = content.createEl("p", { text: words.looking, attr: { role: "status" } });
      const bar = content.createEl("progress", {
        cls: "planwright-progress",
        attr: { "aria-label": words.progress },
      });
      content.createEl("p", { text: words.stopping });
      tell = (done, all) => {
        line.setText(words.done(done, all));
        bar.max = all;
        bar.value = done;
      };
    },
    buttons: [],
    leave: WORDS.status.stop,
    closed: () => (isStopped = true),
  });
  const work = client.obey(command, (done, all) => {
    isBegun = true;
    tell(done, all);
    return !isStopped;
  });
  const quitting = client.app.workspace.on("quit", (tasks) => {
    isStopped = true;
    // Before the first note there is nothing to wait for.
    if (isBegun) tasks.addPromise(work);
  });
  try {
    return await work;
  } finally {
    client.app.workspace.offref(quitting);
    dialog.close();
  }
}
