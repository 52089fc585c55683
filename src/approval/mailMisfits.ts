/**
 * The mail that nobody would want to go out, although its server might take it: to a receiver without an address, or
 * empty. A tool whose own words for a receiver speak of names, contacts or lists may know more than an address says, so
 * its receivers pass. A mail that a person sends by hand may say “landlord”: they know whom they mean.
 */
import type { Action } from "../note/action/action";
import type { Misfit } from "../note/action/fit";
import { isReceivers } from "../note/action/kinds";
import { partsOf } from "../note/action/receivers";
import { resolved } from "../note/action/schema";
import { listedArguments } from "../note/action/typed";
import { isObject } from "../kit/json";
import { escapeLine } from "../kit/text";
import type { ToolView } from "../kit/ports/tools";
import type { Names } from "./arguments";
import { linesOf, NOT_SEALED, receiversIn, sheetOf, textOf, type SheetLine } from "./request/sheet";

const NAMES = /\b(?:names?|contacts?|alias(?:es)?|groups?|people)\b/i;

/** Empty for what is no mail. */
export function mailMisfits(action: Action, names: Names, tool: ToolView): readonly Misfit[] {
  // A letter has the same arguments, and goes to a house.
  if (!/mail/.test(action.type)) return [];
  const route = { server: "", tool: tool.name, ...names };
  const listed = listedArguments(tool.schema);
  const sheet = sheetOf(action, { ...NOT_SEALED, route }, listed.length === 0 ? null : listed);
  if (sheet.kind !== "mail") return [];
  const lines = linesOf(sheet);
  return [
    ...lines.filter(({ role }) => isReceivers(role)).flatMap((line) => receiverMisfits(line, tool)),
    ...emptyMisfits(lines, action),
  ];
}

function receiverMisfits({ name, value }: SheetLine, tool: ToolView): readonly Misfit[] {
  if (NAMES.test(wordsFor(name, tool))) return [];
  // An object of a shape of its own says itself what it is.
  const bare = receiversIn(value).find((each) => !/^\s*[{[]/.test(each) && partsOf(each).domain === "");
  if (bare === undefined) return [];
  const words = `must be a mail address such as ana@example.com, not “${escapeLine(bare, 60)}”`;
  return [{ argument: name, subject: `“${escapeLine(name, 60)}”`, words }];
}

/** A file may be all that a mail has to say. */
function emptyMisfits(lines: readonly SheetLine[], { attachments }: Action): readonly Misfit[] {
  const said = lines.filter(({ role }) => role === "subject" || role === "body");
  if (attachments.length > 0 || said.some(({ value }) => value !== null && textOf(value).trim() !== ""))
    return [];
  const argument = said.find(({ role }) => role === "body")?.name ?? null;
  return [{ argument, subject: "The mail", words: "is empty: write a subject or a text" }];
}

/** The words of the tool itself for one of its arguments. */
function wordsFor(name: string, { schema }: ToolView): string {
  const properties = resolved(schema, schema)["properties"] ?? null;
  const part = isObject(properties) ? (properties[name] ?? null) : null;
  if (part === null) return "";
  const inner = resolved(part, schema);
  return [isObject(part) ? part : {}, inner]
    .flatMap(({ title = null, description = null }) => [title, description])
    .filter((each) => typeof each === "string")
    .join(" ");
}
