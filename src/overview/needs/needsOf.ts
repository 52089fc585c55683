/**
 * Everything that waits for a person, grouped by kind, oldest first within a kind. Each thing stands in one group
 * only. Texts from notes are passed on as they are; the face that shows them neutralises them.
 */
import { moment } from "../../kit/dates";
import { isBlockedByPerson } from "../../note/plan/standstill";
import { compareText } from "../../kit/order";
import { requestLabel, whenFound } from "../describe";
import { needsWords, type PlanSummary } from "../../note/index/summary";
import { firstOf } from "../../kit/sorted";
import type { BlockKind } from "../../note/plan/blocks";
import { IN_APP, writePlaces, type Face } from "../../settings/places";
import { failureBehind } from "../../approval/failureBehind";
import type { NeedId } from "../situations";
import type { Need, NeedGroup } from "./need";
import { goOn, group, SHOWN, type Timed } from "./needGroup";
import { answersAt } from "../flow/answersAt";
import { duplicates, heldByPerson, problems, tasks, yourTurn, yourTurnPutOff } from "./noteNeeds";
import { summaryRef, nameOfPlan, requestRef, stepRef } from "../noteRef";
import { yourNote } from "../../approval/refusal";
import { isOfOthers } from "../../rules/external";
import { requestPath } from "../status";
import { requestSubject } from "../titles";
import { isAnswered } from "../mission/questions";
import { allPutOff, type PutOff } from "../putOffPlans";
import { asked, blockWords, IS_OPEN, whyOf } from "./needWords";
import { ROWS, type RequestRow } from "./needRows";
import { unconverted, withoutSteps } from "./unconverted";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";

/**
 * How needs are told. `show` writes a moment for the reader at hand; where it writes nothing, no times are told.
 * `most`: of one kind; more are counted.
 */
interface Telling {
  readonly show: (ms: number) => string;
  readonly most: number;
  readonly face: Face;
  /** Whether a need of this plan, or of this request, is told. */
  readonly isTold: (of: { readonly path: string } | { readonly request: string }) => boolean;
}

/** Up to `few` notes to put right are told one by one, more of a kind as one. */
export function needsOf(
  world: World,
  show: Telling["show"],
  few = 0,
  most: number = SHOWN,
  face: Face = IN_APP,
): readonly NeedGroup[] {
  const off = allPutOff(world);
  const telling: Telling = { show, most, face, isTold: (of) => !isAmong(off, of) };
  return finish(
    [
      ...rowsOf(world, telling),
      duplicates(world, most),
      problems(world, few),
      unconverted(world),
      withoutSteps(world),
      ...tasks(world, most),
      yourTurn(world, most, off.plans),
      heldByPerson(world, most),
    ],
    world,
    face,
  );
}

/** Needs that a person put off, in the same groups: nobody is asked for it before its day. */
export function putOffNeeds(world: World, show: Telling["show"], most: number = SHOWN): readonly NeedGroup[] {
  const off = allPutOff(world);
  if (off.plans.size === 0) return [];
  const telling: Telling = { show, most, face: IN_APP, isTold: (of) => isAmong(off, of) };
  return finish([...rowsOf(world, telling), yourTurnPutOff(world, most, off.plans)], world, IN_APP);
}

function isAmong(
  { plans, requests }: PutOff,
  of: { readonly path: string } | { readonly request: string },
): boolean {
  return "path" in of ? plans.has(of.path) : requests.has(of.request);
}

function rowsOf(world: World, telling: Telling): readonly NeedGroup[] {
  const named = world.requests.filter((each) => !isOfOthers(each));
  return ROWS.map((row) =>
    typeof row === "string"
      ? plansBlocked(row, world, telling)
      : requestsOf(row, row.ofOthersToo === true ? world.requests : named, world, telling),
  );
}

function finish(groups: readonly NeedGroup[], { settings }: World, face: Face): readonly NeedGroup[] {
  return groups
    .filter((each) => each.total > 0)
    .map((each) => ({ ...each, wayOut: writePlaces(each.wayOut, settings, face) }));
}

function requestsOf(
  { id, wanted, words = asked }: RequestRow,
  among: readonly RequestView[],
  world: World,
  { show, most, face, isTold }: Telling,
): NeedGroup {
  const found = among
    .filter((request) => isTold({ request: request.id }) && wanted(request, world))
    .map((request): Timed => ({
      at: moment(request.created),
      key: `${request.name} ${request.notes[0]?.path ?? ""} ${request.id}`,
      need: () => ({
        note: requestRef(request),
        what: requestRef(request) === null ? requestLabel(request) : null,
        ...about(request),
        plan: world.planIndex.home(request.plan),
        words: withFailure(request, words(request, show, face), world),
        paths: requestPaths(world, request),
        request: request.id === "" ? null : request.id,
      }),
    }));
  return group(id, found, found.length, most);
}

function withFailure(request: RequestView, words: string, world: World): string {
  const failed =
    IS_OPEN[request.state] || request.state === "in-doubt" ? failureBehind(request, world) : null;
  return failed === null || words === "" ? `${failed ?? ""}${words}` : goOn(failed, words);
}

function plansBlocked(kind: BlockKind & NeedId, world: World, { show, most, isTold }: Telling): NeedGroup {
  const found = world.plans
    .filter(
      (view) =>
        isTold(view.plan) &&
        !isAnswered(view) &&
        (view.block ?? view.foundLast)?.kind === kind &&
        !view.hasDuplicateId &&
        !isBlockedByPerson(view.plan),
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
        answers: answersAt(kind, view, world),
      }),
    }));
  // None of these is put off: such a plan is always looked at closely.
  const others =
    kind === "action" && isTold({ path: "" }) ? unspoken(world, show, most) : { total: 0, found: [] };
  return group(kind, [...found, ...others.found], found.length + others.total, most);
}

/** Plans at rest that need a person to say what is to be sent: how many, and the first of them. */
function unspoken(
  { planIndex, plans }: World,
  show: (ms: number) => string,
  most: number,
): { readonly total: number; readonly found: readonly Timed[] } {
  const { total, summaries } = planIndex.needing();
  const looked = new Set(
    plans.flatMap(({ plan, hasDuplicateId }) =>
      !hasDuplicateId && isNeeding(planIndex.at(plan.path)) ? [plan.path] : [],
    ),
  );
  const found = firstOf(most + looked.size, summaries).filter(({ path }) => !looked.has(path));
  return {
    total: total - looked.size,
    found: found
      .slice(0, most)
      .map((summary): Timed => ({
        at: moment(summary.since),
        key: summary.path,
        need: () => ({
          note: summaryRef(summary),
          what: null,
          plan: summary,
          words: blockWords(
            { block: summary.block, blockedSince: summary.since, said: "", step: summary.next },
            show,
          ),
          paths: [summary.path],
          request: null,
        }),
      })),
  };
}

function isNeeding(summary: PlanSummary | null): boolean {
  return summary !== null && needsWords(summary);
}

function requestPaths(world: World, request: RequestView): readonly string[] {
  if (request.state === "in-two-folders") return request.notes.map(({ path }) => path).sort(compareText);
  if (request.state === "in-doubt" && request.recordNote !== null) return [request.recordNote.path];
  return request.notes.length === 0 ? [] : [requestPath(world, request)];
}

function about(request: RequestView): Pick<Need, "about"> {
  const title = requestSubject(request);
  return title === null ? {} : { about: title };
}
