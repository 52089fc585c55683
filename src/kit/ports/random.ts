/** Unpredictable bytes: keys, action ids, block ids. */
export interface RandomPort {
  bytes(count: number): Uint8Array;
}
