/** Plays a story on a stage: what the person does to notes, what the servers do, and when the desk works. */
import { expect } from "vitest";
import { never } from "../../src/kit/never";
import { pathOf } from "../../src/settings/settings";
import { check } from "./check";
import { obeyed, type Said } from "./said";
import { deviceOf, nextMinute, settle, work, type Stage } from "./stage";
import type { Event } from "./story";
import { matching } from "./tree";

type Simple = Exclude<Event, { settle: unknown } | { restart: unknown }>;

export async function play(stage: Stage): Promise<void> {
  for (const [at, event] of stage.story.events.entries()) {
    try {
      await perform(stage, event);
    } catch (error) {
      if (error instanceof Error)
        error.message = `Event ${String(at + 1)} (${Object.keys(event).join(" ")}): ${error.message}`;
      throw error;
    }
  }
}

async function perform(stage: Stage, event: Event): Promise<void> {
  if ("assert" in event) return stage.strict ? check(stage, event.assert) : undefined;
  if ("restart" in event) return void (stage.device.engine = null);
  await nextMinute(stage);
  if (!("settle" in event)) return await happen(stage, event);
  const { while_waiting: waiting = [] } = event;
  if (waiting.length > 0)
    stage.interlude = () => waiting.forEach((each) => ("restart" in each ? undefined : onNotes(stage, each)));
  const moves = await settle(stage, event.settle);
  if (!stage.strict) return;
  if (event.moves !== undefined) expect(moves.map(({ rule }) => rule)).toEqual(event.moves);
  if (stage.interlude !== null) throw new Error("The desk never waited.");
}

async function happen(stage: Stage, event: Simple): Promise<void> {
  if ("advance" in event)
    return await stage.clock.advance(
      ((event.advance.hours ?? 0) * 60 + (event.advance.minutes ?? 0)) * 60_000,
    );
  if ("tool" in event) return stage.outside.script(event.tool);
  if ("command" in event) return await obey(stage, event.command);
  if ("device" in event) return changeDevice(stage, event.device);
  onNotes(stage, event);
}

async function obey(
  stage: Stage,
  given: { readonly kind: string; readonly [key: string]: unknown },
): Promise<void> {
  const request = typeof given["request"] === "string" ? nameOf(stage, given["request"]) : undefined;
  // The desk's own commands; a story that misspells one gets an answer it does not expect.
  const command = { ...given, ...(request === undefined ? {} : { request }) } as unknown as Said;
  if (command.kind === "approve") stage.approved.add(idIn(command.request));
  stage.answer = await work(stage, stage.device.role, async (engine) => {
    if (command.kind !== "agree" || given["code"] !== undefined) return await obeyed(engine, command);
    // Whoever has it shown and agrees at once.
    const shown = await engine.propose(command.wanted);
    return typeof shown === "string"
      ? { kind: "refused", say: shown }
      : await engine.obey({ ...command, code: shown.code });
  });
}

/** A note's name by pattern, wherever it lies; a name as it is. */
function nameOf(stage: Stage, pattern: string): string {
  const [path] = matching(pattern, Object.keys(stage.ground.files()));
  return (path ?? pattern).replace(/^.*\//, "");
}

function changeDevice(
  stage: Stage,
  { name, from, forgets, machine, damaged }: Extract<Event, { device: unknown }>["device"],
): void {
  const device = deviceOf(stage, name);
  if (from !== undefined) device.store.restore(deviceOf(stage, from).store.snapshot());
  if (forgets === true) device.store.restore([]);
  if (damaged !== undefined) device.store.damage(damaged);
  if (machine !== undefined) device.machine = machine;
  if (from !== undefined || forgets === true || machine !== undefined || damaged !== undefined)
    device.engine = null;
  stage.device = device;
}

/** Plays an event in which a person or another program writes to the files. */
function onNotes(stage: Stage, event: Simple): void {
  const { ground, written } = stage;
  if ("write" in event)
    return put(
      stage,
      event.write.path.includes("*") ? (pick(stage, event.write.path) ?? event.write.path) : event.write.path,
      event.write.text,
    );
  if ("replace" in event) {
    const path = pick(stage, event.replace.path);
    const text = path === null ? "" : (ground.files()[path] ?? "");
    if (path === null || !text.includes(event.replace.find))
      return missing(stage, `${event.replace.path} does not say “${event.replace.find}”:\n${text}`);
    return put(
      stage,
      path,
      text.replace(event.replace.find, () => event.replace.with),
    );
  }
  if ("copy" in event) {
    const path = pick(stage, event.copy.from);
    return path === null
      ? missing(stage, `nothing matches ${event.copy.from}`)
      : put(stage, target(path, event.copy.to), ground.files()[path] ?? "");
  }
  if ("delete" in event) {
    const path = pick(stage, event.delete);
    if (path === null) return missing(stage, `nothing matches ${event.delete}`);
    written.delete(path);
    return ground.remove(path);
  }
  if ("move" in event) {
    const path = pick(stage, event.move.from);
    if (path === null) return missing(stage, `nothing matches ${event.move.from}`);
    return move(stage, path, target(path, event.move.to));
  }
  if ("folder" in event) {
    for (const path of [...written.keys()])
      if (path.startsWith(`${event.folder.from}/`))
        written.set(path.replace(event.folder.from, event.folder.to), written.get(path) ?? "");
    return ground.rename(event.folder.from, event.folder.to);
  }
  if ("assert" in event) return stage.strict ? check(stage, event.assert) : undefined;
  if ("advance" in event || "tool" in event || "command" in event || "device" in event)
    throw new Error("Only notes change while the desk waits.");
  return never(event);
}

function put(stage: Stage, path: string, text: string): void {
  stage.ground.put(path, text);
  stage.written.set(path, text);
  seeApproval(stage, path);
}

function move(stage: Stage, from: string, to: string): void {
  const { ground, written } = stage;
  if (Object.hasOwn(ground.files(), to)) return missing(stage, `${to} is there already`);
  ground.rename(from, to);
  const text = written.get(from);
  written.delete(from);
  if (text !== undefined) written.set(to, text);
  seeApproval(stage, to);
}

function seeApproval(stage: Stage, path: string): void {
  if (path.startsWith(`${pathOf(stage.settings, "approved")}/`)) stage.approved.add(idIn(path));
}

/** First digits of the action id, as the name of a request states them. */
function idIn(name: string): string {
  return /_([0-9a-f]{8})[^_/]*$/.exec(name)?.[1] ?? name;
}

/** `Approved`, `Approved/other name.md` and `Approved/.*.md.icloud` all say where to. */
function target(from: string, to: string): string {
  return /\.(?:md|icloud)$/.test(to)
    ? to.replace("*", from.replace(/^.*\/\.?|\.md(?:\.icloud)?$/g, ""))
    : `${to}/${from.replace(/^.*\//, "")}`;
}

function pick(stage: Stage, pattern: string): string | null {
  const found = matching(pattern, Object.keys(stage.ground.files()));
  if (found.length > 1 && stage.strict)
    throw new Error(`${pattern} means several files: ${found.join(", ")}`);
  return found[0] ?? null;
}

function missing(stage: Stage, why: string): void {
  if (stage.strict) throw new Error(`${why}\nThere are:\n${Object.keys(stage.ground.files()).join("\n")}`);
}
