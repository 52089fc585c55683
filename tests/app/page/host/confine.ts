/** Keeps the page to its own folders: the vault, and the folder for what this device remembers. */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";

/** Read by Planwright to tell computers and processes apart; none is a secret. */
const TOLD_BY_SYSTEM =
  /^(\/etc\/machine-id|\/var\/lib\/dbus\/machine-id|\/proc\/(self\/ns\/pid|\d+\/stat|sys\/kernel\/random\/boot_id))$/;

const refuse = (path: string): never => {
  throw Object.assign(new Error(`EACCES: the page may not reach outside its folders, '${path}'`), {
    code: "EACCES",
    path,
  });
};

/** The real place of the deepest folder that is there, and the rest of the path as asked. */
const realPlace = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPlace(above), basename(path));
  }
};

export interface Confinement {
  /**
   * Answers the path when it is inside; otherwise throws EACCES. The last part may be a link: it is then judged by
   * where it leads.
   */
  inside(path: unknown): string;
  /** For looks at a name itself, wherever it leads: its folder has to be inside. */
  named(path: unknown): string;
  /** For looks and reads: what the system tells everybody is allowed too. */
  readable(path: unknown): string;
}

/** `roots`: absolute, symbolic links resolved. */
export const confineTo = (roots: readonly string[]): Confinement => {
  const within = (place: string): boolean =>
    roots.some((root) => place === root || place.startsWith(root + sep));
  const inside = (path: unknown): string => {
    if (typeof path !== "string" || !isAbsolute(path)) return refuse(String(path));
    return within(realPlace(path)) ? path : refuse(path);
  };
  return {
    inside,
    named(path) {
      if (typeof path !== "string" || !isAbsolute(path)) return refuse(String(path));
      return roots.includes(path) || within(realPlace(dirname(path))) ? path : refuse(path);
    },
    readable: (path) => (typeof path === "string" && TOLD_BY_SYSTEM.test(path) ? path : inside(path)),
  };
};
