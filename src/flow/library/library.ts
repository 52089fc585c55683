/** Flows that are built in, by name: each is the text of a note, as a person would write it. */
import { WRITE_AND_REVIEW } from "./writeAndReview";

export const LIBRARY: Readonly<Record<string, string>> = { "write-and-review": WRITE_AND_REVIEW };
