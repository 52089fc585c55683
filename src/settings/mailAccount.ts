/** A mail account with a password, as the settings of a mail server by others, and that server's word on it. */
import { isObject, parseJson, type Json } from "../kit/json";
import type { Settings } from "./settings";

/** The package that `npx` starts. The tests run this version against a mail server of their own. */
export const MAIL_PACKAGE = "@codefuturist/email-mcp@0.2.0";
/**
 * The words by which it refuses a mail before it does anything: it has sent as many as it may in a minute
 * (MCP_EMAIL_RATE_LIMIT).
 */
export const MAIL_LIMIT_REACHED = "Rate limit exceeded for account";
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

const under = (name: string, endings: string): readonly string[] =>
  endings.split(" ").map((ending) => `${name}.${ending}`);

/** The domains of one provider, each of them whole; its two servers, and the note. */
const PROVIDERS: readonly (readonly [readonly string[], string, string, MailNote])[] = [
  [["gmail.com", "googlemail.com"], "smtp.gmail.com", "imap.gmail.com", "google"],
  [
    [
      "msn.com",
      ...under("outlook", "com at be cl cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk"),
      ...under("outlook", "co.id co.il co.th com.ar com.au com.br com.tr com.vn"),
      ...under("hotmail", "com be ca ch cl de dk es fi fr gr it nl no se"),
      ...under(
        "hotmail",
        "co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.tr",
      ),
      ...under("live", "com at be ca cl cn de dk fi fr ie in it jp nl no ru se"),
      ...under("live", "co.uk co.za com.ar com.au com.mx com.pt"),
    ],
    "smtp-mail.outlook.com:587",
    "outlook.office365.com",
    "microsoft",
  ],
  [["icloud.com", "me.com", "mac.com"], "smtp.mail.me.com:587", "imap.mail.me.com", "apple"],
  [
    [
      "ymail.com",
      "rocketmail.com",
      ...under(
        "yahoo",
        "com at be bg ca ch cl cz de dk ee es fi fr gr hr hu ie in it lt lv nl no pl pt ro se si sk",
      ),
      ...under(
        "yahoo",
        "co.id co.il co.in co.nz co.th co.uk co.za com.ar com.au com.br com.co com.hk com.mx com.my",
      ),
      ...under("yahoo", "com.pe com.ph com.sg com.tr com.tw com.ve com.vn"),
    ],
    "smtp.mail.yahoo.com",
    "imap.mail.yahoo.com",
    "yahoo",
  ],
  [["fastmail.com", "fastmail.fm"], "smtp.fastmail.com", "imap.fastmail.com", "fastmail"],
  [under("gmx", "net de at ch"), "mail.gmx.net", "imap.gmx.net", "gmx"],
  [under("gmx", "com ca co.in co.uk es fr hk ie it li pt se sg us"), "mail.gmx.com", "imap.gmx.com", "gmx"],
];

/** By the domain of the address; empty where there is no domain yet. */
export function guessMailServers(address: string): MailGuess {
  const domain = /@([^@\s]+\.[^@\s]+)$/.exec(address.trim().toLowerCase())?.[1] ?? "";
  const known = PROVIDERS.find(([domains]) => domains.includes(domain));
  if (known !== undefined) return { smtp: known[1], imap: known[2], note: known[3] };
  const at = (kind: string): string => (domain === "" ? "" : `${kind}.${domain}`);
  return { smtp: at("smtp"), imap: at("imap"), note: null };
}

export interface MailAccount {
  readonly address: string;
  readonly smtp: string;
  readonly imap: string;
  /** Reference to the password in the keychain. */
  readonly secret: string;
}

/**
 * Null where one of the servers cannot be read. `isWindows`: there, `npx` is a script, and only the shell starts it.
 */
export function mailServer(
  { address, smtp, imap, secret }: MailAccount,
  isWindows: boolean,
): Settings["servers"][string] | null {
  const words = [...(isWindows ? ["cmd", "/c"] : []), "npx", "-y", MAIL_PACKAGE];
  const out = readHost(smtp, "465");
  const into = readHost(imap, "993");
  if (out === null || into === null) return null;
  return {
    command: words[0] ?? "",
    args: words.slice(1),
    env: {
      // The server’s tools take this name as the argument `account`, which the settings fix.
      MCP_EMAIL_ACCOUNT_NAME: address,
      MCP_EMAIL_ADDRESS: address,
      MCP_EMAIL_PASSWORD: secret,
      MCP_EMAIL_SMTP_HOST: out.host,
      MCP_EMAIL_SMTP_PORT: out.port,
      MCP_EMAIL_IMAP_HOST: into.host,
      MCP_EMAIL_IMAP_PORT: into.port,
      // Mails a minute. Every one was approved, and with the usual 10 a person who approves thirty is asked again.
      MCP_EMAIL_RATE_LIMIT: "30",
      // On 465 a connection is encrypted from its first byte; elsewhere it becomes so before the password leaves. A
      // server on this computer may do without.
      ...(out.port === "465" ? {} : { MCP_EMAIL_SMTP_TLS: "false" }),
      ...(out.port === "465" || isHere(out.host) ? {} : { MCP_EMAIL_SMTP_STARTTLS: "true" }),
      ...(isHere(into.host) ? { MCP_EMAIL_IMAP_TLS: "false" } : {}),
    },
  };
}

/** Whether the server sends mail of an account, as this file sets it up. */
export function isMailAccount(
  server: Settings["servers"][string],
): server is Extract<typeof server, { readonly command: string }> {
  return "command" in server && Object.hasOwn(server.env, "MCP_EMAIL_ADDRESS");
}

/** The account that such a server sends from, by the name it knows; null for any other server. */
export function accountOf(server: Settings["servers"][string]): string | null {
  return isMailAccount(server) ? (server.env["MCP_EMAIL_ACCOUNT_NAME"] ?? UNNAMED) : null;
}

/** The address behind an account of the server; null where the settings do not tell it. */
export function addressOf(server: Settings["servers"][string] | undefined, account: Json): string | null {
  if (server === undefined || accountOf(server) !== account) return null;
  const address = isMailAccount(server) ? server.env["MCP_EMAIL_ADDRESS"] : undefined;
  return address?.includes("@") === true ? address : null;
}

/** As the server calls an account without a name. */
const UNNAMED = "default";

/** A name or numbers, with a port where one is written; null for anything else, such as a web address. */
function readHost(text: string, usual: string): { readonly host: string; readonly port: string } | null {
  const [, host, port = usual] =
    /^(::1|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*)(?::(\d{1,5}))?$/u.exec(text.trim()) ?? [];
  return host === undefined || Number(port) < 1 || Number(port) > 65_535 ? null : { host, port };
}

const isHere = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

/** The half of an account that does not work: sending by SMTP, or reading by IMAP; `why` in the server’s own words. */
export interface MailFault {
  readonly of: "smtp" | "imap";
  readonly why: string;
}

/** Null where the account was let in for sending and for reading. */
export function readMailCheck(text: string): MailFault | null {
  let report: Json = null;
  try {
    report = parseJson(text);
  } catch {
    // Its answer says nothing of an account.
  }
  const accounts = isObject(report) ? report["accounts"] : null;
  const [account] = Array.isArray(accounts) ? (accounts as readonly Json[]) : [];
  for (const of of ["smtp", "imap"] as const) {
    const half = isObject(account) ? account[of] : null;
    if (isObject(half) && half["connected"] === true) continue;
    return { of, why: isObject(half) && typeof half["error"] === "string" ? half["error"] : text };
  }
  return null;
}
