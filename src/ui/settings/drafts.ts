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

export interface TypeDraft {
  type: string;
  /** Null until the person has said what kind of thing it is. */
  kind: string | null;
  /** Empty for a new one, which `newServer` tells of. */
  server: string;
  readonly newServer: ServerDraft;
  mapping: Omit<Mapping, "server">;
}
