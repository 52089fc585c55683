/** Proposals that a person sees before anything is done: worked out from the notes as they are. Writes nothing. */
import { hashText } from "../../kit/hash";
import { readFrontmatter } from "../../kit/frontmatter";
import { planKey } from "../../kit/ids";
import { hasTooManyLines, splitLines } from "../../kit/lines";
import { never } from "../../kit/never";
import { counted } from "../../kit/numbers";
import { convertNote } from "../../note/proposal/convert";
import { makeProposal, type NoteChange, type Proposal } from "../../note/proposal/proposal";
import { repairNote } from "../../note/proposal/repair";
import { parsePlan } from "../../note/plan/parse";
import { writeCommands, type Face } from "../../settings/places";
import { pathOf } from "../../settings/settings";
import { notConverted } from "../../rules/adoptable";
import type { Wanted, WantedChange } from "../../rules/command";
import { candidates, mergeable, WHICH } from "../../rules/proposalTargets";
import type { World } from "../../rules/world";
import type { Context } from "../perform/context";
import { proposeAdopt } from "./proposeAdopt";
import { proposeMerge } from "./proposeMerge";
import { meaning } from "../perform/find";
import { judge } from "../perform/judge";
import { proposePlan } from "../perform/planNote";

/** Told one by one where nothing can be shown. */
const FEW = 5;

const GETS_NAME = "It is a renamed request from Planwright, and gets its name back.";
const THEN_RUNS = "It is approved, so Planwright then carries it out unless something else holds it.";

interface Worked {
  readonly notes: readonly NoteChange[];
  /** Sentences on what is left alone, and why. */
  readonly left: readonly string[];
}

type Alone = Extract<WantedChange, { kind: "repair" | "convert" }>;

/** A sentence where there is nothing to show. Writes nothing. */
export async function propose(
  wanted: Wanted,
  world: World,
  context: Pick<Context, "vault" | "settings">,
  face?: Face,
): Promise<Proposal | string> {
  const proposed = await workOut(wanted, world, context);
  return typeof proposed === "string" ? writeCommands(proposed, face) : proposed;
}

/** Sentences keep the places for commands: the caller writes them. */
export async function workOut(
  wanted: Wanted,
  world: World,
  context: Pick<Context, "vault" | "settings">,
): Promise<Proposal | string> {
  if (wanted.kind === "plan") return await proposePlan(wanted, world, context);
  const paths = [
    ...candidates(wanted.kind, world),
    ...(wanted.kind === "repair" ? await brokenRequests(world, context) : []),
    ...(wanted.kind === "convert" ? notConverted(world.adoptable) : []),
  ];
  const { note } = wanted;
  const chosen = note === null ? paths : paths.filter((path) => isNamed(path, note));
  if (note !== null && chosen.length === 0) return await whyNot(note, wanted, world, context);
  if (paths.length === 0) return `There is no note ${WHICH[wanted.kind]}.`;
  const worked = await workOutChosen(wanted, chosen, world, context);
  if (typeof worked === "string") return worked;
  const { notes, left } = worked;
  if (notes.length > 0) return makeProposal(notes, left);
  // The reasons that follow may be too many to be shown whole.
  const rest = left.length > FEW ? "; name another to see why" : "";
  // Rejected requests are not tried; one sentence tells of them all.
  const tried =
    wanted.kind === "adopt"
      ? chosen.filter((path) => !path.startsWith(`${pathOf(context.settings, "rejected")}/`))
      : chosen;
  return `${tried.length <= 1 ? "" : `None of ${counted(tried.length, "note")} can be changed by rule${rest}. `}${left.slice(0, FEW).join(" ")}`;
}

async function workOutChosen(
  wanted: WantedChange,
  chosen: readonly string[],
  world: World,
  context: Pick<Context, "vault" | "settings">,
): Promise<Worked | string> {
  switch (wanted.kind) {
    case "repair":
    case "convert":
      return await eachAlone(wanted, chosen, world, context);
    case "merge": {
      const named = new Set(chosen);
      return await proposeMerge(
        mergeable(world).flatMap(({ paths }) => (paths.some((path) => named.has(path)) ? [paths] : [])),
        world,
        context,
      );
    }
    case "adopt":
      return await proposeAdopt(chosen, world, context);
    default:
      return never(wanted);
  }
}

