/** A plan that is at rest, drawn from a seed. */
export function drawPlan(n: number, seed?: number): { readonly name: string; readonly text: string };
