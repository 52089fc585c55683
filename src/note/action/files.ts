/**
 * How a tool takes files: as their paths on this computer, as their addresses (`file://…`), or as groups with a name
 * and a path or the content. Read from the schema of the argument; null where it asks for something that is not known
 * here.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { formsAt, itemsOf, kindsOf, listedArguments, type Path } from "./typed";

/** A file as a tool can open it. */
export interface FileAt {
  /** From the top of the vault. */
  readonly path: string;
  /** From the top of the disk. */
  readonly place: string;
  /** Base64; null where the tool opens the file itself. */
  readonly content: string | null;
}

type Text = "place" | "address";

export interface FileForm {
  readonly many: boolean;
  /** One text, or the keys of a group and what each takes. */
  readonly item: Text | Readonly<Record<string, Text | "name" | "content" | "base64">>;
}

const NAMES = /^(?:attachments?|files?|(?:attachment|file)_?(?:paths?|uris?|urls?)|attachment_?files?)$/i;
const KEYS: readonly (readonly [RegExp, "place" | "name" | "content" | "base64"])[] = [
  [/^(?:path|file_?path|local_?path|file)$/i, "place"],
  [/^(?:content|data|base64|content_?base64|base64_?content|content_?bytes)$/i, "content"],
  [/^(?:name|file_?name|title)$/i, "name"],
  [/^encoding$/i, "base64"],
];

/** The argument of the tool that takes files; null where none that is known does. */
export function guessFiles(schema: JsonObject): string | null {
  return (
    listedArguments(schema).find((name) => NAMES.test(name) && fileForm(schema, [name]) !== null) ?? null
  );
}

export function fileForm(schema: JsonObject, path: Path): FileForm | null {
  const forms = formsAt(schema, path);
  // A tool that does not say takes a list of paths.
  if (forms.length === 0 || forms.some((form) => kindsOf(form).length === 0))
    return { many: true, item: "place" };
  const lists = forms.filter((form) => kindsOf(form).includes("array"));
  const items = lists.length > 0 ? itemsOf(lists, schema) : forms;
  const many = lists.length > 0;
  if (items.length === 0 || items.some((form) => kindsOf(form).length === 0)) return { many, item: "place" };
  const text = items.find((form) => kindsOf(form).includes("string"));
  if (text !== undefined) {
    const { format } = text;
    const isAddress = typeof format === "string" && /^(?:uri|url|iri)$/.test(format);
    return { many, item: isAddress ? "address" : "place" };
  }
  for (const form of items) {
    const keys = groupOf(form);
    if (keys !== null) return { many, item: keys };
  }
  return null;
}

/** The keys that are filled in: a path where the tool takes one, else the content; null where a key stays open. */
function groupOf(form: JsonObject): Exclude<FileForm["item"], Text> | null {
  const properties = form["properties"] ?? null;
  if (!isObject(properties)) return null;
  const found = (kind: string): string | undefined =>
    Object.keys(properties).find((key) => KEYS.some(([pattern, of]) => of === kind && pattern.test(key)));
  const [place, content, name, encoding] = ["place", "content", "name", "base64"].map(found);
  const body = place ?? content;
  if (body === undefined) return null;
  const keys = {
    ...(name === undefined ? {} : { [name]: "name" as const }),
    [body]: place === undefined ? ("content" as const) : ("place" as const),
    ...(place === undefined && encoding !== undefined ? { [encoding]: "base64" as const } : {}),
  };
  const required = isList(form["required"] ?? null) ? (form["required"] as readonly Json[]) : [];
  return required.every((key) => typeof key === "string" && Object.hasOwn(keys, key)) ? keys : null;
}

export function wantsContent({ item }: FileForm): boolean {
  return typeof item !== "string" && Object.values(item).includes("content");
}

/** The value of the argument. */
export function filesAs({ many, item }: FileForm, files: readonly FileAt[]): Json {
  const each = files.map((file) =>
    typeof item === "string"
      ? textOf(item, file)
      : Object.fromEntries(
          Object.entries(item).map(([key, kind]) => [key, kind === "base64" ? kind : textOf(kind, file)]),
        ),
  );
  return many ? each : (each[0] ?? null);
}

function textOf(kind: Text | "name" | "content", { path, place, content }: FileAt): string {
  if (kind === "name") return path.slice(path.lastIndexOf("/") + 1);
  if (kind === "content") return content ?? "";
  return kind === "place" ? place : addressOf(place);
}

function addressOf(place: string): string {
  const slashed = place.replace(/\\/g, "/");
  return `file://${slashed.startsWith("/") ? "" : "/"}${slashed.split("/").map(encodeURIComponent).join("/").replace(/%3A/, ":")}`;
}

/**
 * The absolute path of a file in `folder`, with the separators of the folder’s system. Null where `folder` is no
 * absolute path, as on a phone.
 */
export function absolutePath(folder: string, path: string): string | null {
  const isWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(folder);
  if (!isWindows && !folder.startsWith("/")) return null;
  return isWindows
    ? `${folder.replace(/[\\/]+$/, "")}\\${path.replace(/\//g, "\\")}`
    : `${folder.replace(/\/+$/, "")}/${path}`;
}
