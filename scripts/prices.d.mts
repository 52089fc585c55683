/** `date`: of the prices, as `2026-09-23`. Answers the text of `src/settings/prices.ts`. */
export function pricesFile(date: string): Promise<string>;
