/** The notes in the folders for requests, sorted by what they say they are. */
import type { NotePlace } from "../approval/view";
import { groupBy } from "../kit/groupBy";
import { remember } from "../kit/remember";
import type { Identity, RequestReading } from "../approval/request/request";
import type { SeenRequest } from "./snapshot";

export interface RequestKinds {
  /** Notes that state the identity of a request. */
  readonly identified: readonly SeenRequest[];
  /** Notes that are not complete. */
  readonly incomplete: readonly SeenRequest[];
  readonly incompleteByName: ReadonlyMap<string, readonly SeenRequest[]>;
  /** Notes that Planwright did not write, or not as they are. */
  readonly foreign: readonly SeenRequest[];
  /** Notes of each kind in Rejected. */
  readonly rejected: readonly SeenRequest[];
}

/** Sorts a list once: every look answers the same list while nothing in the folders has changed. */
export const kindsOf = remember((requests: readonly SeenRequest[]): RequestKinds => {
  const incomplete = requests.filter(({ parsed }) => parsed.reading.kind === "torn");
  return {
    identified: requests.filter(({ parsed }) => identityOf(parsed.reading) !== null),
    incomplete,
    incompleteByName: groupBy(incomplete, ({ name }) => name),
    foreign: requests.filter(({ parsed }) => parsed.reading.kind === "foreign"),
    rejected: requests.filter(({ folder }) => folder === "rejected"),
  };
});

export function identityOf(reading: RequestReading): Identity | null {
  return reading.kind === "sealed" || reading.kind === "edited" || reading.kind === "elsewhere"
    ? reading.identity
    : null;
}

export function notePlace(each: SeenRequest): NotePlace {
  return {
    folder: each.folder,
    path: each.path,
    parsed: each.parsed.reading,
    remarks: each.parsed.remarks,
    since: each.since,
    came: each.came,
    changed: each.changed,
    hash: each.hash,
  };
}
