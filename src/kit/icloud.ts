/**
 * iCloud may take a file off this computer to make room, and leaves a hidden file in its place: `.Letter.md.icloud` for
 * `Letter.md`. The file is there all the same: its name is taken, and only its text cannot be read until it is fetched.
 */

export function placeholderName(name: string): string {
  return `.${name}.icloud`;
}

/** The name of the file that such a hidden one stands for; null for any other name. */
export function heldName(name: string): string | null {
  const held = /^\.(.+)\.icloud$/i.exec(name)?.[1] ?? "";
  return held === "" || held.startsWith(".") ? null : held;
}

export function sayAway(path: string): string {
  return `${path} is in iCloud and not on this computer just now. Open it once, in Finder or in Files, to bring it back.`;
}
