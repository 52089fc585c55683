/**
 * The witness: sees every write, call, hand and record from outside the core, remembers what a person could know, and
 * holds each against the invariants at once. It reads notes with its own few lines, never with the core's.
 */
import type { CallOutcome, ToolCall } from "../../src/kit/ports/tools";
import { createEyes, type Eyes } from "./agent/eyes";
import type { Device, Life } from "./device";
import { sayChange, sayRecord } from "./diary";
import { sameSteps, type Agreed, type SameStep } from "./agreed";
import { INVARIANTS, type Invariant, type Sentence } from "./invariants";
import { ROUTES } from "./stories";
import { stands, wasAwayForDays } from "./remembered";
import { readAsPerson, stepIn, valueIn, type Shown } from "./reading";

export interface Write {
  readonly device: Device;
  readonly kind: "create" | "change" | "move";
  readonly path: string;
  readonly from: string | null;
  readonly before: string | null;
  readonly after: string;
}

/** A request as the core wrote it into the pending folder. */
export interface Issued {
  readonly name: string;
  readonly id: string;
  /** When its note was there, by the true time. */
  readonly at: number;
  readonly task: string;
  readonly step: string;
  readonly device: string;
  readonly text: string;
  readonly shown: Shown | null;
  /** The step of the plan as it read then; null when nobody had read it. */
  readonly asked: string | null;
  /** How its server was started then; "" for what is done by hand. */
  readonly definition: string;
  /** What the servers offered then. */
  readonly offer: string;
  /** Which memory it was sealed with: a device that forgot everything is another one. */
  readonly identity: number;
  /** Name of the first attempt. */
  readonly chain: string;
}

export interface Approval {
  /** The note as it read when a person put it there. */
  readonly text: string;
  /** When, on a clock that nobody set. Milliseconds since the epoch. */
  readonly at: number;
  /** How often the clock of the device where it was done had been set. */
  readonly clockSet: number;
  /** Where it was done. */
  readonly disk: Device["disk"];
}

export interface Called {
  readonly call: ToolCall;
  readonly device: Device;
  readonly life: Life;
  readonly name: string;
  readonly issued: Issued | null;
  readonly identity: number;
  /** What the files that go along said then. */
  readonly files: string;
  /** Null while nobody has heard it. */
  answer: CallOutcome["kind"] | null;
  /** A person said whether it happened. */
  resolved: boolean | null;
}

/** What one program has last seen, and since when. */
export interface Sight {
  readonly listed: Map<string, readonly string[] | null>;
  readonly reads: Map<string, string | null>;
  /** What was listed and read since its last record "begun". */
  readonly sinceBegun: Set<string>;
  readonly offers: Map<string, string>;
  /** What lay on the disk when something was begun, and what its memory held: all this can be seen before the call. */
  begun: { readonly files: ReadonlyMap<string, string>; readonly lines: readonly string[] };
  /** When it last saw that a name does not lie among the approved. By name, on a clock that nobody set. */
  readonly unapproved: Map<string, number>;
  /** Whether nobody had been here for days when it last looked at the approved. */
  wasAway: boolean;
  /**
   * What it saw among the approved, unnoted, at its first look after days; with how often the clock of its device had
   * been set. By name.
   */
  readonly fromDaysAway: Map<string, number>;
  /** How often the clock of its device had been set when something was begun. */
  clockSet: number;
  /** Its person waited to stop something when it was begun. */
  wasStopped: boolean;
  /** What a note said when it last had it in hand to change it, with what it made of it. By path. */
  readonly held: Map<string, string>;
  /** What it replaced last, by path: what it may take back. */
  readonly replaced: Map<string, string>;
  /**
   * What it saw among the approved and the rejected in one look: how much its device remembered then, and whether it
   * has seen it again in a later look. By name.
   */
  readonly refused: Map<string, { readonly lines: number; again: boolean }>;
  /** How many records of its memory it has read. */
  remembers: number;
}

export interface Violation {
  readonly invariant: Sentence;
  readonly why: string;
}

