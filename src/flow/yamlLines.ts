/** The line of each value in a YAML source, so that a fault is named with its line. */
import { EVENT_ID, getScalarValue, parseEvents } from "js-yaml";

/** Lines by path, `steps.2.check`; counted from 0 within the source, which is valid YAML. */
export function linesByPath(source: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  /** Open collections: of a mapping, `key` is null until its next key was read. */
  const open: { readonly path: string; readonly isMap: boolean; key: string | null; count: number }[] = [];
  const nextPath = (): string => {
    const top = open.at(-1);
    if (top === undefined) return "";
    const name = top.isMap ? (top.key ?? "") : String(top.count);
    top.key = null;
    top.count += 1;
    return top.path === "" ? name : `${top.path}.${name}`;
  };
  for (const event of parseEvents(source, { maxDepth: 40 })) {
    if (event.type === EVENT_ID.POP) open.pop();
    else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      const path = nextPath();
      if (!lines.has(path)) lines.set(path, lineAt(event.start));
      open.push({ path, isMap: event.type === EVENT_ID.MAPPING, key: null, count: 0 });
    } else if (event.type === EVENT_ID.SCALAR) {
      const top = open.at(-1);
      if (top?.isMap === true && top.key === null) {
        top.key = getScalarValue(source, event);
        // The line of the key says more than the line of a value beneath it.
        lines.set(top.path === "" ? top.key : `${top.path}.${top.key}`, lineAt(event.valueStart));
      } else {
        const path = nextPath();
        if (!lines.has(path)) lines.set(path, lineAt(event.valueStart));
      }
    }
  }
  return lines;
}
