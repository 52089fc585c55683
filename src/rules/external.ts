/** Views of the notes in the folders for requests that are not requests of ours, or not any more. */
import type { Renamed, RequestView } from "../approval/view";
import { folderOf } from "../kit/path";
import { remember } from "../kit/remember";
import { pathOf, type Settings } from "../settings/settings";
import { identityOf, kindsOf, notePlace } from "./requestKinds";
import type { Seen, SeenRequest } from "./snapshot";

/**
 * Notes of requests of ours that a person renamed: each is the only note of its request, which was neither begun,
 * recorded nor asked anew. A copy beside the original is none. `known`: the requests of ours.
 */
export function renamedNotes(requests: readonly SeenRequest[], known: readonly RequestView[]): Renamed[] {
  return kindsOf(requests).foreign.flatMap((each) => {
    const { reading } = each.parsed;
    if (each.folder === "done" || reading.kind !== "foreign" || reading.sealed === undefined) return [];
    const { name, about } = reading.sealed;
    const id = reading.claims ?? "";
    const isAlone = requests.every(
      (other) => other === each || (other.name !== name && claimOf(other) !== id),
    );
    const isOpen = known.some(
      (own) =>
        own.id === id &&
        own.name === name &&
        own.newest &&
        (own.state === "missing" || (own.state === "rejected" && each.folder === "rejected")),
    );
    if (!isAlone || !isOpen) return [];
    return [
      {
        id,
        from: each.path,
        to: `${folderOf(each.path)}/${name}`,
        reason: `This is Planwright’s request for “${about}” under another name: ${each.name}.`,
      },
    ];
  });
}

function claimOf({ parsed: { reading } }: SeenRequest): string | null {
  return reading.kind === "foreign" ? reading.claims : (identityOf(reading)?.id ?? null);
}

/** A whole note of another program that names no request of ours: no rule does anything for it. */
export function isOfOthers({ id, state }: Pick<RequestView, "id" | "state">): boolean {
  return id === "" && state === "foreign";
}

/** `known`: the requests of ours. Leaves out the notes of others. */
export function strangers(
  { requests, settings }: Pick<Seen, "requests" | "settings">,
  known: readonly Pick<RequestView, "name" | "notes">[],
  renamed: readonly Renamed[],
): RequestView[] {
  const { identified, incomplete } = kindsOf(requests);
  const names = new Set(known.map((each) => each.name));
  const taken = new Set(known.flatMap(({ notes }) => notes.map(({ path }) => path)));
  return [
    ...incomplete.flatMap((each) => {
      const { reading } = each.parsed;
      // An unreadable note is told as a problem instead.
      const isTold = reading.kind !== "torn" || reading.unreadable === true;
      if (isTold || each.folder === "done" || taken.has(each.path) || names.has(each.name)) return [];
      const reason = reading.away === true ? reading.why : `The note is not complete: ${reading.why}.`;
      return [stranger(each, "", "waiting", reason)];
    }),
    ...identified.flatMap((each) => {
      if (each.folder === "done" || taken.has(each.path)) return [];
      const why = "it has the id of a request for another step or name";
      return [stranger(each, identityOf(each.parsed.reading)?.id ?? "", "foreign", notOurs(why))];
    }),
    ...externalViews(requests, settings).claiming.map((view): RequestView => {
      const found = renamed.find(({ from }) => from === view.notes[0]?.path);
      return found === undefined ? view : { ...view, reason: found.reason, renamed: found };
    }),
  ];
}

/**
 * Thousands of notes may be of others, so their views are kept: the same list while nothing in the folders has changed.
 */
export function notesOfOthers({
  requests,
  settings,
}: Pick<Seen, "requests" | "settings">): readonly RequestView[] {
  return externalViews(requests, settings).ofOthers;
}

interface ExternalViews {
  /** Views of notes that claim the id of a request. */
  readonly claiming: readonly RequestView[];
  readonly ofOthers: readonly RequestView[];
}

const externalViews = remember((requests: readonly SeenRequest[], settings: Settings): ExternalViews => {
  const views = kindsOf(requests).foreign.flatMap((each) => {
    const { reading } = each.parsed;
    if (each.folder === "done" || reading.kind !== "foreign") return [];
    const reason = reading.deep === true ? deepWords(each.folder, settings) : notOurs(reading.why);
    return [stranger(each, reading.claims ?? "", "foreign", reason)];
  });
  return { claiming: views.filter((each) => !isOfOthers(each)), ofOthers: views.filter(isOfOthers) };
});

function notOurs(why: string): string {
  return `Not made by Planwright: ${why}.`;
}

function deepWords(folder: Exclude<SeenRequest["folder"], "done">, settings: Settings): string {
  return `It is in a subfolder, where Planwright does not look; move it up into ${pathOf(settings, folder)}.`;
}

function stranger(each: SeenRequest, id: string, state: RequestView["state"], reason: string): RequestView {
  return {
    id,
    chain: id,
    attempt: 1,
    name: each.name,
    plan: "",
    task: "",
    step: "",
    type: "",
    stepText: "",
    created: 0,
    text: "",
    identity: null,
    action: null,
    notes: [notePlace(each)],
    recordNote: null,
    actionState: null,
    outcome: null,
    state,
    underWay: null,
    reason,
    newest: false,
    refused: false,
    objection: null,
    obstacle: null,
  };
}
