/**
 * The context that all rooms of the engine share while they work: the ports, the settings, the index, this device's
 * memory, and the servers seen.
 */
import type { ServerView } from "../../kit/ports/tools";
import type { Settings } from "../../settings/settings";
import type { PlanDetail, PlanView, World } from "../../rules/world";
import type { Obeyed, Stop } from "./replies";
import type { Index } from "../scan";
import type { Memory } from "./ledgerStore";
import type { Move } from "../../rules/moves";
import type { Performed } from "./performed";
import type { Ports } from "./ports";

export type ThinkMove = Extract<
  Move,
  { readonly kind: "ask-model" | "use-tool" | "run-check" | "note-cut" | "look-at-tools" | "undo-edit" }
>;

export interface Context extends Ports {
  readonly settings: Settings;
  /** Random; tells this run from every other. */
  readonly run: string;
  /** The program that gave the command at hand, empty where it has no name; null for a person, and for no command. */
  readonly by: string | null;
  readonly index: Index;
  readonly memory: Memory;
  /** Asks a server for its tools, now, and keeps the answer for the rules. */
  lookAtServer(name: string): Promise<ServerView>;
  /** Commands of a person that wait to take something back, or to stop it. */
  stopsAsked(): readonly Stop[];
  /** A call has begun: shows it on the faces and in the Dashboard, as the last look found it. */
  tellSending(): Promise<void>;
  /** The program was told to stop: no further call begins. */
  isStopped(): boolean;
  /** Carries out what an agent wants: starts a call of a model, uses or calls a tool, or takes a change back. */
  think(move: ThinkMove, world: World): Promise<Performed>;
  /** Takes what a person answered as the model of the plan’s agent. */
  answerByHand(view: PlanView, text: string, world: World): Promise<Obeyed>;
  /**
   * Lists every name again and reads all that is marked. Changes in other plans are known as of at most a second ago.
   */
  lookAgain(): Promise<World>;
  /** Looks at one plan closely. */
  planDetail(path: string): Promise<PlanDetail>;
  /** Keeps why a request could not be written, for the plan's block. */
  fail(plan: string, step: string, why: string): void;
}
