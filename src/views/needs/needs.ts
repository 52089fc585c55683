/**
 * Everything that waits for a person, grouped by kind, oldest first within a kind. Each thing stands in one group
 * only. Texts from notes are passed on as they are; the face that shows them neutralises them.
 */
import { moment } from "../../kit/dates";
import { isBlockedByPerson } from "../../plan/standstill";
import { compareText } from "../../kit/order";
import {
  cannotRun,
  MAYBE_SENDING,
  requestLabel,
  SENDING,
  STATE_WORDS,
  WAY_OUT_OF_SENDING,
  WAY_OUT_OF_ANEW,
  WAY_OUT_OF_MISSING,
  WAY_OUT_OF_STUCK,
  whenFound,
} from "../describe";
import { needsWords, type Card } from "../../catalog/card";
import { firstOf } from "../../kit/sorted";
import { BLOCKS, type BlockKind } from "../../plan/blocks";
import type { State } from "../../request/states";
import { nameFolders } from "../../settings/settings";
import { failureBehind } from "../../approval/failedCall";
import type { NeedId } from "../answers";
import type { Need, NeedGroup } from "./need";
import { goOn, group, SHOWN, type Timed } from "./needGroup";
import { duplicates, heldByPerson, problems, tasks, yourTurn } from "./noteNeeds";
import { cardRef, nameOfPlan, requestRef, stepRef } from "../noteRef";
import { isDeep } from "../../rules/problems";
import { yourNote } from "../../approval/refusal";
import { liesApproved, liesOpen } from "../../approval/durations";
import { isOfOthers } from "../../rules/strangers";
import { requestPath } from "../status";
import { requestSubject } from "../titles";
import { isFiledByItself } from "../../rules/requestRules";
import { asked, begun, blockWords, gone, IS_OPEN, reasoned, sending, told, waits, whyOf } from "./needWords";
import {
  isAway,
  isBesideAnothersRecord,
  isOvertaken,
  isTorn,
  liesDeep,
  needsNobody,
  stopsItsPlan,
} from "./requestFacts";
import { unconverted, withoutSteps } from "./unconverted";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";

/**
 * `show` writes a moment for the reader at hand; where it writes nothing, no times are told. Up to `few` notes to put
 * right are told one by one, more of a kind as one. `most`: needs of one kind that are told; more are counted.
 */
