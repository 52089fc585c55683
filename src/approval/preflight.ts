/**
 * Whether an action can be carried out by the tool that the settings name for it, before anybody is asked to approve
 * it. Pure.
 */
import type { Action } from "../note/action/action";
import { findMisfits } from "../note/action/fit";
import { contradicted, quoteFixed } from "../note/action/fixed";
import { furtherReceivers, readReceivers } from "../note/action/receivers";
import { fileForm } from "../note/action/files";
import { isTaken, partsBy, placeOf, type Place } from "../note/action/places";
import { listedArguments, takingOf, takesMore, type Path } from "../note/action/typed";
import { escapeLine } from "../kit/text";
import { nearest } from "../kit/nearest";
import type { ToolView } from "../kit/ports/tools";
import type { Mapping } from "../settings/settings";
import { callArguments, doubledArguments, namesOf, type Names } from "./arguments";
import { mailMisfits } from "./mailMisfits";

/** As long as a key of ours is, so that the tool's limits are checked. */
const SAMPLE_KEY = "0".repeat(32);

/** `of`: where a person can put it right. `why`: a sentence. */
export interface Fault {
  readonly of: "action" | "settings";
  readonly why: string;
}

/** The first reason why the action cannot be asked for; null when it can be. */
export function faultOf(action: Action, mapping: Mapping, tool: ToolView): Fault | null {
  const { attachments_argument: ownFiles, fixed_arguments: fixed } = mapping;
  const names = namesOf(action, mapping, tool);
  const { targetArgument: target, attachmentsArgument: files } = names;
  const isFilling = action.attachments.length > 0 || ownFiles !== null;
  const doubled = doubledArguments(action, { ...names, attachmentsArgument: isFilling ? files : null }, tool);
  if (doubled.length > 0)
    return inAction(`“${doubled.join("”, “")}” is under args, but Planwright fills it in. Remove it there.`);
  const [otherwise] = contradicted(action.args, fixed);
  if (otherwise !== undefined)
    return inAction(
      `“${otherwise}” is under args, and the settings fix it as ${quoteFixed(fixed[otherwise] ?? null)}. Remove it from the action, or change the settings.`,
    );
  // The note would say that it goes there.
  if (action.target !== "" && target === null) {
    return inAction(
      Object.hasOwn(action.args, "to")
        ? "“to” is under args and differs from the target. Remove one of them."
        : `The function “${tool.name}” would not get the target. Name its field in the settings (target_argument), or leave the target out.`,
    );
  }
  const place = target === null ? null : placeOf(target, tool.schema);
  if (action.target !== "" && place !== null && partsBy(place, action.target) === null)
    return inAction(
      `The target “${escapeLine(action.target, 100)}” is not in the form the settings give: ${target ?? ""} (target_argument). Write it in that form.`,
    );
  if (action.attachments.length > 0 && files === null)
    return inAction(
      `The function “${tool.name}” has no known field for files. Name it in the settings (attachments_argument), or remove the attachments.`,
    );
  const missing = settingsFault(action, mapping, names, tool);
  if (missing !== null) return { of: "settings", why: missing };
  const unfit = filesFault(action, files, tool);
  if (unfit !== null) return inAction(unfit);
  const unclear = receiversFault(action, place, tool);
  if (unclear !== null) return inAction(unclear);
  const wrong = findMisfits(tool.schema, callArguments(action, mapping, tool, SAMPLE_KEY));
  const ofSettings = wrong.filter(({ argument }) => argument !== null && Object.hasOwn(fixed, argument));
  const [told, where] =
    ofSettings.length === 0
      ? [wrong, "The action does"]
      : [ofSettings, "The fixed fields of the settings do"];
  if (wrong.length === 0) {
    const [unwanted] = mailMisfits(action, names, tool);
    return unwanted === undefined ? null : inAction(`${unwanted.subject} ${unwanted.words}.`);
  }
  const why = told.slice(0, 3).map(({ subject, words }) => `${subject} ${words}`);
  return {
    of: ofSettings.length === 0 ? "action" : "settings",
    why: `${where} not fit the function “${tool.name}”: ${why.join("; ")}.`,
  };
}

function inAction(why: string): Fault {
  return { of: "action", why };
}

