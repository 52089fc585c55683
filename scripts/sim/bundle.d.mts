export interface SimBundle {
  /** A source file, relative to the project's folder, to the text that takes its place. */
  readonly changes?: Readonly<Record<string, string>>;
  /** Relative to the project's folder. */
  readonly entry?: string;
}

/** Resolves to the address to import; the file is gone when this process ends. */
export function bundleSim(options: SimBundle): Promise<string>;
