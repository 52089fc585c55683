/** Settings that are being typed and are not saved yet. */
import type { Mapping } from "../../settings/settings";

export interface ServerDraft {
  name: string;
  source: string;
  /** Environment or headers, one a line. */
  values: string;
  cwd: string;
  /** Names of variables or headers, with the ids of secrets in the keychain. */
  secrets: { name: string; id: string }[];
}

/** The two servers are empty until the address says whose they are. */
export interface MailDraft {
  /** Of the server, and the id of the password in the keychain. */
  readonly name: string;
  readonly secret: string;
  address: string;
  password: string;
  smtp: string;
  imap: string;
}

/** The person's description of a server: a command, the JSON of another app, or a web address. */
export type SourceKind = "program" | "json" | "web";

export interface TypeDraft {
  /** Null where the kind of thing does not say. */
  source: SourceKind | null;
  type: string;
  /** Null until the person has said what kind of thing it is. */
  kind: string | null;
  /** Empty for a new one, which `newServer` tells of. */
  server: string;
  readonly newServer: ServerDraft;
  mapping: Omit<Mapping, "server">;
}
