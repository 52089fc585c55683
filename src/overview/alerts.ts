/** Alerts: plans that have not moved for long, and the reasons why this device does nothing at the moment. */
import { nextMinute } from "../kit/dates";
import { compareText } from "../kit/order";
import { firstOf } from "../kit/sorted";
import { CONTROL_FOLDERS, pathOf, PLAN_FOLDERS } from "../settings/settings";
import { withoutHand } from "../note/plan/approvalMarker";
import { alertAge } from "../rules/blocking";
import { BLOCKS } from "../note/plan/blocks";
import { heldForLong } from "../rules/heldForLong";
import { sentence, withoutDay, withoutLinks } from "./titles";
import { count, counted } from "../kit/numbers";
import { describePlan, SPEND_AGAIN, WAY_OUT_OF_ABSENT } from "./describe";
import { IN_APP, nameInCommand, writeCommands, type Face } from "../settings/places";
import type { LinkCode } from "./links";
import { modelWaits } from "./modelWaits";
import { nameOfPlan, requestRef, stepRef, summaryRef } from "./noteRef";
import type { NoteRef, PlanName } from "./needs/need";
import type { World } from "../rules/world";

export interface Alert {
  readonly note: NoteRef | null;
  /** May quote notes. */
  readonly words: string;
  /** The plan it is about. */
  readonly plan?: PlanName;
  /** A link behind the words: the note that waits for an answer. */
  readonly asks?: NoteRef;
  /** The place in the app that the alert links to. */
  readonly link?: LinkCode;
  /** It is about folders that are not there. */
  readonly isOfFolders?: true;
}

/** Plans told one by one; more are counted. */
const SHOWN = 3;

export function alertsOf(world: World, show: (ms: number) => string, face: Face = IN_APP): Alert[] {
  return [
    ...world.lasting.map((words): Alert => ({ note: null, words })),
    ...paused(world, face),
    ...agentsWait(world, show, face),
    ...modelsWait(world, show, face),
    ...folderAlerts(world, face),
    ...stale(world, show),
    ...held(world, show, face),
  ];
}

/** A line of its own: the reason for a pause may be long, and what comes after it cut off. */
function paused({ device }: World, face: Face): Alert[] {
  return device.paused === null
    ? []
    : [
        {
          note: null,
          words: writeCommands("To go on after the pause: {do:continue}.", face),
          link: "continue",
        },
      ];
}

/** Once for the vault, however many plans wait for it. */
function agentsWait({ plans }: World, show: (ms: number) => string, face: Face): Alert[] {
  for (const { agentMove, block, plan } of plans) {
    if (
      agentMove?.kind !== "wait" ||
      agentMove.code === undefined ||
      block !== null ||
      plan.status !== "Active"
    )
      continue;
    const until = Number.isFinite(agentMove.until) ? ` until ${show(nextMinute(agentMove.until))}` : "";
    return [
      { note: null, words: `Agents wait${until}: ${agentMove.because}.` },
      ...(agentMove.code === "day-usd"
        ? [
            {
              note: null,
              words: `To let them go on now: ${writeCommands(SPEND_AGAIN, face)}.`,
              link: "spend-again" as const,
            },
          ]
        : []),
    ];
  }
  return [];
}

/** Whether agents get no answer, or may not ask, although nothing needs the person for it. */
export function hasWaitingAgents(world: World): boolean {
  const sayNothing = (): string => "";
  return agentsWait(world, sayNothing, IN_APP).length + modelsWait(world, sayNothing, IN_APP).length > 0;
}

function modelsWait(world: World, show: (ms: number) => string, face: Face): readonly Alert[] {
  const all = modelWaits(world, show, face);
  const rest = all.length - SHOWN;
  return [
    ...all
      .slice(0, SHOWN)
      .map(({ view, words }): Alert => ({ note: stepRef(view), plan: nameOfPlan(view.plan), words })),
    ...(rest > 0
      ? [{ note: null, words: `${counted(rest, "more plan waits", "more plans wait")} for a model.` }]
      : []),
  ];
}

/**
 * The folders that stop everything are told of among the reasons for standing still; a folder for plans that is not
 * there only makes the picture incomplete.
 */
function folderAlerts({ folders, settings, withoutSettings }: World, face: Face): Alert[] {
  const absent = withoutSettings ? [] : folders.absent;
  const control = CONTROL_FOLDERS.map((each) => pathOf(settings, each));
  const needed = PLAN_FOLDERS.map((each) => pathOf(settings, each));
  const sorted = (paths: readonly string[]): string[] => [...new Set(paths)].sort(compareText);
  const gone = sorted(absent.filter((each) => needed.includes(each)));
  const lacking = absent.some((each) => control.includes(each) || needed.includes(each));
  return [
    ...(gone.length === 0
      ? []
      : [
          {
            note: null,
            words:
              gone.length === 1
                ? `The folder ${gone.join("")} is missing, so its plans are not shown.`
                : `The folders ${gone.join(", ")} are missing, so their plans are not shown.`,
            isOfFolders: true as const,
          },
        ]),
    ...(lacking
      ? [
          {
            note: null,
            words: `For missing folders: ${writeCommands(WAY_OUT_OF_ABSENT, face)}.`,
            link: "set-up" as const,
            isOfFolders: true as const,
          },
        ]
      : []),
  ];
}

function sayStep({ step }: { readonly step: { readonly text: string } | null }): string {
  return step === null ? "" : `, at “${withoutDay(withoutLinks(withoutHand(step.text)))}”`;
}

/** Plans that a person holds, for as long as they hold them. */
function held(world: World, show: (ms: number) => string, face: Face): Alert[] {
  const all = heldForLong(world);
  const shown = all.slice(0, SHOWN).map(({ summary, since }): Alert => {
    const { path, taskId, title, next, byPerson } = summary;
    const reason = byPerson?.reason ?? null;
    const wayOut = writeCommands(BLOCKS.person.wayOut.replace("PLAN", nameInCommand(taskId)), face);
    return {
      note: summaryRef(summary),
      plan: { path, taskId, title },
      words: `has waited since ${show(since)}${sayStep({ step: next })}${reason === null ? "" : `: “${reason}”`}. ${sentence(wayOut)}.`,
    };
  });
  const rest = all.length - shown.length;
  return rest === 0
    ? shown
    : [
        ...shown,
        { note: null, words: `${counted(rest, "more plan has", "more plans have")} waited as long.` },
      ];
}

function stale(world: World, show: (ms: number) => string): Alert[] {
  const age = alertAge(world.settings);
  const { total, summaries } = world.planIndex.blockedBetween(-Infinity, world.now - age);
  const hours = count(world.settings.alert_hours);
  const shown = firstOf(SHOWN, summaries).flatMap(({ path, since }): Alert[] => {
    const view = world.plans.find(({ plan }) => plan.path === path);
    if (view === undefined) return [];
    const { status } = describePlan(view, world);
    const asks = view.request?.state === "waiting" ? requestRef(view.request) : null;
    return [
      {
        note: stepRef(view),
        plan: nameOfPlan(view.plan),
        words: `has stood still for more than ${hours} ${hours === "1" ? "hour" : "hours"}, since ${show(since ?? 0)}${sayStep(view)}. ${status}.`,
        ...(asks === null ? {} : { asks }),
      },
    ];
  });
  const rest = total - shown.length;
  return rest === 0
    ? shown
    : [
        ...shown,
        {
          note: null,
          words: `${count(rest)} more ${rest === 1 ? "plan has" : "plans have"} stood still for as long.`,
        },
      ];
}