/** Why the settings do not fit the tool: they name an argument that it does not list. Null if they fit. */
function settingsFault(action: Action, mapping: Mapping, names: Names, tool: ToolView): string | null {
  const within = (spec: string | null): readonly Path[] =>
    spec === null ? [] : placeOf(spec, tool.schema).paths;
  const paths: readonly (readonly [string, Path])[] = [
    ...within(action.target === "" ? null : names.targetArgument).map(
      (path) => ["target_argument", path] as const,
    ),
    ...within(names.idempotencyArgument).map((path) => ["idempotency_argument", path] as const),
    ...within(action.attachments.length === 0 ? null : names.attachmentsArgument).map(
      (path) => ["attachments_argument", path] as const,
    ),
  ];
  const fixed = mapping.fixed_arguments;
  const written = paths.map(([, path]) => path.join("."));
  const twice = paths.find(([, path], at) => isTaken(fixed, path) || written.indexOf(path.join(".")) < at);
  if (twice !== undefined)
    return `The settings give “${twice[1].join(".")}” of “${tool.name}” twice (${twice[0]} is one).`;
  const used = [
    ...paths.map(([setting, [outer = ""]]) => [setting, outer] as const),
    ...Object.keys(fixed).map((name) => ["fixed_arguments", name] as const),
  ];
  for (const [setting, outer] of used) {
    const unknown = unlisted(outer, tool);
    if (unknown !== null)
      return `The settings say that “${outer}” is a field of “${tool.name}” (${setting}), and the function lists none of that name${unknown}. What it holds would not arrive, so Planwright does not ask.`;
  }
  return null;
}

/** Why the files cannot be handed to the tool; null where they can. */
function filesFault({ attachments }: Action, files: string | null, tool: ToolView): string | null {
  if (files === null || attachments.length === 0) return null;
  const form = fileForm(tool.schema, placeOf(files, tool.schema).paths[0] ?? []);
  if (form === null)
    return `The field “${files}” of “${tool.name}” wants files in a form that Planwright cannot fill in. Remove the attachments, or choose another function in the settings.`;
  return form.many || attachments.length === 1
    ? null
    : `The function “${tool.name}” takes one file (“${files}”), and ${String(attachments.length)} are attached. Attach one, and make a step for each other file.`;
}

/** Arguments that the tool may pass over without a word. Sentences, for the top of the request. */
export function passedOver(action: Action, tool: ToolView): readonly string[] {
  return Object.keys(action.args).flatMap((name) => {
    const unknown = unlisted(name, tool);
    return unknown === null
      ? []
      : [`The function “${tool.name}” lists no field “${name}”${unknown}. It may ignore what is there.`];
  });
}

/** On top of a request that a person carries out: the type may be one that a server takes, written another way. */
export function nearType(type: string, mapped: readonly string[]): readonly string[] {
  const meant = nearest(type, mapped);
  return meant === null
    ? []
    : [
        `The type “${type}” has no server, so this is yours to do by hand. Did you mean “${meant}”, which has one? Then change the type in the plan, and Planwright asks again.`,
      ];
}

/** Null for an argument that the tool lists, or may list; else the nearest name, in brackets. */
function unlisted(name: string, tool: ToolView): string | null {
  const listed = listedArguments(tool.schema);
  if (listed.length === 0 || listed.includes(name) || takesMore(tool.schema, name)) return null;
  const meant = nearest(name, listed);
  return meant === null
    ? ` (it takes: ${listed.slice(0, 8).join(", ")}${listed.length > 8 ? ", …" : ""})`
    : ` (the nearest is “${meant}”)`;
}

/** Where addresses are divided by us, or go to people by mail, only one way to read them is good enough. */
function receiversFault({ type, target, args }: Action, place: Place | null, tool: ToolView): string | null {
  const named =
    place === null || place.pattern !== null
      ? []
      : place.paths.map((path) => ({ path, texts: [target], who: "who gets it" }));
  const further = furtherReceivers(args).map(({ argument, texts }) => ({
    path: [argument],
    texts,
    who: `who gets it by “${argument}”`,
  }));
  for (const { path, texts, who } of [...named, ...further]) {
    if (takingOf(tool.schema, path).kind === "text" && !/mail/.test(type)) continue;
    // An object of a shape of its own says itself what it is.
    const unclear = texts
      .filter((text) => !/^\s*[{[]/.test(text))
      .map(readReceivers)
      .find(({ kind }) => kind === "unclear");
    if (unclear?.kind === "unclear") return `It is not clear ${who}: ${unclear.why}.`;
  }
  return null;
}
