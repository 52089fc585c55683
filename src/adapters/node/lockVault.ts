/**
 * One run at a time on a vault. Two locks are held: that of the device store, and one that is named after the vault
 * itself, by which two copies of one store see each other.
 */
import { vaultLockFolder } from "./home";
import { lockFolder, runIn } from "./lock";

export interface Claimed {
  /** The device store's folder. Absolute. */
  readonly store: string;
  /** The vault's, symbolic links resolved. Absolute. */
  readonly vault: string;
}

export type VaultLock =
  /** `warning`: what this lock does not keep out, and why; null where it keeps out everybody. A sentence. */
  | { readonly kind: "locked"; readonly warning: string | null; release(): Promise<void> }
  /** `by`: a sentence for a person. `sharesStore`: what is added to this store reaches the run that holds the lock. */
  | { readonly kind: "busy"; readonly by: string; readonly sharesStore: boolean };

export async function lockVault({ store, vault }: Claimed, run: string): Promise<VaultLock> {
  const ofStore = await lockFolder(store, run);
  if (ofStore.kind === "busy") return { ...ofStore, sharesStore: true };
  if (ofStore.kind === "refused") return { kind: "busy", by: ofStore.why, sharesStore: false };
  const ofVault = await lockFolder(vaultLockFolder(vault), run);
  if (ofVault.kind === "busy") {
    await ofStore.release();
    return { ...ofVault, sharesStore: false };
  }
  // A state folder that cannot be written stops no work: most people have one store.
  if (ofVault.kind === "refused")
    return {
      kind: "locked",
      warning: `${ofVault.why} Another Planwright that keeps its things elsewhere would not be noticed.`,
      release: () => ofStore.release(),
    };
  return {
    kind: "locked",
    warning: null,
    async release() {
      await ofVault.release().finally(() => ofStore.release());
    },
  };
}

/** The run at work on this vault, by its nonce; null where there is none. */
export async function runAtWork({ store, vault }: Claimed): Promise<string | null> {
  return (await runIn(store)) ?? (await runIn(vaultLockFolder(vault)));
}
