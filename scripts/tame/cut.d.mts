export interface Row {
  readonly file: string;
  readonly why: string;
  readonly from?: string | RegExp;
  readonly to?: string;
  readonly lines?: Readonly<Record<string, string>>;
  readonly times?: number;
}

/** The text without what the row takes out; throws where the text is not as the row says. */
export function cut(text: string, row: Row): string;

/** Rows of one file. */
export function of(file: string, rows: readonly Omit<Row, "file">[]): readonly Row[];
