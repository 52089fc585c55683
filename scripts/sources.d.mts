export function readSources(folder?: string): Readonly<Record<string, string>>;
