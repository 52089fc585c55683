/** Needs Node the moment it is evaluated, which may be only when somebody calls for it. */
import { sep } from "node:path";

export const separator = sep;
