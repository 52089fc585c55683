/** Secrets that the settings only name, as in `$secret:mail-password`. */

/** Where a door keeps secrets. */
export interface Keychain {
  /** A secret by its name; null or "" when there is none of that name. */
  find(name: string): string | null;
  /** Where it is kept under that name: “the environment variable MAIL_PASSWORD”. */
  placeOf(name: string): string;
  /** Says which secret is missing, and where a person puts it. One or two sentences. */
  sayMissing(name: string): string;
}
