export interface SimBundle {
  /** Functions that are pure by law remember their answers across runs; true without it. */
  readonly remember?: boolean;
  /** A source file, relative to the project's folder, to the text that takes its place. */
  readonly changes?: Readonly<Record<string, string>>;
  /** Relative to the project's folder. */
  readonly entry?: string;
}

/** Resolves to the address to import. */
export function bundleSim(options: SimBundle): Promise<string>;
