/** An option. Without `least`, `names` and `takes` nothing stands behind it: it is there or not. */
export interface Row {
  /** The use of the option, as the end of a line of help. */
  readonly says: string;
  /** It takes a whole number that is not smaller. */
  readonly least?: number;
  /** It takes one of these. */
  readonly names?: readonly string[];
  /** It takes any text; this is what help calls it. */
  readonly takes?: string;
  /** May be given again; its value is a list. */
  readonly many?: boolean;
  /** Its value where it is not given. */
  readonly otherwise?: number | string;
}

export interface Use {
  /** As `npm run` calls it. */
  readonly command: string;
  /** The deed of the command and about how long it takes, in a sentence or two. */
  readonly does: string;
  /** By name, without the dashes. */
  readonly options: Readonly<Record<string, Row>>;
  /** One word without dashes, which need not be given; its value is named `word`. */
  readonly word?: { readonly takes: string; readonly says: string };
}

/** Without a default of its own, what is not given is `false`, an empty list, or null. */
export type Options = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>;

export type Read =
  | { readonly kind: "options"; readonly values: Options }
  | { readonly kind: "help"; readonly say: string }
  /** One sentence on what is wrong, and one on what to do. */
  | { readonly kind: "bad"; readonly say: string };

export function readOptions(args: readonly string[], use: Use): Read;
export function optionsOf(use: Use): Options;
