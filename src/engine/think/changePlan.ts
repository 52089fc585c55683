/**
 * Whether what an agent’s call wants of the plan can be done: checked before the call counts, so that the model is told
 * what is wrong.
 */
import { faultOf } from "../../approval/preflight";
import type { Action } from "../../note/action/action";
import { formFields } from "../../note/action/form";
import { editPlan } from "../../note/plan/edit";
import type { Step } from "../../note/plan/plan";
import { join } from "../../kit/path";
import type { WantedCall } from "../../kit/ports/model";
import type { PlanView } from "../../rules/world";
import { mappingOf, serverOf } from "../../settings/settings";
import { pathFault, tagFault, type Scope } from "../../agent/reading";
import { openKey } from "../../agent/run";
import { askingOf, changeOf, type Change } from "../../agent/signals";
import type { Context } from "../perform/context";
import { rememberAuthor } from "../perform/rememberAuthor";
import { accept, refuse, scopeOf, type Came, type Using } from "./toolCall";

/** The plan itself is changed afterwards, by the rule that finds that the call is right. */
export async function changePlan(_args: unknown, { view, step, run, context, call }: Using): Promise<Came> {
  const key = openKey(run, call.id);
  const wish = await checkWish(call, key, { plan: view.plan, step }, await scopeOf(view, context), context);
  if (typeof wish === "string") return refuse(wish);
  await rememberAuthor(actionsIn(wish), context);
  const isAsked = askingOf(call, view.plan, step, key, context.settings.outward_words) !== null;
  const ids = wish.added.map(({ id, text }) => `${id} “${text}”`).join(", ");
  return accept(
    wish.filled === null
      ? `Accepted, and put into the plan next: ${ids}.`
      : "Accepted, and put into the plan next. Then the person is asked whether it may go out.",
    isAsked ? { asked: true } : {},
  );
}

function actionsIn({ added, filled }: Change): readonly Action[] {
  return [
    ...added.flatMap(({ action }) => (action === null ? [] : [action])),
    ...(filled?.approval.kind === "action" ? [filled.approval.action] : []),
  ];
}

/** A sentence for the model where it cannot be done. */
async function checkWish(
  call: WantedCall,
  key: string,
  { plan, step }: { readonly plan: PlanView["plan"]; readonly step: Step },
  scope: Scope,
  context: Context,
): Promise<Change | string> {
  const change = changeOf(call, plan, step, key, context.settings.outward_words);
  if (typeof change === "string") return change;
  for (const edit of change.edits) {
    const actions =
      edit.kind === "action"
        ? [edit.action]
        : edit.kind === "insert"
          ? edit.steps.flatMap(({ action }) => (action === null ? [] : [action]))
          : [];
    for (const action of actions) {
      const fault = await actionFault(action, scope, context);
      if (fault !== null) return fault;
    }
  }
  const reading = await context.vault.read(plan.path);
  const fits = reading.kind === "text" && editPlan(plan.path, reading.text, change.edits) !== null;
  return fits
    ? change
    : "This cannot be written into the plan as it is. Write each step as one plain sentence, without signs of Markdown.";
}

/** A model knows the work files of earlier steps by their names alone, and an action takes paths. */
async function sayWorkFile(name: string, { work }: Scope, { vault }: Context): Promise<string> {
  const path = join(work, name);
  return (await vault.read(path)).kind === "text" ? ` The work file of that name is ${path}.` : "";
}

/**
 * The objection of the settings, or of the server of its type, to an action; null for none. Where the server cannot be
 * asked, a person is told later.
 */
async function actionFault(action: Action, scope: Scope, context: Context): Promise<string | null> {
  for (const path of action.attachments) {
    const reading = await context.vault.read(path);
    const fault =
      pathFault(path, scope) ?? (reading.kind === "text" ? tagFault(reading.text, context.settings) : null);
    if (fault !== null) return `${path} cannot go along. ${fault}${await sayWorkFile(path, scope, context)}`;
    if (reading.kind === "absent")
      return `There is no file ${path}.${await sayWorkFile(path, scope, context)}`;
  }
  const { settings } = context;
  const mapping = mappingOf(settings, action.type);
  if (mapping === null || serverOf(settings, mapping.server) === null) return null;
  const server = await context.lookAtServer(mapping.server);
  const tool = server.kind === "up" ? server.tools.find(({ name }) => name === mapping.tool) : undefined;
  if (tool === undefined) return null;
  const fault = faultOf(action, mapping, tool);
  if (fault === null || fault.of === "settings") return null;
  const fields = formFields(tool.schema)
    .filter(({ name }) => !Object.hasOwn(mapping.fixed_arguments, name))
    .map(({ name, required }) => `${name}${required ? " (needed)" : ""}`);
  return `${fault.why} The arguments of ${action.type} are: ${fields.join(", ")}.`;
}
