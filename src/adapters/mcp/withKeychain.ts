/**
 * Passwords stay out of settings: a value of `$secret:mail-password` in a server's environment or headers is filled in,
 * at the moment the server is started or contacted, from where this door keeps secrets. Only the reference is hashed,
 * sealed, shown and synced.
 */
import type { ServerDefinition, ToolsPort } from "../../kit/ports/tools";
import { REFERENCE } from "../../settings/settings";
import type { Keychain } from "../net/keychain";

export function withKeychain(tools: ToolsPort, keychain: Keychain): ToolsPort {
  return {
    async look(server, definition) {
      const filled = fill(definition, keychain);
      return "missing" in filled
        ? { kind: "down", why: keychain.sayMissing(filled.missing) }
        : await tools.look(server, filled.definition);
    },
    async call(call) {
      const filled = fill(call.definition, keychain);
      return "missing" in filled
        ? { kind: "not-sent", why: keychain.sayMissing(filled.missing) }
        : await tools.call({ ...call, definition: filled.definition });
    },
    halt: () => tools.halt(),
    close: () => tools.close(),
  };
}

type Filled = { readonly definition: ServerDefinition } | { readonly missing: string };

function fill(definition: ServerDefinition, keychain: Keychain): Filled {
  const pairs = Object.entries("command" in definition ? definition.env : definition.headers);
  const filled: [string, string][] = [];
  const kept: string[] = [];
  for (const [key, value] of pairs) {
    const name = REFERENCE.exec(value)?.[1];
    // A value that is empty and no reference is one that somebody wants empty.
    const secret = name === undefined ? value : (keychain.find(name) ?? "");
    if (name !== undefined && secret === "") return { missing: name };
    if (name !== undefined) kept.push(key);
    filled.push([key, secret]);
  }
  const values = Object.fromEntries(filled);
  return {
    definition:
      "command" in definition
        ? { ...definition, env: values, kept }
        : { ...definition, headers: values, kept },
  };
}
