/** How the book is read: one case after the other, each with what every case requires, and what it requires besides. */
import { describe, expect, test } from "vitest";
import { NOTE_FOLDERS, pathOf } from "../../src/settings/settings";
import { approve, emailPlan, everythingIn, type Ground, type Overrides } from "./ground";

export interface Case<G extends Ground = Ground> {
  /** The attack, as a sentence. */
  readonly attack: string;
  /** In a few words, the kind of attack it stands for. */
  readonly line: string;
  readonly settings?: Overrides;
  /** What lies in the vault at first; one plan with a gated e-mail by default. */
  readonly vault?: Readonly<Record<string, string>>;
  /** Whether the desk has worked before the attack, so that a request waits. True by default. */
  readonly asked?: boolean;
  /** What is done. Where a person's honest approval is part of it, that is here too. */
  readonly attempt: (ground: G) => unknown;
  /** How many effects a person had honestly asked for. 0 by default. */
  readonly calls?: number;
  /** What a person reads somewhere. */
  readonly shown?: RegExp;
  /** What else must hold in the end. */
  readonly also?: (ground: G) => unknown;
  /**
   * After everything, an honest approval of the one request that waits still does what it says: the attack did not even
   * cost that.
   */
  readonly thenApproved?: true;
  /**
   * Minutes that pass between the two looks after the attack; long enough by default for whatever waits ten of them.
   */
  readonly minutes?: number;
  /** Also played from outside, every time; the other ones only when all are asked for (ATTACK=shipped). */
  readonly shipped?: boolean;
  /**
   * The attack itself writes outside the folders of Planwright, or makes words of a person disappear, so neither counts
   * against the program.
   */
  readonly tramples?: true;
}

/** Milliseconds. Real programs on a busy machine; nothing waits this long when it is right. */
const PATIENCE = 120_000;

export type Opening<G extends Ground> = (settings: Overrides) => Promise<G>;

export function read<G extends Ground>(
  section: string,
  cases: readonly Case<G>[],
  open: Opening<G>,
  how: { readonly atOnce?: boolean; readonly hasty?: boolean } = {},
): void {
  (how.atOnce === true ? describe.concurrent : describe)(section, () => {
    for (const each of cases) {
      const reading = async (): Promise<void> => {
        const ground = await open(each.settings ?? {});
        try {
          await play(each, ground, how.hasty === true);
        } finally {
          await ground.leave();
        }
      };
      if (how.atOnce === true) test.concurrent(each.attack, reading, PATIENCE);
      else test(each.attack, reading, PATIENCE);
    }
  });
}

/** `hasty`: what is shown at once needs no second look. */
async function play<G extends Ground>(each: Case<G>, ground: G, hasty: boolean): Promise<void> {
  for (const [path, text] of Object.entries(each.vault ?? { "Plans/Invoice.md": emailPlan() }))
    ground.put(path, text);
  if (each.asked !== false) {
    await ground.settle();
    expect(ground.calls(), "calls before anybody approved anything").toEqual([]);
  }
  const untouched = strangers(ground);
  await each.attempt(ground);
  const left = each.tramples === true ? strangers(ground) : untouched;
  await ground.settle();
  const shows = (): boolean => each.shown === undefined || ground.shown().search(each.shown) >= 0;
  if (!hasty || !shows()) {
    await ground.pass(each.minutes ?? 12);
    await ground.settle();
  }
  const wanted = each.calls ?? 0;
  expect(ground.calls().length, `calls, of which there were ${JSON.stringify(ground.calls())}`).toBe(wanted);
  expect(strangers(ground), "what lies outside the folders of Planwright").toEqual(left);
  keepsWords(ground);
  if (!shows()) throw new Error(`A person is not shown ${String(each.shown)}, but:\n${ground.shown()}`);
  await each.also?.(ground);
  if (each.thenApproved !== true) return;
  approve(ground);
  await ground.settle();
  expect(ground.calls().length, "calls after an honest approval").toBe(wanted + 1);
}

/**
 * Everything on this disk that Planwright may not write: outside the vault, the app's settings, a person's other
 * folders.
 */
function strangers(ground: Ground): ReadonlyMap<string, string> {
  const own = [
    ...NOTE_FOLDERS.map((each) => `vault/${pathOf(ground.settings, each)}/`),
    `vault/${pathOf(ground.settings, "dashboard")}`,
    `vault/${pathOf(ground.settings, "acting")}`,
  ];
  const needed = /^(?:device[^/]*\/|calls\.jsonl$|settings\.json$|answers\.json$)/;
  return new Map(
    [...everythingIn(ground.home)].filter(
      ([path]) => !needed.test(path) && !own.some((each) => path.startsWith(each)),
    ),
  );
}

const OURS = /^(status|blocked_reason|updated|outcome|ended|seal|device_id|device|since|last_seen):/;

/**
 * Every line somebody wrote is still there, in its order, in some note; boxes, block ids and the values that Planwright
 * owns aside.
 */
function keepsWords(ground: Ground): void {
  const now = [...everythingIn(ground.home).values()].map(bare);
  for (const [path, text] of ground.written()) {
    const wanted = bare(text);
    expect(
      now.some((other) => isWithin(wanted, other)),
      `what was written in ${path} is no longer there`,
    ).toBe(true);
  }
}

function bare(text: string): readonly string[] {
  return text
    .split(/\r*\n/)
    .filter((line) => !OURS.test(line))
    .map((line) =>
      line
        .replace(/\s\^s-[0-9a-f]+\s*$/, "")
        .replace(/^(\s*(?:[-*+]|\d+[.)])\s+\[)[^\]](\])/u, "$1$2")
        .trimEnd(),
    );
}

function isWithin(wanted: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const line of all) if (line === wanted[at]) at += 1;
  return at === wanted.length || (at === wanted.length - 1 && wanted.at(-1) === "");
}
