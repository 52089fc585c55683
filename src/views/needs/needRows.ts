/**
 * The kinds of things that wait for a person: which requests are of a kind, what it is called, and what a person can
 * do.
 */
import { liesApproved, liesOpen } from "../../approval/durations";
import type { RequestView } from "../../approval/view";
import { BLOCKS, type BlockKind } from "../../plan/blocks";
import type { Face } from "../../settings/places";
import type { State } from "../../request/states";
import { isDeep } from "../../rules/problems";
import { isFiledByItself } from "../../rules/requestRules";
import type { World } from "../../rules/world";
import type { NeedId } from "../answers";
import {
  cannotRun,
  MAYBE_SENDING,
  SENDING,
  STATE_WORDS,
  WAY_OUT_OF_ANEW,
  UNDER_ANOTHER_NAME,
  WAY_OUT_OF_MISSING,
  WAY_OUT_OF_RENAMED,
  WAY_OUT_OF_SENDING,
  WAY_OUT_OF_STUCK,
} from "../describe";
import { begun, gone, reasoned, sending, told, waits } from "./needWords";
import {
  isAway,
  isBesideAnothersRecord,
  isOvertaken,
  isTorn,
  isUnaskable,
  liesDeep,
  needsNobody,
  stopsItsPlan,
} from "./requestFacts";

type Wanted = (request: RequestView, world: World) => boolean;

/** Titles and ways out are words for a person; `{approved}` in them is the name of that folder. */
export interface RequestRow {
  readonly id: NeedId;
  readonly title: string;
  readonly wayOut: string;
  readonly wanted: Wanted;
  /** Of one request; without it, since when it is asked. */
  readonly words?: (request: RequestView, show: (ms: number) => string, face: Face) => string;
  /** Requests that other programs wrote count as well. */
  readonly ofOthersToo?: true;
}

function isIn(state: State): Wanted {
  return (request) => request.state === state;
}

function hasObjection(...ids: readonly string[]): Wanted {
  return ({ objection }) => objection !== null && ids.includes(objection.id);
}