export interface Witness {
  readonly violations: Violation[];
  readonly issued: Map<string, Issued>;
  readonly approvals: Map<string, Approval[]>;
  /**
   * When a program of this device last saw that a name does not lie among the approved. By device and name, on a clock
   * that nobody set.
   */
  readonly absent: Map<string, number>;
  readonly calls: Called[];
  readonly diary: string[];
  /** How many things people did that may bring a new request. */
  readonly deeds: { count: number };
  /** Names of requests that a person says they did by hand. */
  readonly did: Set<string>;
  /** How often each device lost its memory. */
  readonly identities: Map<string, number>;
  /** What was last to be made one on a device, and what stands in two plans since it was. */
  readonly agreed: Map<Device, readonly Agreed[]>;
  readonly merged: SameStep[];
  /** Ids of requests of which a device noted that their approval was taken back, where that could be seen. */
  readonly takenBack: Set<string>;
  /** What a record said when it was sealed, by its seal: a person may write over the words beside it. */
  readonly sealed: Map<string, string>;
  /** Ids of plans that were made of requests of others. */
  readonly adopted: Set<string>;
  /** What is seen of agents. */
  readonly agents: Eyes;
  sightOf(life: Life): Sight;
  read(device: Device, path: string, text: string | null): void;
  held(device: Device, path: string, text: string): void;
  listed(device: Device, folder: string, names: readonly string[] | null): void;
  looked(device: Device, server: string, offer: string): void;
  wrote(write: Write): void;
  madeFolder(device: Device, path: string): void;
  remembered(device: Device, record: { readonly kind: string }): void;
  calling(device: Device, call: ToolCall): Called;
  approved(device: Device, name: string, text: string): Approval;
  say(line: string): void;
  report(invariant: Sentence, why: string): void;
}

/** By the settings, what goes out by it is approved. */
function isForActions({ server, tool }: ToolCall): boolean {
  return Object.values(ROUTES).some((route) => route.server === server && route.tool === tool);
}

/** An invariant that throws has failed: inside a port, the engine would take the error for one of its own. */
function failureOf(ask: () => string | null): string | null {
  try {
    return ask();
  } catch (error) {
    return `it cannot be asked: ${String(error)}`;
  }
}

