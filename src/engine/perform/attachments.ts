/**
 * Files that go along with an action: read from the vault, named by what they hold, and compared with what was
 * approved.
 */
import { absolutePath, wantsContent, type FileAt, type FileForm } from "../../note/action/files";
import { hashBytes } from "../../kit/hash";
import { checkPath } from "../../kit/path";
import type { Attachment } from "../../approval/request/request";
import { CONTROL_FOLDERS, pathOf } from "../../settings/settings";
import { kindsOf } from "../../rules/requestKinds";
import type { Seen, SeenRequest } from "../../rules/snapshot";
import type { Context } from "./context";
import { linkFault, whyMissing } from "./missingFile";

/** Bytes. Files that go along are hashed whole. */
const ATTACHMENT_LIMIT = 25 * 1024 * 1024;

type Shelf = Pick<Context, "vault" | "settings">;

/** `isBusy`: it may be readable in a moment. */
type Unfit = { readonly why: string; readonly isBusy?: boolean };

/** Files are read from the vault only, never from the control folders, and named by what they hold. */
export async function hashAttachments(
  paths: readonly string[],
  context: Shelf,
): Promise<{ readonly files: readonly Attachment[] } | Unfit> {
  const files: Attachment[] = [];
  for (const path of paths) {
    const link = await linkFault(path, context);
    if (link !== null) return { why: link };
    const checked = checkPath(path);
    if (checked.kind === "bad") return { why: `The attachment “${path}” cannot go along: ${checked.why}` };
    if (CONTROL_FOLDERS.some((each) => checked.path.startsWith(`${pathOf(context.settings, each)}/`)))
      return { why: `The attachment “${path}” is in an approval folder; those notes never go out.` };
    const read = await context.vault.bytes(checked.path, ATTACHMENT_LIMIT);
    if (read.kind === "absent") return { why: await whyMissing(path, context) };
    if (read.kind === "unreadable")
      return {
        why: `The attachment “${path}” cannot be read: ${read.why}`,
        isBusy: read.reason === "failed",
      };
    files.push({ path: checked.path, size: read.bytes.length, sha256: hashBytes(read.bytes) });
  }
  return { files };
}

/** The files as a tool can open them, or what is in them; a sentence where they cannot be handed over. */
export async function filesAt(
  sealed: readonly Attachment[],
  form: FileForm | null,
  context: Pick<Context, "vault" | "host">,
): Promise<readonly FileAt[] | string> {
  const files: FileAt[] = [];
  for (const { path, sha256 } of form === null ? [] : sealed) {
    const place = absolutePath(context.host.vault, path);
    if (place === null) return NO_PLACE;
    if (form === null || !wantsContent(form)) {
      files.push({ path, place, content: null });
      continue;
    }
    const read = await context.vault.bytes(path, ATTACHMENT_LIMIT);
    if (read.kind !== "bytes" || hashBytes(read.bytes) !== sha256)
      return "An attached file is not the one you approved.";
    files.push({ path, place, content: toBase64(read.bytes) });
  }
  return files;
}

export const NO_PLACE = "Programs on this device cannot open files of this vault.";

/** The largest number of characters that one call of a function takes. */
const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** Each by itself: one that is gone or another is no less so while another one is busy. */
export async function checkSealed(
  sealed: readonly Attachment[],
  context: Shelf,
): Promise<"as-sealed" | "changed" | "busy"> {
  let isBusy = false;
  for (const { path, sha256 } of sealed) {
    const now = await hashAttachments([path], context);
    if ("files" in now ? now.files[0]?.sha256 !== sha256 : now.isBusy !== true) return "changed";
    isBusy ||= !("files" in now);
  }
  return isBusy ? "busy" : "as-sealed";
}

/**
 * By action id. Only what lies among the approved is looked at: there is little of it, and it does not lie there for
 * long.
 */
export async function checkApproved(
  requests: readonly SeenRequest[],
  context: Shelf,
): Promise<Seen["attachments"]> {
  const found = new Map<string, "as-sealed" | "changed" | "busy">();
  for (const {
    folder,
    parsed: { reading },
  } of kindsOf(requests).identified) {
    if (folder !== "approved" || reading.kind !== "sealed" || reading.identity.attachments.length === 0)
      continue;
    found.set(reading.identity.id, await checkSealed(reading.identity.attachments, context));
  }
  return found;
}
