/** The kinds of things that wait for a person: which requests are of a kind, and what is told of one. */
import { isDoneByHand } from "../../approval/confirming";
import { isAboutToRun, isScheduled } from "../../approval/gate";
import { liesApproved, liesOpen } from "../../approval/durations";
import type { RequestView } from "../../approval/view";
import type { BlockKind } from "../../note/plan/blocks";
import type { Face } from "../../settings/places";
import type { State } from "../../approval/request/states";
import { isDeep } from "../../rules/problems";
import { isFiledByItself } from "../../rules/requestRules";
import type { World } from "../../rules/world";
import type { NeedId } from "../situations";
import { cannotRun } from "../describe";
import { begun, gone, reasoned, sending, told, waits } from "./needWords";
import {
  isAskedAnew,
  isAway,
  isBesideAnothersRecord,
  isOvertaken,
  isIncomplete,
  isUnaskable,
  liesDeep,
  needsNobody,
  stopsItsPlan,
} from "./requestFacts";

type Wanted = (request: RequestView, world: World) => boolean;

export interface RequestRow {
  readonly id: NeedId;
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
  { id: "in-doubt", wanted: (each) => each.state === "in-doubt" && each.underWay === null, words: begun },
  { id: "maybe-sending", wanted: (each) => each.underWay?.isLive === false, words: sending },
  { id: "sending", wanted: (each) => each.underWay?.isLive === true, words: sending },
  { id: "confirmation", wanted: hasObjection("confirmed"), words: reasoned },
  { id: "in-two-folders", wanted: isIn("in-two-folders"), words: told },
  {
    id: "missing",
    wanted: (each, world) =>
      each.state === "missing" &&
      each.renamed === undefined &&
      stopsItsPlan(each, world) &&
      !liesDeep(each, world),
    words: gone,
  },
  {
    id: "renamed",
    wanted: (each) => each.state === "foreign" && each.renamed !== undefined,
    words: reasoned,
  },
  {
    id: "edited",
    wanted: (each, world) =>
      each.state === "edited" &&
      each.obstacle === null &&
      !liesApproved(each) &&
      !isAskedAnew(each, world) &&
      !isUnaskable(each, world),
  },
  { id: "anew", wanted: (each) => each.state === "edited" && each.obstacle === null && liesApproved(each) },
  { id: "stuck", wanted: (each) => each.state === "edited" && each.obstacle !== null, words: reasoned },
  {
    id: "waiting",
    wanted: (each, world) => each.state === "waiting" && !isIncomplete(each) && !isOvertaken(each, world),
    words: waits,
  },
  {
    id: "overtaken",
    wanted: (each, world) => each.state === "waiting" && !isIncomplete(each) && isOvertaken(each, world),
  },
  { id: "by-hand", wanted: hasObjection("by-hand"), words: told },
  { id: "refused", wanted: cannotRun, words: reasoned },
  {
    id: "held-up",
    wanted: (each) =>
      each.objection?.kind === "wait" &&
      !cannotRun(each) &&
      !isAboutToRun(each.objection) &&
      !isScheduled(each.objection) &&
      !["confirmed", "by-hand"].includes(each.objection.id),
    words: reasoned,
  },
  {
    id: "about-to-run",
    wanted: (each) => each.state === "candidate" && isAboutToRun(each.objection) && !isDoneByHand(each),
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
    wanted: (each) => each.state === "waiting" && isIncomplete(each) && !isAway(each),
    words: reasoned,
  },
  { id: "away", wanted: isAway, words: reasoned },
  { id: "replaced", wanted: (each) => each.state === "replaced" && liesOpen(each) },
  {
    id: "strange-record",
    wanted: (each) => each.state === "spent" && liesOpen(each) && isBesideAnothersRecord(each),
    words: reasoned,
  },
  {
    id: "leftover",
    wanted: (each) =>
      each.state === "spent" && liesOpen(each) && !isBesideAnothersRecord(each) && !isFiledByItself(each),
    words: reasoned,
  },
  { id: "filed", wanted: (each) => each.state === "spent" && isFiledByItself(each), words: reasoned },
  {
    id: "foreign",
    wanted: (each) =>
      each.state === "foreign" && each.renamed === undefined && !isDeep(each) && !needsNobody(each),
    words: reasoned,
    ofOthersToo: true,
  },
  {
    id: "too-deep",
    wanted: (each) => isDeep(each) && !needsNobody(each),
    words: reasoned,
    ofOthersToo: true,
  },
];
