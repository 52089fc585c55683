/** Facts about where we run, for recognising a copied or moved profile. Never secret, never sent anywhere. */
export interface Host {
  /** The name by which a person knows this device: "MacBook", "ana-desktop". */
  readonly name: string;
  /** Same computer, same text. */
  readonly machine: string;
  /**
   * Same vault at the same place, same text: the path from the top of the disk by which programs find it; any other
   * text where none can.
   */
  readonly vault: string;
}