const BEGINS = "Your settings start new plans by themselves, so it begins at once unless it is over.";

async function eachAlone(
  wanted: Alone,
  chosen: readonly string[],
  world: World,
  context: Pick<Context, "vault" | "settings">,
): Promise<Worked> {
  const taken = new Set([...world.planIndex.all(), ...world.planIndex.archived()].map(({ key }) => key));
  const archive = pathOf(context.settings, "done_plans");
  const notes: NoteChange[] = [];
  const left: string[] = [];
  for (const path of chosen) {
    const reading = await context.vault.read(path);
    const moves = world.requests.find(({ renamed }) => renamed?.from === path)?.renamed?.to;
    if (wanted.kind === "repair" && reading.kind === "text" && moves !== undefined) {
      const { text } = reading;
      const isApproved = path.startsWith(`${pathOf(context.settings, "approved")}/`);
      const said = isApproved ? [GETS_NAME, THEN_RUNS] : [GETS_NAME];
      notes.push({ path, hash: hashText(text), text, lines: [], moves, said });
      continue;
    }
    const made =
      reading.kind === "text"
        ? make(wanted, path, reading.text, { taken, archive })
        : { kind: "none" as const, why: "cannot be read now" };
    if (made.kind === "none") left.push(`${path} ${made.why}.`);
    else {
      notes.push(
        wanted.kind === "convert" && context.settings.auto_start
          ? { ...made.change, said: [BEGINS, ...(made.change.said ?? [])] }
          : made.change,
      );
      const after = parsePlan(path, made.change.text);
      if (after.kind === "plan") taken.add(planKey(after.plan.taskId));
    }
  }
  return { notes, left };
}

function make(
  wanted: Alone,
  path: string,
  text: string,
  place: { readonly taken: ReadonlySet<string>; readonly archive: string },
): ReturnType<typeof convertNote> {
  return wanted.kind === "repair"
    ? repairNote(path, text)
    : convertNote(path, text, { hands: wanted.hands, ...place });
}

/** Requests of others that were not refused and whose properties cannot be read: nothing else lists them one by one. */
async function brokenRequests(
  { adoptable, settings }: World,
  { vault }: Pick<Context, "vault">,
): Promise<string[]> {
  const rejected = `${pathOf(settings, "rejected")}/`;
  const paths = adoptable
    .filter(({ of }) => of === "request")
    .flatMap((group) => group.paths)
    .filter((path) => !path.startsWith(rejected))
    .sort();
  const broken: string[] = [];
  for (const path of paths.slice(0, READ)) {
    const note = await vault.read(path);
    if (
      note.kind === "text" &&
      !hasTooManyLines(note.text) &&
      readFrontmatter(splitLines(note.text)).kind === "broken"
    )
      broken.push(path);
  }
  return broken;
}

/** Requests of others that are read for it. */
const READ = 1000;

/**
 * Why this command has nothing to do for a note, or the change that it can make there after all. A fault that the
 * command finds itself comes first, then the judgment that all commands give alike.
 */
async function whyNot(
  note: string,
  wanted: WantedChange,
  world: World,
  context: Pick<Context, "vault">,
): Promise<Proposal | string> {
  const { kind, path, text, say } = await judge(note, world, context);
  if (text === null || (wanted.kind !== "repair" && wanted.kind !== "convert")) return say;
  const made = make(wanted, path, text, { taken: new Set(), archive: "" });
  if (wanted.kind === "convert")
    return kind === "dialect" && made.kind === "none" ? `${path} ${made.why}.` : say;
  // Properties can be put right in any of our folders, and nowhere else.
  if (made.kind === "change") return kind === "other" ? say : makeProposal([made.change], []);
  return kind === "broken" || kind === "broken-request"
    ? `${path} ${made.why}.`
    : `${path} ${made.why}. ${say}`;
}

/** By path, file name or link. */
function isNamed(path: string, wanted: string): boolean {
  return meaning(wanted)({ key: "", path }) === "exactly";
}
