/**
 * The same table, but for one name, at which every question about it fails as a stack that is too deep would: a fault
 * of the program that only one plan meets.
 */
export function failingAt<Of extends object>(of: Of, name: string): Of {
  const fail = (asked: unknown): void => {
    if (asked === name) throw new RangeError("Maximum call stack size exceeded");
  };
  return new Proxy(of, {
    get: (target, asked) => (fail(asked), Reflect.get(target, asked) as unknown),
    has: (target, asked) => (fail(asked), Reflect.has(target, asked)),
    getOwnPropertyDescriptor: (target, asked) => (
      fail(asked),
      Reflect.getOwnPropertyDescriptor(target, asked)
    ),
  });
}
