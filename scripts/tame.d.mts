import type { Plugin } from "esbuild";

/** Takes out of packages, on their way into a bundle, what has no place there. */
export const tamedPackages: Plugin;
