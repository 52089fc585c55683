/** The part of Node's Buffer that a plugin uses, over a browser's bytes. */
const encoder = new TextEncoder();

export class Bytes extends Uint8Array {
  static alloc(size: number): Bytes {
    return new Bytes(size);
  }

  static allocUnsafe(size: number): Bytes {
    return new Bytes(size);
  }

  static allocUnsafeSlow(size: number): Bytes {
    return new Bytes(size);
  }

  static override from(value: unknown): Bytes {
    const bytes =
      typeof value === "string" ? encoder.encode(value) : Uint8Array.from(value as Iterable<number>);
    return new Bytes(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  static concat(list: readonly Uint8Array[]): Bytes {
    const whole = new Bytes(list.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const each of list) {
      whole.set(each, at);
      at += each.length;
    }
    return whole;
  }

  static isBuffer(value: unknown): value is Bytes {
    return value instanceof Bytes;
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, at) => byte === other[at]);
  }

  override toString(encoding = "utf8"): string {
    if (encoding === "hex") return [...this].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (encoding === "base64") return btoa([...this].map((byte) => String.fromCharCode(byte)).join(""));
    return new TextDecoder().decode(this);
  }
}
