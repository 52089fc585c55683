/** A mail account with a password, as the settings of a mail server by others, and that server's word on it. */
import { isObject, type Json } from "../kit/json";
import type { Settings } from "./settings";

/** The package that `npx` starts. The tests run this version against a mail server of their own. */
export const MAIL_PACKAGE = "@codefuturist/email-mcp@0.2.0";
/** Tries the logins of the account, and sends nothing. */
export const MAIL_CHECK = "check_health";

export type MailNote = "google" | "microsoft" | "apple" | "yahoo" | "fastmail" | "gmx";

export interface MailGuess {
  /** Hosts, with a port where it is not the usual one. */
  readonly smtp: string;
  readonly imap: string;
  /** Something to know about passwords of this provider; null where nothing is known of it. */
  readonly note: MailNote | null;
}

/** Domains of one provider, its two servers, and the note. */
const PROVIDERS: readonly (readonly [RegExp, string, string, MailNote])[] = [
  [/^g(oogle)?mail\.com$/, "smtp.gmail.com", "imap.gmail.com", "google"],
  [/^(outlook|hotmail|live|msn)\./, "smtp-mail.outlook.com:587", "outlook.office365.com", "microsoft"],
  [/^(icloud|me|mac)\.com$/, "smtp.mail.me.com:587", "imap.mail.me.com", "apple"],
  [/^(yahoo\.|ymail\.com$)/, "smtp.mail.yahoo.com", "imap.mail.yahoo.com", "yahoo"],
  [/^fastmail\.(com|fm)$/, "smtp.fastmail.com", "imap.fastmail.com", "fastmail"],
  [/^gmx\.(net|de|at|ch)$/, "mail.gmx.net", "imap.gmx.net", "gmx"],
  [/^gmx\./, "mail.gmx.com", "imap.gmx.com", "gmx"],
];

/** By the domain of the address; empty where there is no domain yet. */
export function guessMailServers(address: string): MailGuess {
  const domain = /@([^@\s]+\.[^@\s]+)$/.exec(address.trim().toLowerCase())?.[1] ?? "";
  const known = PROVIDERS.find(([domains]) => domains.test(domain));
  if (known !== undefined) return { smtp: known[1], imap: known[2], note: known[3] };
  const at = (kind: string): string => (domain === "" ? "" : `${kind}.${domain}`);
  return { smtp: at("smtp"), imap: at("imap"), note: null };
}

export interface MailAccount {
  readonly address: string;
  readonly smtp: string;
  readonly imap: string;
  /** Id of the password in the keychain. */
  readonly secret: string;
}

/** `isWindows`: there, `npx` is a script, and only the shell starts it. */
export function mailServer(
  { address, smtp, imap, secret }: MailAccount,
  isWindows: boolean,
): Settings["servers"][string] {
  const words = [...(isWindows ? ["cmd", "/c"] : []), "npx", "-y", MAIL_PACKAGE];
  const [out, outPort = "465"] = smtp.split(":");
  const [in_, inPort = "993"] = imap.split(":");
  return {
    command: words[0] ?? "",
    args: words.slice(1),
    env: {
      // Plans write it as the argument `account`.
      MCP_EMAIL_ACCOUNT_NAME: address,
      MCP_EMAIL_ADDRESS: address,
      MCP_EMAIL_PASSWORD: `$secret:${secret}`,
      MCP_EMAIL_SMTP_HOST: out ?? "",
      MCP_EMAIL_SMTP_PORT: outPort,
      MCP_EMAIL_IMAP_HOST: in_ ?? "",
      MCP_EMAIL_IMAP_PORT: inPort,
      // On 465 a connection is encrypted from its first byte; elsewhere it becomes so before the password leaves. A
      // server on this computer may do without.
      ...(outPort === "465" ? {} : { MCP_EMAIL_SMTP_TLS: "false" }),
      ...(outPort === "465" || isHere(out) ? {} : { MCP_EMAIL_SMTP_STARTTLS: "true" }),
      ...(isHere(in_) ? { MCP_EMAIL_IMAP_TLS: "false" } : {}),
    },
  };
}

const isHere = (host = ""): boolean => /^(localhost|127\.)/.test(host);

/** Why the server cannot send, in its own words; null where it was let in. */
export function readMailCheck(text: string): string | null {
  let report: Json = null;
  try {
    report = JSON.parse(text) as Json;
  } catch {
    // Its answer says nothing of an account.
  }
  const accounts = isObject(report) ? report["accounts"] : null;
  const [account] = Array.isArray(accounts) ? (accounts as readonly Json[]) : [];
  const smtp = isObject(account) ? account["smtp"] : null;
  if (isObject(smtp) && smtp["connected"] === true) return null;
  return isObject(smtp) && typeof smtp["error"] === "string" ? smtp["error"] : text;
}
