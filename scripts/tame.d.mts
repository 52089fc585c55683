import type { Plugin } from "esbuild";

/** Takes out of packages, on their way into a bundle, what has no place there. */
export const tamedPackages: Plugin;

/** The text of a package’s file as it goes into a bundle; null where nothing is cut. */
export function tamed(file: string): Promise<string | null>;
