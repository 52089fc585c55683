/** Functions on text, and the icons. */
import { dump, load } from "js-yaml";
import { surroundings } from "./surroundings";

export interface SearchResult {
  readonly score: number;
  readonly matches: [number, number][];
}

export interface FuzzyMatch<T> {
  readonly item: T;
  readonly match: SearchResult;
}

export const normalizePath = (path: string): string => {
  const slashed = path.replace(/[\\/]+/g, "/").replace(/^\/+|\/+$/g, "");
  return (slashed === "" ? "/" : slashed).replace(/\u00A0|\u202F/g, " ").normalize("NFC");
};

/** Letters apart from each other, and far from the beginning, fit worse. */
const scatter = (matches: readonly (readonly [number, number])[]): number => {
  const gaps = matches.slice(1).filter(([from], at) => from !== matches[at]?.[1]).length;
  return gaps + (matches[0]?.[0] ?? 0) / 100;
};

/** All letters of the query, in order. */
export const prepareFuzzySearch = (query: string): ((text: string) => SearchResult | null) => {
  const letters = [...query.toLowerCase().replace(/\s+/g, "")];
  return (text) => {
    const matches: [number, number][] = [];
    let from = 0;
    for (const letter of letters) {
      const at = text.toLowerCase().indexOf(letter, from);
      if (at < 0) return null;
      matches.push([at, at + letter.length]);
      from = at + letter.length;
    }
    return { score: letters.length === 0 ? 0 : -scatter(matches), matches };
  };
};

export const prepareSimpleSearch = (query: string): ((text: string) => SearchResult | null) => {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return (text) =>
    words.every((word) => text.toLowerCase().includes(word)) ? { score: 0, matches: [] } : null;
};

export const parseYaml = (yaml: string): unknown => (yaml.trim() === "" ? null : load(yaml));
export const stringifyYaml = (value: unknown): string => dump(value);

export interface FrontMatterInfo {
  readonly exists: boolean;
  readonly frontmatter: string;
  readonly from: number;
  readonly to: number;
  readonly contentStart: number;
}

export const getFrontMatterInfo = (content: string): FrontMatterInfo => {
  const found = /^---[ \t]*\r?\n([\s\S]*?)(^---[ \t]*(?:\r?\n|$))/m.exec(content);
  if (found === null || found.index !== 0)
    return { exists: false, frontmatter: "", from: 0, to: 0, contentStart: 0 };
  const frontmatter = found[1] ?? "";
  const from = found[0].length - frontmatter.length - (found[2] ?? "").length;
  return { exists: true, frontmatter, from, to: from + frontmatter.length, contentStart: found[0].length };
};

export const parseLinktext = (linktext: string): { path: string; subpath: string } => {
  const at = linktext.indexOf("#");
  return at < 0
    ? { path: linktext, subpath: "" }
    : { path: linktext.slice(0, at), subpath: linktext.slice(at) };
};

export const getLinkpath = (linktext: string): string => parseLinktext(linktext).path;

export interface Debouncer<T extends unknown[], V> {
  (...args: T): Debouncer<T, V>;
  cancel(): Debouncer<T, V>;
  run(): V | void;
}

/**
 * Counts on the window's clock. A call waits `timeout` ms; later calls replace its arguments, and its start too with
 * `resetTimer`.
 */
export const debounceOn =
  (window: () => Window) =>
  <T extends unknown[], V>(run: (...args: T) => V, timeout = 0, resetTimer = false): Debouncer<T, V> => {
    let timer: number | null = null;
    let latest: T | null = null;
    const fire = (): V | void => {
      const args = latest;
      if (timer !== null) window().clearTimeout(timer);
      timer = null;
      latest = null;
      return args === null ? undefined : run(...args);
    };
    const debouncer: Debouncer<T, V> = Object.assign(
      (...args: T): Debouncer<T, V> => {
        latest = args;
        if (timer !== null && resetTimer) {
          window().clearTimeout(timer);
          timer = null;
        }
        timer ??= window().setTimeout(fire, timeout);
        return debouncer;
      },
      {
        cancel: (): Debouncer<T, V> => {
          if (timer !== null) window().clearTimeout(timer);
          timer = null;
          latest = null;
          return debouncer;
        },
        run: fire,
      },
    );
    return debouncer;
  };

export const debounce = debounceOn(() => surroundings().window);

const icons = new Map<string, string>();

export const addIcon = (id: string, svg: string): void => {
  icons.set(id, svg);
};

export const removeIcon = (id: string): void => {
  icons.delete(id);
};

/** A drawing: names of SVG elements with their attributes. */
export type IconNodes = readonly (readonly [string, Readonly<Record<string, string | number>>])[];

const drawings: { of: (id: string) => IconNodes | null } = { of: () => null };

/** Of the stand-in only: where the drawings come from. Without it an icon is an empty element with its name. */
export const drawIconsFrom = (of: (id: string) => IconNodes | null): void => {
  drawings.of = of;
};

export const getIconIds = (): string[] => [...icons.keys()];

export const setIcon = (parent: HTMLElement, id: string): void => {
  parent.empty();
  const nodes = drawings.of(id.replace(/^lucide-/, ""));
  parent.createSvg(
    "svg",
    {
      cls: ["svg-icon", id],
      attr: {
        "data-icon": id,
        "aria-hidden": "true",
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      },
    },
    (svg) => nodes?.forEach(([tag, attr]) => svg.createSvg(tag as keyof SVGElementTagNameMap, { attr })),
  );
};

export const arrayBufferToHex = (data: ArrayBuffer): string =>
  Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const arrayBufferToBase64 = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)));

export const base64ToArrayBuffer = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text), (each) => each.charCodeAt(0)).buffer;

export const getLanguage = (): string => "en";

/** The version the stand-in was written against. */
export const apiVersion = "1.13.1";

export const requireApiVersion = (version: string): boolean => {
  const wanted = version.split(".").map(Number);
  const ours = apiVersion.split(".").map(Number);
  for (let at = 0; at < 3; at += 1) {
    const difference = (ours[at] ?? 0) - (wanted[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};
