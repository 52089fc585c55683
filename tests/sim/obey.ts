/**
 * Commands of a person, given to the program of a device: what is meant by a pattern, and what it says of the person.
 */
import { isStop, type Command, type Obeyed } from "../../src/engine/perform/replies";
import type { Engine } from "../../src/engine/engine";
import { listPrograms } from "../../src/overview/flow/programs";
import { wantedOf } from "../../src/rules/proposalTargets";
import type { Role } from "../../src/approval/around";
import { folderOf } from "../../src/kit/path";
import { nameOfProgram } from "./agent/started";
import { asShown, obeyed, type Said } from "../story/said";
import type { Asked, Device, Life } from "./device";
import type { House } from "./house";
import { CRASH } from "./invariants";
import { amid, begin, deskFor, work } from "./program";
import { isCopy, valueIn } from "./reading";
import { isNoted, isSettled, recordsOf, stands } from "./remembered";
import { BY_HAND } from "./stories";
import type { Amid, CommandPattern, Shown } from "./script";
import type { Witness } from "./witness";

export async function obey(
  house: House,
  device: Device,
  pattern: CommandPattern,
  list: readonly Amid[],
  role: Role = "executor",
): Promise<void> {
  const { witness, board } = house;
  const order = orderFrom(pattern, device, witness);
  if (order === null || (board.agenda !== null && board.agenda.device === device)) return;
  if (device.life !== null && device.life.at !== null) {
    askAtWork(house, device, device.life, order);
    return;
  }
  witness.deeds.count += 1;
  const word = takeWord(order, device, witness);
  const open = device.life;
  // What an app is asked for waits until its present work is done.
  if (open !== null) await board.time.drive(() => !board.time.isAtWork(open));
  if (open?.over === true) return;
  const life = open ?? begin(device, -Infinity, pattern.kind === "take-over" ? "executor" : role);
  await amid(house, device, list, () =>
    work(house, life, async () => {
      const engine = device.engine ?? (await deskFor(house, device, life));
      device.commanded = pattern.kind;
      const answer = isShown(order)
        ? await agree(order.kind, engine, device, witness)
        : isOnPrograms(order)
          ? await allow(order.kind === "allow", engine, device, witness)
          : await obeyed(engine, order);
      device.commanded = null;
      if (answer.kind === "refused") word.refused();
      witness.say(`    it answers: ${answer.say}`);
    }),
  );
  device.commanded = null;
  if (life.over) word.cutOff();
  if (open === null) {
    if (device.life === life) device.life = null;
    life.over = true;
  }
}

/**
 * In the middle of the work of an open app: it is done when its turn comes. Only one waits at a time, and a terminal at
 * work hears nobody.
 */
function askAtWork({ witness, board }: House, device: Device, life: Life, order: Order): void {
  const { engine } = device;
  if (
    device.setup.door !== "app" ||
    engine === null ||
    device.commanded !== null ||
    life.asked !== null ||
    isShown(order) ||
    isOnPrograms(order)
  )
    return;
  // Only where there is a doubt does the app ask what became of it.
  if (
    order.kind === "resolve" &&
    engine.world()?.requests.find(({ name }) => name === order.request)?.state !== "in-doubt"
  )
    return;
  witness.deeds.count += 1;
  const word = takeWord(order, device, witness);
  // A click is on what the app shows.
  const command = asShown(order, engine.world());
  const turn = { isOwn: false };
  life.asked = {
    at: life.at ?? "",
    stops: whatItStops(command, device),
    turn(rests) {
      device.commanded = order.kind;
      // Until the app sleeps, it is at work for both.
      if (rests && !turn.isOwn) board.time.begin();
      turn.isOwn ||= rests;
    },
    lost: word.cutOff,
  };
  const over = (): void => {
    life.asked = null;
    device.commanded = null;
    if (turn.isOwn) board.time.rest();
  };
  // A server that is called for an agent keeps the app from nothing else.
  if (/^(?:look|call) web/.test(life.at ?? "")) device.commanded = order.kind;
  engine.obey(command).then(
    (answer) => {
      if (answer.kind === "refused") word.refused();
      witness.say(`    it answers: ${answer.say}`);
      over();
    },
    (error: unknown) => {
      if (!(error instanceof Error && /(?:cannot|could not) be written|is damaged/.test(error.message)))
        witness.report(CRASH, String(error));
      word.refused();
      over();
    },
  );
}

function whatItStops(order: Command, { disk }: Device): Asked["stops"] {
  if (!isStop(order)) return null;
  // No copy that sync made is a plan.
  if ("plan" in order && isCopy(order.plan)) return { task: "" };
  return order.kind === "pause"
    ? {}
    : "plan" in order
      ? { task: valueIn(disk.get(order.plan)?.text ?? "", "task_id") }
      : { request: order.request };
}

/**
 * The text among the approved of the request that a command approves; null where there is none, and for any other
 * command.
 */
function approvedBy(order: Order, { disk }: Device): string | null {
  return order.kind === "approve" ? (disk.get(`Approved/${order.request}`)?.text ?? null) : null;
}

/** What is shown first, and then done; or one command. */
type Order =
  { readonly kind: Shown } | { readonly kind: "allow" | "forbid" } | Exclude<Said, { readonly kind: Shown }>;

function isOnPrograms(order: Order): order is { readonly kind: "allow" | "forbid" } {
  return order.kind === "allow" || order.kind === "forbid";
}

