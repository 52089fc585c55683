import type { Sink } from "../parts/smtp-sink.mjs";

export interface Sent {
  readonly kind: "mail" | "transfer";
  readonly to: string;
  readonly title: string;
  readonly text: string;
}

export interface Outside {
  readonly sink: Sink;
  readonly imap: { readonly port: number };
  readonly bank: {
    readonly url: string;
    /** The fate of transfers from now on. */
    behave(how: "accept" | "lose" | "drop"): void;
  };
  readonly model: { readonly url: string };
  list(): readonly Sent[];
  onChange(hear: () => void): () => void;
  stop(): Promise<void>;
}

/** `script`: a file of the model's answers; otherwise that of the sample. */
export function openOutside(options?: { readonly script?: string }): Promise<Outside>;
export function copySample(options: {
  readonly place: string;
  readonly outside: Outside;
  readonly settings?: object;
}): Promise<{ readonly vault: string; readonly state: string }>;
