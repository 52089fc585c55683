/**
 * Judges a note once for all commands: each of them tells a person the same about a note for which it has nothing to
 * do, and which command has.
 */
import { isAbout } from "../../note/plan/isAbout";
import { checkPath, nameOf } from "../../kit/path";
import { readFrontmatter } from "../../kit/frontmatter";
import { IGNORE, isBoard, isLeftAlone } from "../../note/plan/leaveAlone";
import { hasTooManyLines, splitLines } from "../../kit/lines";
import { endWith } from "../../kit/problem";
import { targetOf } from "../../note/intake/sources";
import { NO_STEPS } from "../../note/plan/parse";
import { convertNote } from "../../note/proposal/convert";
import { repairNote } from "../../note/proposal/repair";
import { pathOf, type FolderName } from "../../settings/settings";
import { isDeep, MANY } from "../../rules/problems";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import type { Context } from "./context";
import { meaning, noPlan, whyUnread } from "./find";

export type NoteKind =
  | "absent"
  | "unreadable"
  | "own"
  | "plan"
  | "frozen"
  | "put-away"
  | "copy"
  | "request"
  | "false-request"
  | "no-request"
  | "request-of-others"
  | "refused-request"
  | "record"
  | "broken-request"
  | "broken"
  | "faulty"
  | "dialect"
  | "left-alone"
  | "board"
  | "task"
  | "no-plan"
  | "other";

export interface Judged {
  readonly kind: NoteKind;
  /** Empty where there is no such note. */
  readonly path: string;
  /** Null where it cannot be read. */
  readonly text: string | null;
  /** The kind of the note and the command that is for it, in a sentence or two. */
  readonly say: string;
}

type Reader = Pick<Context, "vault">;

/** `which`: a path, a file name or a link, as a person types it. */
export async function judge(which: string, world: World, context: Reader): Promise<Judged> {
  const path = await findNote(which, world, context);
  if (path === null)
    return {
      kind: "absent",
      path: "",
      text: null,
      say: `There is no note “${which}”. {do:status} lists what there is; give the path of the note in the vault.`,
    };
  const note = await context.vault.read(path);
  const text = note.kind === "text" ? note.text : null;
  if (note.kind === "unreadable")
    return { kind: "unreadable", path, text, say: `${path} cannot be read: ${note.why}` };
  const kind = kindOf(path, text ?? "", world);
  return { kind, path, text, say: SAY[kind]({ path, text: text ?? "", world }) };
}

/** One that we know goes before one that merely lies there. */
async function findNote(which: string, world: World, { vault }: Reader): Promise<string | null> {
  const isMeant = meaning(which);
  const { planIndex, settings } = world;
  const known = [
    ...[...planIndex.all(), ...planIndex.archived()].map(({ path, key }) => ({ path, key })),
    ...[
      ...planIndex.adoptable().map(({ path }) => path),
      ...world.copies.map(({ path }) => path),
      ...world.requests.flatMap(({ notes }) => notes.map(({ path }) => path)),
      ...world.intake.notes,
      ...world.problems.map(({ path }) => path),
    ].map((path) => ({ path, key: "" })),
  ].filter(({ path }) => /\.md$/i.test(path));
  const named = known.find((each) => isMeant(each) === "exactly");
  if (named !== undefined) return named.path;
  const target = targetOf(which);
  // A path names one note; only a bare name may be in any of our folders.
  const written = [
    which,
    `${target}.md`,
    ...(target.includes("/") ? [] : FOLDERS.map((folder) => `${pathOf(settings, folder)}/${target}.md`)),
  ];
  for (const path of new Set(written))
    if (/\.md$/i.test(path) && checkPath(path).kind === "ok" && (await vault.read(path)).kind !== "absent")
      return path;
  return null;
}

/** Where a note may be that only its name was given of. */
const FOLDERS: readonly FolderName[] = [
  "plans",
  "pending",
  "approved",
  "rejected",
  "done_actions",
  "done_plans",
  "inbox",
  "needs_action",
];

function kindOf(path: string, text: string, world: World): NoteKind {
  const { planIndex, settings } = world;
  const within = (folder: FolderName): boolean => path.startsWith(`${pathOf(settings, folder)}/`);
  if (path === pathOf(settings, "dashboard") || path === pathOf(settings, "acting")) return "own";
  if (within("done_actions")) return "record";
  const request = requestAt(path, world);
  if (request !== undefined && request.state !== "foreign") return "request";
  if (request !== undefined && request.id !== "") return "false-request";
  if (within("pending") || within("approved") || within("rejected")) {
    if (request === undefined && isLeftAlone(text)) return "left-alone";
    if (request === undefined && isAbout(nameOf(path))) return "no-request";
    return within("rejected") ? "refused-request" : isBroken(text) ? "broken-request" : "request-of-others";
  }
  if (world.copies.some((each) => each.path === path)) return "copy";
  const summary = planIndex.at(path);
  if (summary !== null) return planIndex.hasDuplicateId(path) ? "frozen" : "plan";
  if ([...planIndex.archived()].some((each) => each.path === path)) return "put-away";
  if (planIndex.leftAlone().has(path)) return "left-alone";
  if (isBoard(text)) return "board";
  if (planIndex.adoptable().some((each) => each.path === path)) return "dialect";
  if ((within("plans") || within("done_plans")) && isBroken(text)) return "broken";
  if (world.problems.some((each) => each.path === path)) return "faulty";
  if (within("inbox") || within("needs_action")) return isAbout(nameOf(path)) ? "no-request" : "task";
  return within("plans") || within("done_plans") ? "no-plan" : "other";
}

