/** Functions that remember their last answer for each object, because every look asks the same again. */

/**
 * Answers as `make` does. What it answered for an object is given again as long as `more` are the same values, and is
 * forgotten with the object. `make` must depend on its arguments alone, and nobody may change them.
 */
export function remember<Of extends object, More extends readonly unknown[], Made>(
  make: (of: Of, ...more: More) => Made,
): (of: Of, ...more: More) => Made {
  const known = new WeakMap<Of, { readonly more: More; readonly made: Made }>();
  return (of, ...more) => {
    const last = known.get(of);
    if (last !== undefined && last.more.every((each, at) => each === more[at])) return last.made;
    const made = make(of, ...more);
    known.set(of, { more, made });
    return made;
  };
}

/** Remembers for each of a few keys, which are never forgotten. */
export function rememberEach<Key extends string, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, { readonly made: Made }>();
  return (key) => {
    const found = known.get(key) ?? { made: make(key) };
    known.set(key, found);
    return found.made;
  };
}