/** One word for each of them, by the list that the person is shown. */
async function allow(isYes: boolean, engine: Engine, device: Device, witness: Witness): Promise<Obeyed> {
  let said: Obeyed = { kind: "refused", say: "There is no program." };
  for (const { code, line, copy, kind, permit } of listPrograms(await engine.look())) {
    const what = nameOfProgram(line, copy === null ? "" : folderOf(copy.path));
    const { programs } = witness.agents;
    const before = programs.allowed(device, what);
    // It counts from the moment at which it is said.
    // Behind the hash of the copy stand the steps that the person was shown.
    const [forCopy = ""] = kind === "agent" ? permit.hash.split(" ") : [];
    programs.says(device, what, isYes ? forCopy : null);
    said = await engine.obey({ kind: "allow-program", code, allows: isYes });
    if (said.kind === "refused") programs.says(device, what, before ?? null);
  }
  return said;
}

function isShown(order: { readonly kind: string }): order is { readonly kind: Shown } {
  return order.kind === "merge" || order.kind === "adopt";
}

/** Has it shown, and agrees to what is shown. */
async function agree(kind: Shown, engine: Engine, device: Device, witness: Witness): Promise<Obeyed> {
  const wanted = wantedOf(kind, null);
  const proposal = await engine.propose(wanted);
  if (typeof proposal === "string") return { kind: "refused", say: proposal };
  witness.agreed.set(
    device,
    proposal.notes.flatMap(({ path, after }) => (after === undefined ? [] : [{ goes: path, stays: after }])),
  );
  return await engine.obey({ kind: "agree", wanted, code: proposal.code });
}

/** Takes a person at their word: a command counts from the moment it is given, until it is refused or cut off. */
function takeWord(
  order: Order,
  device: Device,
  witness: Witness,
): { readonly refused: () => void; readonly cutOff: () => void } {
  const takeBack = takeAtWord(order, device, witness);
  const wasThere = approvedBy(order, device) !== null;
  const refused = (): void => void ("request" in order && !isHeard(order, device, witness) && takeBack());
  return {
    refused,
    cutOff() {
      // Cut off before anything of it was noted, it was not said.
      refused();
      // A move in the middle of which it was cut off may have been made all the same.
      const lies = approvedBy(order, device);
      if (!wasThere && lies !== null && "request" in order) witness.approved(device, order.request, lies);
    },
  };
}

/** Answers how to take it back. */
function takeAtWord(command: Order, device: Device, witness: Witness): () => void {
  if (command.kind === "resolve") {
    const called = witness.calls.find(({ name }) => name === command.request);
    if (called === undefined || isSettled(called, device)) return () => undefined;
    const before = called.resolved;
    called.resolved = command.happened;
    return () => void (called.resolved = before);
  }
  if (command.kind !== "confirm") return () => undefined;
  const name = command.request;
  const did = witness.did.has(name);
  if (witness.issued.get(name)?.shown?.type === BY_HAND) witness.did.add(name);
  // Where a note lies in two folders, to confirm it is to approve it.
  const lying = device.disk.get(`Approved/${name}`)?.text;
  const taken = lying == null ? null : witness.approved(device, name, lying);
  return () => {
    // A note that a hand approved meanwhile stays approved.
    const left = (witness.approvals.get(name) ?? []).filter((each) => each !== taken);
    if (left.length === 0) witness.approvals.delete(name);
    else witness.approvals.set(name, left);
    if (!did) witness.did.delete(name);
  };
}

/** Whether anything of it came into the memory of the device. */
function isHeard(command: Said & { readonly request: string }, { lines }: Device, witness: Witness): boolean {
  const id = witness.issued.get(command.request)?.id ?? "";
  if (command.kind === "resolve")
    return recordsOf(lines, "ended", id).some(({ outcome }) => String(outcome).startsWith("resolved-"));
  return stands(lines, "confirmed", id) || isNoted(lines, "did", id);
}

function orderFrom(pattern: CommandPattern, device: Device, witness: Witness): Order | null {
  const one = <Item>(items: readonly Item[], pick: number): Item | null =>
    items[pick % Math.max(1, items.length)] ?? null;
  switch (pattern.kind) {
    case "pause":
    case "continue":
    case "take-over":
    case "merge":
    case "adopt":
    case "allow":
    case "forbid":
      return { kind: pattern.kind };
    case "skip":
    case "cancel":
    case "start":
    case "request":
    case "later":
    case "undo": {
      const isHere = (path: string): boolean =>
        path.startsWith("Plans/") || (pattern.kind === "undo" && path.startsWith("Done/Plans/"));
      const path = one([...device.disk.texts().keys()].filter(isHere).sort(), pattern.pick);
      if (path === null) return null;
      if (pattern.kind === "request") return { kind: "request", plan: path, step: null, action: null };
      if (pattern.kind === "later") return { kind: "later", plan: path, until: "2099-12-31" };
      return pattern.kind === "skip"
        ? { kind: "skip", plan: path, step: null }
        : { kind: pattern.kind, plan: path };
    }
    default: {
      const name = one([...witness.issued.keys()], pattern.pick);
      if (name === null) return null;
      if (pattern.kind === "resolve") return { kind: "resolve", request: name, happened: pattern.happened };
      return pattern.kind === "reject"
        ? { kind: "reject", request: name, note: "Not now." }
        : { kind: pattern.kind, request: name };
    }
  }
}
