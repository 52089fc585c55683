/** Keeps the result of a flow in a note, files that note as decided, and has its properties follow its folder. */
import { writeDay } from "../../kit/dates";
import { hashText } from "../../kit/hash";
import { planFile } from "../../note/plan/compose";
import {
  bodyHash,
  composeResult,
  isResultOf,
  nameHash,
  PLACE_FOLDERS,
  withBody,
  withPlace,
  withPlan,
} from "../../flow/result/resultNote";
import type { Move } from "../../rules/moves";
import { nameOf } from "../../kit/path";
import type { PlanView, World } from "../../rules/world";
import { pathOf } from "../../settings/settings";
import type { ProgressFacts } from "../../agent/flow/progress";
import { workFolder } from "../../agent/place";
import type { Context } from "./context";
import { change, changePlan } from "./change";
import type { Performed } from "./performed";
import { relocate } from "./relocate";

type Keep = Extract<Move, { readonly kind: "keep-result" }>;

/** Names that are tried for a note. */
const MOST = 20;

/** Writes the note first, then the line in the log: after a crash in between, plan and text lead to the note again. */
export async function keepResult(
  move: Keep,
  world: World,
  context: Context,
  facts: ProgressFacts | null,
): Promise<Performed> {
  const view = world.plans.find(({ plan }) => plan.path === move.path);
  if (view === undefined) return { kind: "stale" };
  const { plan, results } = view;
  const found = await firstFile(move.from, workFolder(context.settings, plan), context);
  if (found === null)
    return await changePlan(
      move.path,
      move.hash,
      [log("Kept no result", "None of its files is there", move.line, null)],
      context,
      facts,
    );
  const isWhole = found.name === move.from[0];
  const body = isWhole ? found.text : unfinished(found);
  const path = await noteWith(body, move, { plan, results }, context);
  if (typeof path !== "string") return path;
  return await changePlan(
    move.path,
    move.hash,
    [
      log(
        isWhole ? "Kept the result" : "Kept what is there of the result",
        "As a draft that you can change, and move to the approved or the rejected ones",
        move.line,
        { path, body: bodyHash(body) },
      ),
    ],
    context,
    facts === null ? null : { ...facts, result: path },
  );
}

function unfinished({ name, text }: { readonly name: string; readonly text: string }): string {
  return `> [!note] Not finished\n> The plan ended before this was brought together. This is “${name}” as it was then.\n\n${text}`;
}

/**
 * The path of the note that holds `body`: one that has it already, the draft that is as Planwright last left it,
 * brought up to date, or a new one. A note that a person changed is not touched.
 */
async function noteWith(
  body: string,
  move: Keep,
  { plan, results }: Pick<PlanView, "plan" | "results">,
  context: Context,
): Promise<string | Performed> {
  const own = bodyHash(body);
  const last = plan.log.last(({ word }) => word === "kept")?.mark;
  const same = results.find((each) => each.body === own || last === undefined);
  if (same !== undefined) return same.path;
  const mine = results.find(
    (each) => each.place === "draft" && nameHash(each.path) === last?.note && each.body === last.text,
  );
  if (mine === undefined) return await createNote(move, plan, body, context);
  const changed = await change(
    mine.path,
    (text) => withBody(text, mine.body, body, move.properties.iterations),
    context,
  );
  return changed.kind === "done" ? mine.path : changed;
}

/** A file of that name is left as it is: it was kept before the log could tell of it, or it is somebody else’s. */
export async function keepRound(
  { path, hash, file, text, n, step }: Extract<Move, { readonly kind: "keep-round" }>,
  context: Context,
  facts: ProgressFacts | null,
): Promise<Performed> {
  const created = await context.vault.create(file, text);
  if (created.kind === "refused") return { kind: "stuck", why: created.why };
  const entry = {
    actor: "Agent",
    action: `Kept round ${String(n)}`,
    about: [file],
    rationale: "The critique, and what it changed",
    mark: { word: "round", step },
  } as const;
  return await changePlan(path, hash, [{ kind: "log", entry }], context, facts);
}

async function firstFile(
  names: readonly string[],
  folder: string,
  { vault }: Context,
): Promise<{ readonly name: string; readonly text: string } | null> {
  for (const name of names) {
    const read = await vault.read(`${folder}/${name}`);
    if (read.kind === "text" && read.text.trim() !== "") return { name, text: read.text };
  }
  return null;
}

async function createNote(
  { properties }: Keep,
  plan: Parameters<typeof isResultOf>[1],
  body: string,
  context: Context,
): Promise<string | Performed> {
  const folder = pathOf(context.settings, "reasoning");
  const made = await context.vault.makeFolder(folder);
  if (made.kind === "refused") return { kind: "stuck", why: made.why };
  const created = properties.created === 0 ? context.clock.now() : properties.created;
  const name = planFile(writeDay(created), properties.title);
  const text = composeResult({ ...properties, created }, plan, body);
  for (let n = 1; n <= MOST; n += 1) {
    const path = `${folder}/${n === 1 ? name : name.replace(/\.md$/, ` (${String(n)}).md`)}`;
    const result = await context.vault.create(path, text);
    if (result.kind === "refused") return { kind: "stuck", why: result.why };
    if (result.kind === "exists") continue;
    context.index.wrote(path, text);
    return path;
  }
  return { kind: "stuck", why: `${folder} holds many notes of the name “${name}” already` };
}

export async function fileResult(
  { note, place }: Extract<Move, { readonly kind: "file-result" }>,
  context: Context,
): Promise<Performed> {
  const folder = `${pathOf(context.settings, "reasoning")}${PLACE_FOLDERS[place]}`;
  const made = await context.vault.makeFolder(folder);
  if (made.kind === "refused") return { kind: "stuck", why: made.why };
  return await relocate(note, `${folder}/${nameOf(note)}`, context);
}

export async function placeResult(
  { path, hash, place }: Extract<Move, { readonly kind: "place-result" }>,
  context: Context,
): Promise<Performed> {
  const now = context.clock.now();
  return await changeProperties(path, hash, (text) => withPlace(text, place, now), context);
}

export async function linkResult(
  { path, hash, plan }: Extract<Move, { readonly kind: "link-result" }>,
  context: Context,
): Promise<Performed> {
  return await changeProperties(path, hash, (text) => withPlan(text, plan), context);
}

async function changeProperties(
  path: string,
  hash: string,
  edit: (text: string) => string | null,
  context: Context,
): Promise<Performed> {
  const found = { refused: false };
  const result = await change(
    path,
    (text) => {
      if (hashText(text) !== hash) return null;
      const edited = edit(text);
      found.refused = edited === null;
      return edited;
    },
    context,
  );
  return found.refused
    ? { kind: "stuck", why: "its properties are written in a way that cannot be changed by one line each" }
    : result;
}

function log(
  action: string,
  rationale: string,
  step: string,
  note: { readonly path: string; readonly body: string } | null,
): Parameters<typeof changePlan>[2][number] {
  return {
    kind: "log",
    entry: {
      actor: "Agent",
      action,
      ...(note === null ? {} : { about: [note.path] }),
      rationale,
      mark: { word: "kept", step, ...(note === null ? {} : { note: nameHash(note.path), text: note.body }) },
    },
  };
}
