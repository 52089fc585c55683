import type { Outside } from "./outside.mjs";

export interface Made {
  readonly page: string;
  readonly host: string;
  readonly plugin: string;
  clear(): Promise<void>;
}

export interface Served {
  /** With its token: the address a person opens. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  stop(): Promise<void>;
}

export function makePage(): Promise<Made>;
export function openPage(options: {
  readonly vault: string;
  readonly state: string;
  readonly outside?: Outside | null;
  readonly port?: number;
  readonly made?: Made;
}): Promise<Served>;
