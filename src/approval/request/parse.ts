/** Reads a note in a control folder: whose it is, and whether it still says what was sealed. */
import { actionWords } from "../../note/action/action";
import { textOf } from "../../kit/frontmatter";
import { readContent } from "./content";
import { originalName, readName } from "./name";
import type { Remarks, RequestReading } from "./request";
import { isGenuine } from "./seal";

export interface Reader {
  /** Id and key of this device; null when it has none (it shows, and can verify nothing). */
  readonly device: { readonly id: string; readonly key: string } | null;
}

export interface ParsedRequest {
  readonly reading: RequestReading;
  readonly remarks: Remarks;
}

/** Characters in which a request states its id. */
const HEAD = 4000;

export const NO_REMARKS: Remarks = { note: "", didIt: false };

export function parseRequest(name: string, text: string, reader: Reader): ParsedRequest {
  const content = readContent(text);
  if (content === null) {
    const ours = readName(name) !== null;
    const parsed: RequestReading = ours
      ? { kind: "torn", why: "the note is empty or not complete" }
      : { kind: "foreign", claims: statedId(text), why: "it is not a request from Planwright" };
    return { reading: parsed, remarks: NO_REMARKS };
  }
  const { seal } = content;
  const claims = claimedId(textOf(content.data, "action_id"));
  const foreign = (
    why: string,
    sealed?: { readonly name: string; readonly about: string },
  ): ParsedRequest => ({
    reading: {
      kind: "foreign",
      claims: seal?.identity.id ?? claims,
      why,
      ...(sealed === undefined ? {} : { sealed }),
    },
    remarks: content.remarks,
  });
  if (seal === null) return foreign("it has no seal from Planwright");
  const { identity } = seal;
  const { device } = reader;
  const isOurs = device !== null && identity.executor === device.id && isGenuine(seal, device.key);
  if (identity.name !== name) {
    const original = originalName(name);
    const { action } = content;
    const about = action !== null && content.hash === seal.content ? actionWords(action) : identity.task;
    return foreign(
      original === null ? "it was renamed" : `it is a copy of ${original} made by sync or by hand`,
      isOurs ? { name: identity.name, about } : undefined,
    );
  }
  if (device === null || identity.executor !== device.id) {
    return {
      reading: { kind: "elsewhere", identity, action: content.action, intact: content.hash === seal.content },
      remarks: content.remarks,
    };
  }
  if (!isOurs) return foreign("its seal does not verify");
  if (content.hash !== seal.content) {
    const why =
      content.action === null ? "the action block can no longer be read" : "its text is not what was sealed";
    return { reading: { kind: "edited", identity, action: content.action, why }, remarks: content.remarks };
  }
  if (content.action === null) return foreign("it has no action block");
  return { reading: { kind: "sealed", identity, action: content.action }, remarks: content.remarks };
}

/** As it counts in a subfolder of a folder for requests: for nothing but a refusal, by the id that it bears. */
export function asDeep({ reading: parsed, remarks }: ParsedRequest): ParsedRequest {
  const claims =
    parsed.kind === "foreign" ? parsed.claims : parsed.kind === "torn" ? null : parsed.identity.id;
  return { reading: { kind: "foreign", claims, why: "it is in a subfolder", deep: true }, remarks };
}

/** The id on a line of its own in a note that is cut off or has lost its properties. Such a note can only refuse. */
function statedId(text: string): string | null {
  return /^action_id: *["']?([0-9a-f]{32})["']?[ \t\r]*$/m.exec(text.slice(0, HEAD))?.[1] ?? null;
}

function claimedId(text: string | null): string | null {
  return text !== null && /^[0-9a-f]{32}$/.test(text) ? text : null;
}
