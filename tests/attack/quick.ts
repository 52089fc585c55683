/** With ATTACK_QUICK=1 the book ends in a minute: of one attack in very many shapes, only some are played. `npm test` plays all. */
const QUICK = process.env["ATTACK_QUICK"] !== undefined;

/** All of them; one in `of` when it has to be quick, another one for each `from`. */
export function sample<Item>(all: readonly Item[], of: number, from = 0): readonly Item[] {
  return QUICK ? all.filter((_each, at) => (at + from) % of === 0) : all;
}