export function needsOf(
  world: World,
  show: (ms: number) => string,
  few = 0,
  most: number = SHOWN,
): NeedGroup[] {
  const named = world.requests.filter((each) => !isOfOthers(each));
  const requests = (
    id: NeedId,
    title: string,
    wayOut: string,
    wanted: (request: RequestView) => boolean,
    words = asked,
    among: readonly RequestView[] = named,
  ): NeedGroup => {
    const found = among
      .filter(wanted)
      .map((request): Timed => ({
        at: moment(request.created),
        key: `${request.name} ${request.notes[0]?.path ?? ""} ${request.id}`,
        need: () => ({
          note: requestRef(request),
          what: requestRef(request) === null ? requestLabel(request) : null,
          ...about(request),
          plan: world.catalog.home(request.plan),
          words: withFailure(request, words(request, show)),
          paths: requestPaths(world, request),
          request: request.id === "" ? null : request.id,
        }),
      }));
    return group(id, title, nameFolders(wayOut, world.settings), found, found.length, most);
  };
  const withFailure = (request: RequestView, words: string): string => {
    const failed =
      IS_OPEN[request.state] || request.state === "in-doubt" ? failureBehind(request, world) : null;
    return failed === null || words === "" ? `${failed ?? ""}${words}` : goOn(failed, words);
  };
  const state =
    (wanted: State) =>
    (request: RequestView): boolean =>
      request.state === wanted;
  const objection =
    (...ids: readonly string[]) =>
    (request: RequestView): boolean =>
      request.objection !== null && ids.includes(request.objection.id);
  const blocked = (kind: BlockKind & NeedId): NeedGroup => {
    const found = world.plans
      .filter(
        (view) =>
          (view.block ?? view.foundLast)?.kind === kind && !view.frozen && !isBlockedByPerson(view.plan),
      )
      .map((view): Timed => ({
        at: moment(view.blockedSince),
        key: view.plan.path,
        ...whyOf(view.block ?? view.foundLast),
        need: () => ({
          note: stepRef(view),
          what: null,
          plan: nameOfPlan(view.plan),
          words: [
            blockWords(
              { ...view, block: view.block ?? view.foundLast, said: yourNote(view.request, world.requests) },
              show,
            ),
            ...(view.foundLast === null ? [] : [whenFound(view.foundLast, view, world)]),
          ].join("; "),
          paths: [view.plan.path],
          request: view.block?.request ?? null,
        }),
      }));
    const others = kind === "action" ? unspoken(world, show, most) : { total: 0, found: [] };
    return group(
      kind,
      BLOCKS[kind].title,
      nameFolders(BLOCKS[kind].wayOut, world.settings),
      [...found, ...others.found],
      found.length + others.total,
      most,
    );
  };
  const all = [
    requests(
      "in-doubt",
      STATE_WORDS["in-doubt"],
      "look where it should have arrived, then say whether it happened, as its record asks you to",
      (each) => each.state === "in-doubt" && each.underWay === null,
      begun,
    ),
    requests(
      "maybe-sending",
      MAYBE_SENDING,
      WAY_OUT_OF_SENDING,
      (each) => each.underWay?.isLive === false,
      sending,
    ),
    requests(
      "sending",
      SENDING,
      "the run that sends it records how it ends; you need do nothing",
      (each) => each.underWay?.isLive === true,
      sending,
    ),
    requests(
      "confirmation",
      BLOCKS.confirmation.title,
      BLOCKS.confirmation.wayOut,
      objection("confirmed"),
      reasoned,
    ),
    requests(
      "in-two-folders",
      STATE_WORDS["in-two-folders"],
      BLOCKS["two-folders"].wayOut,
      state("in-two-folders"),
      told,
    ),
    requests(
      "missing",
      STATE_WORDS.missing,
      WAY_OUT_OF_MISSING,
      (each) => each.state === "missing" && stopsItsPlan(each, world) && !liesDeep(each, world),
      gone,
    ),
    requests(
      "edited",
      STATE_WORDS.edited,
      BLOCKS.edited.wayOut,
      (each) => each.state === "edited" && each.obstacle === null && !liesApproved(each),
    ),
    requests(
      "anew",
      "Changed, and approved",
      WAY_OUT_OF_ANEW,
      (each) => each.state === "edited" && each.obstacle === null && liesApproved(each),
    ),
    requests(
      "stuck",
      "Changed, and Planwright cannot ask again",
      WAY_OUT_OF_STUCK,
      (each) => each.state === "edited" && each.obstacle !== null,
      reasoned,
    ),
    requests(
      "waiting",
      STATE_WORDS.waiting,
      BLOCKS.approval.wayOut,
      (each) => each.state === "waiting" && !isTorn(each) && !isOvertaken(each, world),
      waits,
    ),
    requests(
      "overtaken",
      "Not needed any more",
      "an earlier attempt did its step; Planwright withdraws this request when it runs on the acting device (in a terminal: planwright settle --executor)",
      (each) => each.state === "waiting" && !isTorn(each) && isOvertaken(each, world),
    ),
    requests("by-hand", BLOCKS["by-hand"].title, BLOCKS["by-hand"].wayOut, objection("by-hand"), told),
    requests(
      "refused",
      "Approved, but it cannot run",
      "put right what is named, or move the request to {rejected}",
      cannotRun,
      reasoned,
    ),
    requests(
      "held-up",
      "Approved, waiting to run",
      "Planwright carries it out on the acting device once the reason is gone (in a terminal: planwright settle --executor); to take it back, move it out of {approved}",
      (each) =>
        each.objection?.kind === "wait" &&
        !cannotRun(each) &&
        !objection("quiet", "confirmed", "by-hand")(each),
      reasoned,
    ),
    requests(
      "about-to-run",
      STATE_WORDS.candidate,
      "it goes out by itself while Planwright runs on the acting device (in a terminal: planwright settle --executor); to take it back, move it out of {approved}",
      (each) => each.state === "candidate" && (each.objection === null || each.objection.id === "quiet"),
      reasoned,
    ),
    ...(
      [
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
      ] as const
    ).map(blocked),
    requests(
      "torn",
      "Not complete yet",
      "wait for sync; if it stays so, restore the note or remove it",
      (each) => each.state === "waiting" && isTorn(each) && !isAway(each),
      reasoned,
    ),
    requests(
      "away",
      "Not on this computer just now",
      "it waits until the note is here again: open it once, in Finder or in Files",
      isAway,
      reasoned,
    ),
    requests(
      "replaced",
      STATE_WORDS.replaced,
      "answer the newer one; this one never runs",
      (each) => each.state === "replaced" && liesOpen(each),
    ),
    requests(
      "strange-record",
      "Beside a record that is not ours",
      "it does not run: look at the record, then move the record away, or move the request to {rejected}",
      (each) => each.state === "spent" && liesOpen(each) && isBesideAnothersRecord(each),
      reasoned,
    ),
    requests(
      "leftover",
      STATE_WORDS.spent,
      "it never runs again; move it away",
      (each) =>
        each.state === "spent" && liesOpen(each) && !isBesideAnothersRecord(each) && !isFiledByItself(each),
      reasoned,
    ),
    requests(
      "filed",
      STATE_WORDS.spent,
      "it never runs again; Planwright moves it beside its record when it runs on the acting device (in a terminal: planwright settle --executor)",
      (each) => each.state === "spent" && isFiledByItself(each),
      reasoned,
    ),
    requests(
      "foreign",
      STATE_WORDS.foreign,
      "it is never carried out: move it away, or ask again from its plan; “Adopt requests…” (in a terminal: planwright adopt) shows the plan that would ask for the same",
      (each) => each.state === "foreign" && !isDeep(each) && !needsNobody(each),
      reasoned,
      world.requests,
    ),
    requests(
      "too-deep",
      "In a subfolder, where no request is read",
      "move it up into the folder for requests itself; “Adopt requests…” (in a terminal: planwright adopt) reads requests of other programs in subfolders, too",
      (each) => isDeep(each) && !needsNobody(each),
      reasoned,
      world.requests,
    ),
    duplicates(world, most),
    problems(world, few),
    unconverted(world),
    withoutSteps(world),
    ...tasks(world, most),
    yourTurn(world, most),
    heldByPerson(world, most),
  ];
  return all.filter((each) => each.total > 0);
}

