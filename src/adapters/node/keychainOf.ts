/** A terminal has no keychain of its own: `$secret:mail-password` is the environment variable MAIL_PASSWORD. */
import type { Keychain } from "../net/keychain";

export function keychainOf(variables: Readonly<Record<string, string | undefined>>): Keychain {
  return {
    find: (name) => variables[variableOf(name)] ?? null,
    placeOf: (name) => `the environment variable ${variableOf(name)}`,
    sayMissing: (name) =>
      `The secret “${name}” is missing: the environment variable ${variableOf(name)} is not set, or is empty. Set it, and start planwright again.`,
  };
}

function variableOf(name: string): string {
  return name.toUpperCase().replace(/-/g, "_");
}