export function createWitness(keepDiary: boolean): Witness {
  const sights = new WeakMap<Life, Sight>();
  const blank = (): Sight => ({
    listed: new Map(),
    reads: new Map(),
    sinceBegun: new Set(),
    offers: new Map(),
    begun: { files: new Map(), lines: [] },
    unapproved: new Map(),
    wasAway: false,
    fromDaysAway: new Map(),
    held: new Map(),
    replaced: new Map(),
    clockSet: 0,
    wasStopped: false,
    refused: new Map(),
    remembers: 0,
  });
  const say = (line: string): void => {
    if (keepDiary) witness.diary.push(line);
  };
  const hold = (
    moment: "wrote" | "calling" | "reaching" | "asking" | "starting",
    ask: (invariant: Invariant) => string | null,
  ): void => {
    for (const invariant of INVARIANTS) {
      if (invariant.at !== moment) continue;
      const why = failureOf(() => ask(invariant));
      if (why !== null) witness.report(invariant, why);
    }
  };
  const sightOf = (life: Life): Sight => {
    const known = sights.get(life) ?? blank();
    sights.set(life, known);
    return known;
  };

  /** The plans that a request may be written for, as its program last read them. */
  const plansOf = ({ life }: Device, text: string): string[] =>
    life === null
      ? []
      : [...sightOf(life).reads].flatMap(([path, plan]) =>
          path.startsWith("Plans/") && plan !== null && valueIn(plan, "task_id") === valueIn(text, "task_id")
            ? [plan]
            : [],
        );

  /**
   * A later attempt belongs to the request for the same step before it; one that another device has asked for meanwhile
   * is no part of it. A plan that was given another id still names the requests from before in its log.
   */
  const chainOf = (device: Device, name: string, text: string): string => {
    if (!(Number(valueIn(text, "attempt")) > 1)) return name;
    const plans = plansOf(device, text);
    const before = [...witness.issued.values()].filter(
      (each) =>
        each.step === valueIn(text, "step_id") &&
        (each.task === valueIn(text, "task_id") || plans.some((plan) => plan.includes(each.id))),
    );
    // Under another id nothing is asked anew that was only changed: it is a further attempt at what was tried, but for
    // what still lies there under the id from before.
    const isTried = (each: Issued): boolean =>
      witness.calls.some(({ issued }) => issued === each) &&
      !["Pending_Approval", "Approved"].some((folder) => device.disk.get(`${folder}/${each.name}`) !== null);
    const tried = before.some(({ task }) => task === valueIn(text, "task_id"))
      ? undefined
      : before.findLast((each) => each.device === device.name && isTried(each));
    return (tried ?? before.findLast((each) => each.device === device.name) ?? before.at(-1))?.chain ?? name;
  };

  const definitionOf = ({ life }: Device, text: string): string => {
    const server = ROUTES[readAsPerson(text)?.type ?? ""]?.server;
    return server === undefined ? "" : JSON.stringify(life?.settings.servers[server]);
  };

  /** The step that a request is written for, as its program last read it. */
  const askedOf = (device: Device, text: string): string | null => {
    const [plan, ...more] = plansOf(device, text);
    return plan === undefined || more.length > 0 ? null : stepIn(plan, valueIn(text, "step_id"));
  };

  const sawApproved = (device: Device, sight: Sight, names: readonly string[]): void => {
    const { unapproved, fromDaysAway } = sight;
    const isBack = wasAwayForDays(device) && !sight.wasAway;
    sight.wasAway = wasAwayForDays(device);
    for (const { name, id } of witness.issued.values()) {
      if (!names.includes(name)) {
        unapproved.set(name, device.disk.now());
        witness.absent.set(`${device.name} ${name}`, device.disk.now());
        fromDaysAway.delete(name);
      } else if (isBack && !stands(device.lines, "seen", id)) fromDaysAway.set(name, device.clockSet);
    }
  };

  /**
   * The rejected are listed after the approved, and the notes of each are read at once. What it noted by the next look
   * it has had the time to note.
   */
  const sawRefused = (device: Device, { listed, reads, refused }: Sight): void => {
    const isSeen = (folder: string, name: string): boolean =>
      listed.get(folder)?.includes(name) === true &&
      reads.get(`${folder}/${name}`) != null &&
      reads.get(`${folder}/${name}`) === device.disk.get(`${folder}/${name}`)?.text;
    for (const { name } of witness.issued.values()) {
      const refusal = listed.get("Rejected")?.find((each) => each.startsWith(name.replace(/\.md$/, "")));
      if (refusal === undefined || !isSeen("Approved", name) || !isSeen("Rejected", refusal)) continue;
      const known = refused.get(name);
      if (known === undefined) refused.set(name, { lines: device.lines.length, again: false });
      else known.again = true;
    }
  };

  const noteTakenBack = ({ disk, commanded, life }: Device, id: string, isBack: boolean): void => {
    const { name = "" } = [...witness.issued.values()].find((each) => each.id === id) ?? {};
    const seen =
      life === null
        ? []
        : ["Pending_Approval", "Rejected"].flatMap((folder) => sightOf(life).listed.get(folder) ?? []);
    const lies =
      seen.includes(name) ||
      [...disk.texts()].some(
        ([path, text]) =>
          /^(?:Pending_Approval|Rejected)\//.test(path) &&
          (path.includes(name.replace(/\.md$/, "")) || text.includes(id)),
      );
    if (isBack && (lies || commanded !== null)) witness.takenBack.add(id);
    else witness.takenBack.delete(id);
  };

  const filesOf = ({ disk }: Device, issued: Issued | null): string =>
    JSON.stringify((issued?.shown?.attachments ?? []).map((path) => disk.get(String(path))?.text));

  /** A call for an agent. */
  const reaching = (called: Called): void => {
    const { reaches } = witness.agents;
    const read = [...sightOf(called.life).reads].flatMap(([path, text]) =>
      path.startsWith("Plans/") && text !== null ? [text] : [],
    );
    const reached = reaches.reaching(called, read);
    hold("reaching", (invariant) => (invariant.at === "reaching" ? invariant.holds(reached, witness) : null));
    reaches.all.push(reached);
  };

  const witness: Witness = {
    violations: [],
    issued: new Map(),
    approvals: new Map(),
    absent: new Map(),
    calls: [],
    diary: [],
    deeds: { count: 0 },
    did: new Set(),
    identities: new Map(),
    agreed: new Map(),
    merged: [],
    takenBack: new Set(),
    sealed: new Map(),
    adopted: new Set(),
    agents: createEyes(
      (asked) =>
        hold("asking", (invariant) => (invariant.at === "asking" ? invariant.holds(asked, witness) : null)),
      (started) =>
        hold("starting", (invariant) =>
          invariant.at === "starting" ? invariant.holds(started, witness) : null,
        ),
      sightOf,
      ({ name }) => witness.identities.get(name) ?? 0,
    ),
    sightOf,
    say,
    read(device, path, text) {
      if (device.life === null) return;
      const sight = sightOf(device.life);
      sight.reads.set(path, text);
      sight.sinceBegun.add(path);
    },
    held(device, path, text) {
      if (device.life !== null) sightOf(device.life).held.set(path, text);
    },
    listed(device, folder, names) {
      if (device.life === null) return;
      const sight = sightOf(device.life);
      sight.listed.set(folder, names);
      // A plan that is gone says nothing any more.
      if (folder === "Plans" && names !== null)
        for (const path of sight.reads.keys())
          if (/^Plans\/[^/]+$/.test(path) && !names.includes(path.slice(6))) sight.reads.delete(path);
      if (folder === "Approved" && names !== null) sawApproved(device, sight, names);
      if (folder === "Rejected" && names !== null) sawRefused(device, sight);
      sight.sinceBegun.add(folder);
    },
    looked(device, server, offer) {
      if (device.life !== null) sightOf(device.life).offers.set(server, offer);
    },
    wrote(write) {
      const { device, kind, path, after } = write;
      if (keepDiary)
        say(
          `    ${device.name} ${kind === "create" ? "writes" : kind === "change" ? "changes" : `moves ${write.from ?? ""} to`} ${path}${kind === "change" ? `: ${sayChange(write.before ?? "", after)}` : ""}`,
        );
      if (
        kind === "create" &&
        path.startsWith("Pending_Approval/") &&
        !path.endsWith("/About this folder.md")
      ) {
        const name = path.slice(path.lastIndexOf("/") + 1);
        const offers =
          device.life === null
            ? ""
            : [...sightOf(device.life).offers]
                .sort()
                .map(([server, offer]) => `${server} ${offer}`)
                .join("\n");
        witness.issued.set(name, {
          at: device.disk.now(),
          name,
          id: valueIn(after, "action_id"),
          task: valueIn(after, "task_id"),
          step: valueIn(after, "step_id"),
          device: device.name,
          text: after,
          shown: readAsPerson(after),
          definition: definitionOf(device, after),
          offer: offers,
          asked: askedOf(device, after),
          identity: witness.identities.get(device.name) ?? 0,
          chain: chainOf(device, name, after),
        });
      }
      // Only when it is new: what is written beneath it later may stand beside other words of a person.
      const seal = kind !== "move" && path.endsWith("_receipt.md") ? valueIn(after, "seal") : "";
      if (seal !== "" && !witness.sealed.has(seal)) witness.sealed.set(seal, valueIn(after, "outcome"));
      witness.merged.push(...sameSteps(write, witness));
      if (kind === "create" && device.commanded === "adopt" && path.startsWith("Plans/"))
        witness.adopted.add(valueIn(after, "task_id"));
      if (kind === "move" && device.commanded === "approve" && path.startsWith("Approved/"))
        witness.approved(device, path.slice("Approved/".length), after);
      hold("wrote", (invariant) => (invariant.at === "wrote" ? invariant.holds(write, witness) : null));
      witness.agents.wrote(write);
      if (device.life !== null && kind === "change")
        sightOf(device.life).replaced.set(path, write.before ?? "");
    },
    madeFolder: (device, path) => say(`    ${device.name} makes ${path}`),
    remembered(device, record) {
      if (keepDiary) say(`    ${device.name} remembers ${sayRecord(record)}`);
      const of = String(Reflect.get(record, "action") ?? "");
      if (of !== "" && ["seen", "taken-back", "paused"].includes(record.kind))
        noteTakenBack(device, of, record.kind !== "seen");
      if (record.kind !== "begun" || device.life === null) return;
      const sight = sightOf(device.life);
      sight.sinceBegun.clear();
      sight.begun = { files: new Map(device.disk.texts()), lines: device.lines };
      sight.clockSet = device.clockSet;
      const { asked } = device.life;
      sight.wasStopped = asked !== null && asked.stops !== null && asked.at !== "append begun";
    },
    calling(device, call) {
      if (device.life === null) throw new Error("A program that has ended calls.");
      const issued = [...witness.issued.values()].find((each) => each.id === call.action) ?? null;
      const called: Called = {
        call,
        device,
        life: device.life,
        name: issued?.name ?? "",
        issued,
        identity: witness.identities.get(device.name) ?? 0,
        files: filesOf(device, issued),
        answer: null,
        resolved: null,
      };
      say(`    ${device.name} calls ${call.server}/${call.tool} ${JSON.stringify(call.args)}`);
      if (issued === null && !isForActions(call)) {
        reaching(called);
        return called;
      }
      if (issued === null) reaching(called);
      hold("calling", (invariant) => (invariant.at === "calling" ? invariant.holds(called, witness) : null));
      witness.calls.push(called);
      return called;
    },
    approved({ disk, clockSet }, name, text) {
      const all = witness.approvals.get(name) ?? [];
      // An approval that fails is asked anew.
      witness.deeds.count += 1;
      const approval = { text, at: disk.now(), clockSet, disk };
      witness.approvals.set(name, [...all, approval]);
      return approval;
    },
    report(invariant, why) {
      say(`    !! ${invariant.id} ${invariant.name}: ${why}`);
      witness.violations.push({ invariant, why });
    },
  };
  return witness;
}
