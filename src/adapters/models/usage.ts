import type { Usage } from "../../kit/ports/model";

export const NOTHING_USED: Usage = { in: 0, cached: 0, out: 0 };
export const UNKNOWN_USE: Usage = { in: null, cached: null, out: null };
