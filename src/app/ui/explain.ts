/** The state of a plan and the reason: with links to the notes, and a button for each way out. */
import { showIn } from "../../kit/dates";
import { nameOf } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import { planTitle } from "../../note/plan/plan";
import type { PlanView, World } from "../../rules/world";
import { explanationOf, type Explanation, type GateLine } from "../../overview/explain";
import { bannerOf } from "../../overview/mission/banner";
import type { NoteRef } from "../../overview/needs/need";
import { requestRef, stepRef } from "../../overview/noteRef";
import { plansToExplain } from "../../overview/plansToExplain";
import { requestLine, withoutLinks } from "../../overview/titles";
import { candidates } from "../../rules/proposalTargets";
import { correctionOf } from "../../overview/correctionOf";
import { openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { addAnswers } from "./mission/parts";
import { openNote } from "./opening";
import { give, type Answered } from "./perform";
import { pick } from "./pick";
import { showLine, showWarning } from "./text";
import { WORDS } from "./words";

const { explain: words } = WORDS;

/**
 * Explains the open note, where it is a plan or was meant as one; else lets the person pick one, and those that stand
 * still come first.
 */
export function explainOne(client: EngineClient, world: World): void {
  const all = plansToExplain(world);
  const here = all.filter(({ path }) => path === client.app.workspace.getActiveFile()?.path);
  if (all.length === 0) client.say(WORDS.commands.none["explain-plan"]);
  pick(
    client.app,
    here.length > 0 ? here : all,
    ({ line }) => line,
    WORDS.commands.whichPlan,
    ({ path }) => void explainNote(client, path),
    ({ path, summary }) => summary?.taskId ?? path,
  );
}

/** Explains the plan at a path; of a note that is none as it stands, says what keeps it from being one. */
export async function explainNote(client: EngineClient, path: string): Promise<void> {
  const detail = await client.planDetail(path);
  if (detail?.view != null) explain(client, detail.view, detail.world);
  else explainOther(client, path, (await client.tellNote(path)) ?? WORDS.starting);
}

function explainOther(client: EngineClient, path: string, told: string): void {
  const world = client.world();
  const codes = (["repair", "convert", "merge"] as const).filter(
    (kind) => world !== null && candidates(kind, world).includes(path),
  );
  const name = nameOf(path).replace(/\.md$/i, "");
  const about: Answered = {
    note: { target: path, shown: name, block: null },
    plan: null,
    request: null,
    paths: [path],
  };
  const dialog = openDialog(client.app, {
    title: words.title(escapeLine(name, 60)),
    fill: (content) => {
      showLine(content, told);
      const command = correctionOf(world, path);
      const correct = (to: NonNullable<typeof command>): void => {
        dialog.close();
        void client.obey(to);
      };
      addAnswers(content, {
        codes: [...codes, "open"],
        about: name,
        first: command && { label: WORDS.setStatus(command.to), run: () => correct(command) },
        give: async (code) => {
          dialog.close();
          await Promise.resolve();
          await give(client, code, about);
        },
      });
    },
    buttons: [],
    leave: WORDS.dialog.close,
  });
}

export function explain(client: EngineClient, view: PlanView, world: World): void {
  const { plan, request } = view;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const show = showIn(timeZone);
  const hindrances = client.device.hindrances();
  const told = explanationOf(view, world, show, hindrances);
  const banner = bannerOf(plan.path, world, { jobs: client.jobs(), now: client.now(), hindrances });
  const dialog = openDialog(client.app, {
    title: words.title(escapeLine(withoutLinks(planTitle(plan)), 60)),
    fill: (content) => {
      if (told.failed !== null) showWarning(content, told.failed);
      showStatus(content, told, show);
      if (told.reason !== null) showLine(content, told.reason);
      const ref = request === null ? null : requestRef(request);
      addLink(content, stepWords(view), stepRef(view));
      if (request !== null && told.request !== null)
        addLink(content, requestLine(request, world), ref, `${told.request.words} ${told.request.reason}`);
      for (const each of [...told.next, ...told.faults]) showLine(content, each);
      if (told.wayOut !== null) showLine(content, words.wayOut(told.wayOut));
      if (banner !== null)
        addAnswers(content, {
          codes: banner.answers,
          about: withoutLinks(planTitle(plan)),
          give: (code) => leaveFor(() => give(client, code, banner.need)),
        });
      if (told.gate.length > 0) showGate(content, told.gate);
      for (const each of hindrances) showLine(content, each);
    },
    buttons: [],
    leave: WORDS.dialog.close,
  });

  function addLink(content: HTMLElement, text: string, ref: NoteRef | null, behind = ""): void {
    const line = content.createEl("p");
    if (ref === null) line.setText(escapeLine(text, 300));
    else {
      const link = line.createEl("button", { cls: "planwright-text-link", text: escapeLine(text, 300) });
      link.addEventListener("click", () => void leaveFor(() => openNote(client, ref)));
    }
    if (behind.trim() !== "")
      line.createDiv({ cls: "planwright-notice-detail", text: escapeLine(behind, 400) });
  }

  /** The dialog gives the focus back first. */
  async function leaveFor(run: () => unknown): Promise<void> {
    dialog.close();
    await Promise.resolve();
    await run();
  }
}

function showStatus(
  content: HTMLElement,
  { status, since }: Explanation,
  show: (ms: number) => string,
): void {
  const line = content.createEl("p");
  line.createEl("strong", { text: `${escapeLine(status, 200)}.` });
  if (since !== null) line.appendText(` ${words.since(show(since))}`);
}

function stepWords({ plan, step }: PlanView): string {
  const of = plan.steps.length;
  return step === null ? words.over(of) : words.step(step.n, of, step.text);
}

function showGate(content: HTMLElement, gate: readonly GateLine[]): void {
  const details = content.createEl("details", { cls: "planwright-fold" });
  const open = gate.filter(({ holds }) => holds === "no").length;
  details.createEl("summary", { text: words.gate(gate.length, open) });
  const list = details.createEl("ul");
  for (const each of gate)
    list.createEl("li", {
      cls: each.holds === "no" ? "planwright-warning" : "",
      text: escapeLine(`${words.holds[each.holds]} ${each.words}`, 600),
    });
}
