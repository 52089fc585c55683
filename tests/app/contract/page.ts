/**
 * The contract inside a page of Chromium: the test outside calls one case after the other, and plays the others at
 * the folder.
 */
import { cases } from "./cases";
import type { Module, Others } from "./kit";

interface Contract {
  readonly names: readonly string[];
  /** Null when the case holds, otherwise why not. */
  run(name: string): Promise<string | null>;
}

declare global {
  interface Window {
    contract: Contract;
    others: (verb: keyof Others, ...words: readonly string[]) => Promise<string>;
    require: (name: string) => unknown;
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => void window.setTimeout(resolve, ms));

const ask =
  (verb: keyof Others) =>
  async (...words: readonly string[]): Promise<never> =>
    (await window.others(verb, ...words)) as never;

window.contract = {
  names: cases.map(({ name }) => name),
  async run(name) {
    const errors = window.pageErrors.length;
    try {
      await cases
        .find((each) => each.name === name)
        ?.run({
          app: window.app,
          obsidian: window.require("obsidian") as Module,
          window,
          pass: wait,
          async until(what, holds) {
            for (let waited = 0; waited < 20_000; waited += 50) {
              if (holds()) return;
              await wait(50);
            }
            throw new Error(`Waited in vain: ${what}.`);
          },
          others: { write: ask("write"), move: ask("move"), remove: ask("remove"), read: ask("read") },
        });
      const more = window.pageErrors.slice(errors);
      return more.length === 0 ? null : more.map(String).join("\n");
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  },
};