/** Plans at rest that need a person to say what is to be sent: how many, and the first of them. */
function unspoken(
  { catalog, plans }: World,
  show: (ms: number) => string,
  most: number,
): { readonly total: number; readonly found: readonly Timed[] } {
  const { total, cards } = catalog.needing();
  const looked = new Set(
    plans.flatMap(({ plan, frozen }) => (!frozen && isNeeding(catalog.at(plan.path)) ? [plan.path] : [])),
  );
  const found = firstOf(most + looked.size, cards).filter(({ path }) => !looked.has(path));
  return {
    total: total - looked.size,
    found: found
      .slice(0, most)
      .map((card): Timed => ({
        at: moment(card.since),
        key: card.path,
        need: () => ({
          note: cardRef(card),
          what: null,
          plan: card,
          words: blockWords({ block: card.block, blockedSince: card.since, said: "", step: card.next }, show),
          paths: [card.path],
          request: null,
        }),
      })),
  };
}

function isNeeding(card: Card | null): boolean {
  return card !== null && needsWords(card);
}

function requestPaths(world: World, request: RequestView): readonly string[] {
  if (request.state === "in-two-folders") return request.notes.map(({ path }) => path).sort(compareText);
  if (request.state === "in-doubt" && request.receipt !== null) return [request.receipt.path];
  return request.notes.length === 0 ? [] : [requestPath(world, request)];
}

function about(request: RequestView): Pick<Need, "about"> {
  const title = requestSubject(request);
  return title === null ? {} : { about: title };
}
