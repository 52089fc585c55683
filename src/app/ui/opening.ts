/** Opens notes, a plan as it is now, and the settings, for commands, menus and dialogs. */
import { ANSWER_ROWS } from "../../overview/answers";
import type { NoteRef } from "../../overview/needs/need";
import type { EngineClient } from "./engineClient";
import { WORDS } from "./words";
import { pathOf } from "../../settings/settings";
import { escapeLine } from "../../kit/text";
import type { Command } from "../../rules/command";
import type { PlanView, World } from "../../rules/world";
import type { App } from "obsidian";
import type { Action } from "../../note/action/action";
import type { RequestView } from "../../approval/view";

/** Opens the note a reference leads to, and never makes one: the app would write an empty note under a lost name. */
export async function openNote(
  { app, say }: Pick<EngineClient, "app" | "say">,
  { target, block }: Pick<NoteRef, "target" | "block">,
): Promise<void> {
  const file = app.vault.getFileByPath(target) ?? app.metadataCache.getFirstLinkpathDest(target, "");
  if (file === null) say(WORDS.open.gone);
  else await app.workspace.openLinkText(block === null ? file.path : `${file.path}#^${block}`, "");
}

export async function openDashboard(client: EngineClient): Promise<void> {
  const path = pathOf(client.settings.now(), "dashboard");
  if (client.app.vault.getFileByPath(path) === null) client.say(WORDS.open.noDashboard);
  else await client.app.workspace.openLinkText(path, "");
}

/** The plan that was picked, as it is by then. */
export async function withPlan(
  client: EngineClient,
  path: string,
  run: (view: PlanView, world: World) => unknown,
): Promise<void> {
  const planDetail = await client.planDetail(path);
  if (planDetail?.view == null) client.say(WORDS.open.moved(escapeLine(path)));
  else await run(planDetail.view, planDetail.world);
}

interface WithSettings {
  readonly setting?: { open(): void; openTabById(id: string): unknown };
}

const ID = "planwright";

/** The app has no public call for this; where it has none at all, a person opens them. */
export function openOwnSettings(app: App): void {
  const { setting } = app as App & WithSettings;
  setting?.open();
  setting?.openTabById(ID);
}

/** Says what is not set up, with the way there. */
export function offerSettings(el: HTMLElement, { app }: EngineClient, missing: string): void {
  el.createEl("p", { text: `${missing} ` })
    .createEl("button", { text: ANSWER_ROWS.settings.label })
    .addEventListener("click", () => openOwnSettings(app));
}

export async function copyAction(
  client: EngineClient,
  { action }: Pick<RequestView, "action">,
): Promise<void> {
  if (action === null) {
    client.say(WORDS.open.gone);
    return;
  }
  await navigator.clipboard.writeText(actionText(action));
  client.say(WORDS.copied);
}

/** The target, then the arguments as they read. */
function actionText({ target, args }: Action): string {
  const all = Object.entries(args).map(([name, value]) =>
    typeof value === "string" ? `${name}:\n${value}` : `${name}: ${JSON.stringify(value)}`,
  );
  return [target, ...all].filter((each) => each !== "").join("\n\n");
}

/** Gives a command that makes a note, and opens that. Answers whether it was done. */
export async function openMade(client: EngineClient, command: Command): Promise<boolean> {
  const { said, made, isDone } = await client.answer(command);
  client.say(escapeLine(said, 400));
  if (made !== null) await client.app.workspace.openLinkText(made, "", false);
  return isDone;
}
