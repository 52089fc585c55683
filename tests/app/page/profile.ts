/** The device's memory between starts, kept by the host in the page's own folder. */
import type { Profile } from "../obsidian/surroundings";
import type { Bridge } from "./bridge";

class KeptMap extends Map<string, string> {
  /** Not a parameter of the constructor: Map's own calls `set` for what it is given. */
  changed: () => void = () => undefined;

  override set(key: string, value: string): this {
    super.set(key, value);
    this.changed();
    return this;
  }

  override delete(key: string): boolean {
    const was = super.delete(key);
    this.changed();
    return was;
  }
}

const mapOf = (entries: unknown): KeptMap => {
  const map = new KeptMap();
  for (const [key, value] of (entries ?? []) as readonly (readonly [string, string])[]) map.set(key, value);
  return map;
};

export const keptProfile = (bridge: Bridge, given: unknown): Profile => {
  const { local, secrets } = given as { readonly local?: unknown; readonly secrets?: unknown };
  const profile = { local: mapOf(local), secrets: mapOf(secrets) };
  let last: Promise<unknown> = Promise.resolve();
  const keep = (): void => {
    const now = { local: [...profile.local], secrets: [...profile.secrets] };
    last = last.then(() => bridge.call("profile.keep", now)).catch(() => undefined);
  };
  profile.local.changed = keep;
  profile.secrets.changed = keep;
  return profile;
};
