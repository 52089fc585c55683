/** Settings that are being typed and are not saved yet, and their secrets. */
import { REFERENCE, type Mapping } from "../../../settings/settings";
import type { EngineClient } from "../engineClient";

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
  /** Reference to the password, once it was tried. */
  secret: string;
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

/** Each line as it was typed; empty ones are left out. */
export function linesOf(text: string): string[] {
  return text.split(/\r*\n|\r/).filter((line) => line !== "");
}

type Secrets = Pick<EngineClient, "app" | "typed" | "settings">;

export function freeName(base: string, isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}-${String(n)}`;
    if (!isTaken(name)) return name;
  }
}

/**
 * Holds a secret that was typed, for tests, in place of `before`. Answers the reference to it; empty for none. Its name
 * is one that no settings have: by another device’s settings, a secret of this one would go to another address.
 */
export function holdSecret(client: Secrets, base: string, value: string, before = ""): string {
  dropSecret(client, before);
  if (value === "") return "";
  const named = JSON.stringify(client.settings.now());
  const id = freeName(
    base,
    (each) =>
      client.typed.has(each) ||
      client.app.secretStorage.getSecret(each) !== null ||
      named.includes(`"$secret:${each}"`),
  );
  client.typed.set(id, value);
  return `$secret:${id}`;
}

/** The same for secrets of a draft: their names may have been taken meanwhile, by sync or by another plugin. */
export function holdAgain(client: Secrets, secrets: readonly { id: string }[]): void {
  for (const each of secrets) {
    const reference = `$secret:${each.id}`;
    const held = holdSecret(client, each.id, client.typed.get(each.id) ?? "", reference);
    if (held !== "") each.id = held.slice("$secret:".length);
  }
}

/**
 * Secrets that the settings name now come into the keychain. `value`: of one that a dialog let go when it was closed.
 */
export function keepSecrets({ app, typed }: Secrets, references: readonly string[], value = ""): void {
  for (const reference of references) {
    const id = REFERENCE.exec(reference)?.[1] ?? "";
    const secret = typed.get(id) ?? value;
    if (id === "" || secret === "") continue;
    app.secretStorage.setSecret(id, secret);
    typed.delete(id);
  }
}

export function dropSecret({ typed }: Secrets, reference: string): void {
  typed.delete(REFERENCE.exec(reference)?.[1] ?? "");
}
