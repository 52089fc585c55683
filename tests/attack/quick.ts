/**
 * How much of the attack book is played. Of one attack in very many shapes `npm test` plays only some, other ones in
 * each place. `ATTACK=all` (`npm run attack`, `npm run proof`) plays all; `ATTACK=shipped` plays every case on the
 * built program as well.
 */
const ASKED = process.env["ATTACK"];
export const ALL_SHIPPED = ASKED === "shipped";
const ALL = ASKED === "all" || ALL_SHIPPED;

/** All of them where all are asked for; else one in `of`, another one for each `from`. */
export function sample<Item>(all: readonly Item[], of: number, from = 0): readonly Item[] {
  return ALL ? all : all.filter((_each, at) => (at + from) % of === 0);
}

/** So many where all is asked for; else a third of them. */
export function some(number: number): number {
  return ALL ? number : Math.ceil(number / 3);
}