function isBroken(text: string): boolean {
  return !hasTooManyLines(text) && readFrontmatter(splitLines(text)).kind === "broken";
}

interface Facts {
  readonly path: string;
  readonly text: string;
  readonly world: World;
}

/** One row for each kind: the only place that says what such a note is. */
const SAY: Readonly<Record<NoteKind, (facts: Facts) => string>> = {
  absent: ({ path }) => `There is no note “${path}”.`,
  unreadable: ({ path }) => `${path} cannot be read.`,
  own: ({ path }) => `${path} is one of Planwright’s own notes.`,
  plan: ({ path, world }) => {
    const summary = world.planIndex.at(path);
    return `${path} is a plan${summary === null ? "" : `: ${summary.taskId}, ${summary.status}`}. {do:explain} tells what it is waiting for.`;
  },
  frozen: ({ path, world }) =>
    `${path} is a plan, and another note has its id ${world.planIndex.at(path)?.taskId ?? ""}. {do:merge} shows what would make one of them.`,
  "put-away": ({ path }) => `${path} is a plan that was put away.`,
  copy: ({ path }) =>
    `${path} is a copy that sync made of a plan. {do:merge} shows what would make one of the two.`,
  request: ({ path, world }) =>
    `${path} is a request of Planwright${taskOf(path, world)}. {do:status} tells its state.`,
  "false-request": ({ path, world }) =>
    requestAt(path, world)?.renamed !== undefined
      ? `${requestAt(path, world)?.reason ?? ""} {do:repair} shows how it gets its name back.`
      : isDeepAt(path, world)
        ? `${path} counts for nothing where it is. ${requestAt(path, world)?.reason ?? ""}`
        : `${path} says that it is a request of Planwright, and counts as none. ${requestAt(path, world)?.reason ?? ""} It never runs; move it away, or ask again from its plan.`,
  "no-request": ({ path }) => `${path} tells about its folder. You need do nothing about it.`,
  "request-of-others": ({ path }) =>
    `${path} is among the requests, and Planwright did not write it. {do:adopt} shows the plan that would ask for the same; to make a plan of it as of any note, move it to Inbox first.`,
  "refused-request": ({ path }) =>
    `${path} is among the rejected requests, and Planwright did not write it. Move it out of there first if it is wanted after all.`,
  "broken-request": (facts) =>
    `${facts.path} is among the requests, Planwright did not write it, and it has properties that cannot be read; ${fault(facts)}. {do:adopt} shows the plan that would ask for the same, once they can be.`,
  record: ({ path }) => `${path} is among the records of what was asked for and carried out.`,
  broken: (facts) => `${facts.path} has properties that cannot be read; ${fault(facts)}.`,
  faulty: ({ path, world }) =>
    `${path} has to be put right first: ${endWith(
      world.problems
        .filter((each) => each.path === path)
        .slice(0, 3)
        .map(
          ({ line, message, kind }) =>
            `${line === null ? "" : `line ${String(line)}: `}${message === "" ? MANY[kind] : message}`,
        ),
    )}`,
  dialect: ({ path, text, world }) => {
    const lacks = world.planIndex.adoptable().find((each) => each.path === path)?.lacks ?? [];
    if (lacks.includes(NO_STEPS))
      return `${path} is in the Plans folder and has no steps. If it is to be a plan, write them as “- [ ] …” under a heading “Roadmap”.`;
    const made = convertNote(path, text, { hands: false, taken: new Set(), archive: "" });
    return made.kind === "change"
      ? `${path} looks like a plan written another way (${lacks.join(", ")}). {do:convert} shows what would make a plan of it.`
      : `${path} is not a plan yet (${lacks.join(", ")}): it ${made.why}.`;
  },
  "left-alone": ({ path, world }) => {
    const by = world.planIndex.leftAlone().get(path) ?? path;
    return `${path} is left alone, because ${by === path ? "it says" : `${by} says`} “${IGNORE}”. Take that line out of its properties, and it is read again.`;
  },
  board: ({ path }) =>
    `${path} is a board of the Kanban plugin, and is left as it is. {do:plan NOTE} shows a plan of its open cards.`,
  task: ({ path }) => `${path} is a task that came in. {do:plan NOTE} shows the plan it would make.`,
  "no-plan": ({ path }) => `${path} is in the Plans folder, and does not look like one.`,
  other: ({ path }) => `${path} is a note like any other. {do:plan NOTE} shows the plan it would make.`,
};

function requestAt(path: string, { requests }: World): RequestView | undefined {
  return requests.find(({ notes }) => notes.some((each) => each.path === path));
}

function isDeepAt(path: string, world: World): boolean {
  const request = requestAt(path, world);
  return request !== undefined && isDeep(request);
}

function taskOf(path: string, world: World): string {
  const task = requestAt(path, world)?.task ?? "";
  return task === "" ? "" : ` for ${task}`;
}

/**
 * The end of a sentence: the repair that puts the note right, or the reason why none does, as repair itself gives it.
 */
function fault({ path, text }: Facts): string {
  const repair = repairNote(path, text);
  return repair.kind === "change" ? "{do:repair} shows what would put them right" : `it ${repair.why}`;
}

/** The answer where `findPlan` found nothing: the note of that name may be there, and no plan as it is. */
export async function whyNoPlan(
  which: string,
  found: string,
  world: World,
  context: Reader,
): Promise<string> {
  const unread = await whyUnread(which, world, context);
  if (unread !== null || found !== noPlan(which, world)) return unread ?? found;
  const { kind, say } = await judge(which, world, context);
  return kind === "absent" || kind === "plan" ? found : say;
}
