import type { Email } from "postal-mime";

/** A mail as it arrived; `recipients` are the addresses of the envelope. */
export type Arrived = Email & { readonly recipients: readonly string[] };

export interface Sink {
  readonly port: number;
  /** In the order of arrival. */
  readonly messages: readonly Arrived[];
  /** How often somebody tried to log in. */
  logins(): number;
  /** How many are connected. */
  connected(): number;
  /** Answers those who were kept waiting. */
  letIn(): void;
  /**
   * The fate of mails from now on: kept and acknowledged; kept without an answer; kept while the connection breaks; refused;
   * nobody let in; whoever logs in kept waiting.
   */
  behave(how: "accept" | "hang" | "drop" | "refuse" | "lock" | "stall"): void;
  /** Resolves when `count` mails have arrived. */
  arrived(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** An SMTP server on 127.0.0.1 that takes any name and password. Port 0 takes a free one. */
export function startSink(options?: { readonly port?: number }): Promise<Sink>;
