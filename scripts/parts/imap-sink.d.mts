export interface ImapSink {
  readonly port: number;
  /** Whether nobody is let in from now on. */
  refuse(on: boolean): void;
  stop(): Promise<void>;
}

/** An IMAP server on 127.0.0.1 that takes any name and password. */
export function startImap(): Promise<ImapSink>;
