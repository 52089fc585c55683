/**
 * Passwords stay out of settings: a value of `$secret:mail-password` in a server's environment or headers is filled in, at the moment the
 * server is started or contacted, from this device's keychain. What is hashed, sealed, shown and synced is the reference.
 */
import type { ServerDefinition, ToolsPort } from "../../ports/tools";
import { REFERENCE } from "../../settings/settings";

/** `find` answers a secret by its name, or null when this device has none of that name. */
export function withKeychain(tools: ToolsPort, find: (name: string) => string | null): ToolsPort {
  return {
    async look(server, definition) {
      const filled = fill(definition, find);
      return "missing" in filled ? { kind: "down", why: sentence(filled.missing) } : await tools.look(server, filled.definition);
    },
    async call(call) {
      const filled = fill(call.definition, find);
      return "missing" in filled ? { kind: "not-sent", why: sentence(filled.missing) } : await tools.call({ ...call, definition: filled.definition });
    },
    halt: () => tools.halt(),
    close: () => tools.close(),
  };
}

function sentence(name: string): string {
  return `The secret “${name}” is not in the keychain of this device. Store it there under that name.`;
}

type Filled = { readonly definition: ServerDefinition } | { readonly missing: string };

function fill(definition: ServerDefinition, find: (name: string) => string | null): Filled {
  const pairs = Object.entries("command" in definition ? definition.env : definition.headers);
  const filled: [string, string][] = [];
  for (const [key, value] of pairs) {
    const name = REFERENCE.exec(value)?.[1];
    // A value that is empty and no reference is one that somebody wants empty.
    const secret = name === undefined ? value : (find(name) ?? "");
    if (name !== undefined && secret === "") return { missing: name };
    filled.push([key, secret]);
  }
  const values = Object.fromEntries(filled);
  return { definition: "command" in definition ? { ...definition, env: values } : { ...definition, headers: values } };
}
