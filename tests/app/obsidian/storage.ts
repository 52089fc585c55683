/** The app’s memory for one device outside the vault. */
import { Events } from "./event";
import type { Profile } from "./surroundings";

export class SecretStorage extends Events {
  constructor(private readonly profile: Profile) {
    super();
  }

  setSecret(id: string, secret: string): void {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new Error(`Invalid secret ID: ${id}`);
    this.profile.secrets.set(id, secret);
  }

  getSecret(id: string): string | null {
    return this.profile.secrets.get(id) ?? null;
  }

  listSecrets(): string[] {
    return [...this.profile.secrets.keys()];
  }
}

/** A browser's Storage over the profile, so that what a plugin keeps survives a restart of the same device. */
export const profileStorage = (profile: Profile): Storage => ({
  get length() {
    return profile.local.size;
  },
  key: (at) => [...profile.local.keys()][at] ?? null,
  getItem: (key) => profile.local.get(key) ?? null,
  setItem: (key, value) => void profile.local.set(key, String(value)),
  removeItem: (key) => void profile.local.delete(key),
  clear: () => profile.local.clear(),
});
