import type { Sink } from "../parts/smtp-sink.mjs";

export interface Sent {
  readonly kind: "mail" | "transfer";
  readonly to: string;
  readonly title: string;
  readonly text: string;
}

export interface Outside {
  readonly sink: Sink;
  readonly bank: { readonly url: string };
  readonly model: { readonly url: string };
  list(): readonly Sent[];
  onChange(hear: () => void): () => void;
  stop(): Promise<void>;
}

export function openOutside(): Promise<Outside>;
export function copySample(options: {
  readonly place: string;
  readonly outside: Outside;
  readonly settings?: object;
}): Promise<{ readonly vault: string; readonly state: string }>;
