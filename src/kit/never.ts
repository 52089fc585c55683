/** Ends every switch over a union: adding a kind then fails to compile wherever it was forgotten. */
export function never(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