/** In the order in which they are told: requests by their state, and plans by what stands in their way. */
export const ROWS: readonly (RequestRow | (BlockKind & NeedId))[] = [
  {
    id: "in-doubt",
    title: STATE_WORDS["in-doubt"],
    wayOut: "look where it should have arrived, then say whether it happened, as its record asks you to",
    wanted: (each) => each.state === "in-doubt" && each.underWay === null,
    words: begun,
  },
  {
    id: "maybe-sending",
    title: MAYBE_SENDING,
    wayOut: WAY_OUT_OF_SENDING,
    wanted: (each) => each.underWay?.isLive === false,
    words: sending,
  },
  {
    id: "sending",
    title: SENDING,
    wayOut: "the run that sends it records how it ends; you need do nothing",
    wanted: (each) => each.underWay?.isLive === true,
    words: sending,
  },
  {
    id: "confirmation",
    title: BLOCKS.confirmation.title,
    wayOut: BLOCKS.confirmation.wayOut,
    wanted: hasObjection("confirmed"),
    words: reasoned,
  },
  {
    id: "in-two-folders",
    title: STATE_WORDS["in-two-folders"],
    wayOut: BLOCKS["two-folders"].wayOut,
    wanted: isIn("in-two-folders"),
    words: told,
  },
  {
    id: "missing",
    title: STATE_WORDS.missing,
    wayOut: WAY_OUT_OF_MISSING,
    wanted: (each, world) =>
      each.state === "missing" &&
      each.renamed === undefined &&
      stopsItsPlan(each, world) &&
      !liesDeep(each, world),
    words: gone,
  },
  {
    id: "renamed",
    title: UNDER_ANOTHER_NAME,
    wayOut: WAY_OUT_OF_RENAMED,
    wanted: (each) => each.state === "foreign" && each.renamed !== undefined,
    words: reasoned,
  },
  {
    id: "edited",
    title: STATE_WORDS.edited,
    wayOut: BLOCKS.edited.wayOut,
    wanted: (each, world) =>
      each.state === "edited" && each.obstacle === null && !liesApproved(each) && !isUnaskable(each, world),
  },
  {
    id: "anew",
    title: "Changed, and approved",
    wayOut: WAY_OUT_OF_ANEW,
    wanted: (each) => each.state === "edited" && each.obstacle === null && liesApproved(each),
  },
  {
    id: "stuck",
    title: "Changed, and Planwright cannot ask again",
    wayOut: WAY_OUT_OF_STUCK,
    wanted: (each) => each.state === "edited" && each.obstacle !== null,
    words: reasoned,
  },
  {
    id: "waiting",
    title: STATE_WORDS.waiting,
    wayOut: BLOCKS.approval.wayOut,
    wanted: (each, world) => each.state === "waiting" && !isTorn(each) && !isOvertaken(each, world),
    words: waits,
  },
  {
    id: "overtaken",
    title: "Not needed any more",
    wayOut:
      "an earlier attempt did its step; Planwright withdraws this request when it runs on the acting device{do:settle}",
    wanted: (each, world) => each.state === "waiting" && !isTorn(each) && isOvertaken(each, world),
  },
  {
    id: "by-hand",
    title: BLOCKS["by-hand"].title,
    wayOut: BLOCKS["by-hand"].wayOut,
    wanted: hasObjection("by-hand"),
    words: told,
  },
  {
    id: "refused",
    title: "Approved, but it cannot run",
    wayOut: "put right what is named, or move the request to {rejected}",
    wanted: cannotRun,
    words: reasoned,
  },
  {
    id: "held-up",
    title: "Approved, waiting to run",
    wayOut:
      "Planwright carries it out on the acting device once the reason is gone{do:settle}; to take it back, move it out of {approved}",
    wanted: (each) =>
      each.objection?.kind === "wait" &&
      !cannotRun(each) &&
      !["quiet", "confirmed", "by-hand"].includes(each.objection.id),
    words: reasoned,
  },
  {
    id: "about-to-run",
    title: STATE_WORDS.candidate,
    wayOut:
      "it goes out by itself while Planwright runs on the acting device{do:settle}; to take it back, move it out of {approved}",
    wanted: (each) =>
      each.state === "candidate" && (each.objection === null || each.objection.id === "quiet"),
    words: reasoned,
  },
  "rejected",
  "spent",
  "action",
  "server",
  "queue",
  "agent-asks",
  "agent-stopped",
  "agent-paused",
  "agent-model",
  "agent-by-hand",
  "flow",
  {
    id: "torn",
    title: "Not complete yet",
    wayOut: "wait for sync; if it stays so, restore the note or remove it",
    wanted: (each) => each.state === "waiting" && isTorn(each) && !isAway(each),
    words: reasoned,
  },
  {
    id: "away",
    title: "Not on this computer just now",
    wayOut: "it waits until the note is here again: open it once, in Finder or in Files",
    wanted: isAway,
    words: reasoned,
  },
  {
    id: "replaced",
    title: STATE_WORDS.replaced,
    wayOut: "answer the newer one; this one never runs",
    wanted: (each) => each.state === "replaced" && liesOpen(each),
  },
  {
    id: "strange-record",
    title: "Beside a record that is not ours",
    wayOut:
      "it does not run: look at the record, then move the record away, or move the request to {rejected}",
    wanted: (each) => each.state === "spent" && liesOpen(each) && isBesideAnothersRecord(each),
    words: reasoned,
  },
  {
    id: "leftover",
    title: STATE_WORDS.spent,
    wayOut: "it never runs again; move it away",
    wanted: (each) =>
      each.state === "spent" && liesOpen(each) && !isBesideAnothersRecord(each) && !isFiledByItself(each),
    words: reasoned,
  },
  {
    id: "filed",
    title: STATE_WORDS.spent,
    wayOut:
      "it never runs again; Planwright moves it beside its record when it runs on the acting device{do:settle}",
    wanted: (each) => each.state === "spent" && isFiledByItself(each),
    words: reasoned,
  },
  {
    id: "foreign",
    title: STATE_WORDS.foreign,
    wayOut:
      "it is never carried out: move it away, or ask again from its plan; {do:adopt} shows the plan that would ask for the same",
    wanted: (each) =>
      each.state === "foreign" && each.renamed === undefined && !isDeep(each) && !needsNobody(each),
    words: reasoned,
    ofOthersToo: true,
  },
  {
    id: "too-deep",
    title: "In a subfolder, where no request is read",
    wayOut:
      "move it up into the folder for requests itself; {do:adopt} reads requests of other programs in subfolders, too",
    wanted: (each) => isDeep(each) && !needsNobody(each),
    words: reasoned,
    ofOthersToo: true,
  },
];
