/**
 * Saves a plan, or an approved result of a flow, as a template, and makes the next plan from one. Nothing is ever
 * replaced.
 */
import { nearest } from "../../../kit/nearest";
import { escapeMarkdown, escapeLine } from "../../../kit/text";
import { planFile } from "../../../note/plan/compose";
import { parsePlan } from "../../../note/plan/parse";
import { planOfTemplate, templateOfPlan, templateOfResult } from "../../../note/plan/template/template";
import { planTitle } from "../../../note/plan/plan";
import { pathOf } from "../../../settings/settings";
import type { World } from "../../../rules/world";
import type { Context } from "../../perform/context";
import { newId, putPlan } from "../../perform/create";
import { findPlan, meaning } from "../../perform/find";
import { no, yes, type Command, type Obeyed } from "../../perform/replies";
import { findResult } from "../flow/archiveResult";
import { startFlow } from "../flow/startFlow";
import { findTemplates, isNamed, type FoundTemplate } from "./findTemplates";

/** The flow by which a question is thought through. */
const THINK = { kind: "start-flow", flow: "deep-reasoning" } as const;

type Order = Extract<Command, { readonly kind: "template" }>;

export async function obeyTemplate(order: Order, world: World, context: Context): Promise<Obeyed> {
  return order.what === "save"
    ? await saveTemplate(order.of, world, context)
    : await fromTemplate(order.of, order.objective.trim(), world, context);
}

async function saveTemplate(which: string, world: World, context: Context): Promise<Obeyed> {
  const result = findResult(which, world);
  const plan = typeof result === "string" ? planNamed(which, world) : null;
  if (typeof plan === "string") return no(plan);
  if (typeof result !== "string" && result.place !== "approved")
    return no("Only an approved result is saved as a template. Approve it first.");
  const path = plan?.path ?? (typeof result === "string" ? "" : result.path);
  const reading = await context.vault.read(path);
  if (reading.kind !== "text") return no(`${path} just changed or moved; try again.`);
  if (plan === null) {
    const title = typeof result === "string" ? "" : result.title;
    return await putTemplate(title, templateOfResult(title, reading.text), context);
  }
  const parsed = parsePlan(path, reading.text);
  if (parsed.kind !== "plan") return no(`${path} cannot be read as a plan.`);
  if (parsed.plan.flow !== null)
    return no(
      `This plan follows the flow “${escapeLine(parsed.plan.flow, 60)}”, which makes its steps. To do the same again, start that flow.`,
    );
  return await putTemplate(planTitle(parsed.plan), templateOfPlan(reading.text), context);
}

/** Archived ones, too: a plan that went well is likely put away. */
function planNamed(which: string, world: World): { readonly path: string } | string {
  const found = findPlan(which, world);
  if (typeof found !== "string") return found;
  const isMeant = meaning(which);
  const named = [...world.planIndex.archived()].filter((summary) => isMeant(summary) === "exactly");
  const [only] = named;
  return only !== undefined && named.length === 1 ? only : found;
}

async function putTemplate(title: string, text: string | null, context: Context): Promise<Obeyed> {
  if (text === null) return no("The properties of the note cannot be read.");
  const folder = pathOf(context.settings, "templates");
  const name = planFile("", title).trimStart();
  const path = `${folder}/${name === ".md" ? "Template.md" : name}`;
  const made = await context.vault.makeFolder(folder);
  if (made.kind === "refused") return no(`The folder could not be made: ${made.why}`);
  const created = await context.vault.create(path, text);
  if (created.kind === "exists")
    return no(`${path} exists already and stays as it is. To save another, rename that note first.`);
  return created.kind === "refused"
    ? no(`The template could not be written: ${created.why}`)
    : yes(`Saved as the template ${path}. Change in it what differs from one time to the next.`, path);
}

async function fromTemplate(
  which: string,
  objective: string,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const all = await findTemplates(context.vault, context.settings);
  const found = all.find((each) => isNamed(each, which));
  if (found === undefined) return no(sayUnknownTemplate(which, all));
  if (found.kind === "result")
    return objective === ""
      ? no(`${found.path} is the template of a result. Say what you want to think through.`)
      : await startFlow({ ...THINK, inputs: { topic: objective, context: found.path } }, world, context);
  const now = context.clock.now();
  const id = newId(context, now);
  const aim = escapeMarkdown(objective, 1000);
  const text = planOfTemplate(
    found.text,
    {
      id,
      objective: aim === "" || aim === found.title ? null : aim,
      entry: {
        actor: "Human",
        action: "Created the plan",
        rationale: `From the template ${escapeMarkdown(found.name, 100)}`,
        mark: { word: "started" },
      },
    },
    now,
    context.by,
  );
  const path = `${pathOf(context.settings, "plans")}/${planFile(id, aim === "" ? found.name : aim)}`;
  const made = text === null ? { kind: "unfit" as const } : await putPlan(path, text, context);
  if (made.kind === "unfit") return no(`No plan can be made of ${found.path}: it does not read as one.`);
  if (made.kind === "exists") return no("A note of that name is there already; try again.");
  return made.kind === "refused"
    ? no(`The plan could not be written: ${made.why}`)
    : yes(`Made ${path}, a draft. Change its words, then start it.`, path);
}

export function sayUnknownTemplate(which: string, all: readonly FoundTemplate[]): string {
  const names = all.map(({ name }) => name);
  const near = nearest(which, names);
  if (names.length === 0) return "There is no template yet. Save a plan as one.";
  return `There is no template “${escapeLine(which, 60)}”. ${near === null ? `There are: ${escapeLine(names.slice(0, 30).join(", "), 600)}.` : `Did you mean “${escapeLine(near, 60)}”?`}`;
}
