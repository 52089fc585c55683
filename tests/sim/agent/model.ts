/**
 * A simulated model: what it says is thrown, it takes its time, and every question to it is a port call like any other.
 */
import { noModels } from "../../../src/adapters/models/noModels";
import type { ModelAnswer, ModelPort } from "../../../src/kit/ports/model";
import { arrive, die, nothing } from "../device";
import { createDice } from "../dice";
import type { Wiring } from "../ports";
import { NOBODY_KNOWS, say, type Mood } from "./says";
import { isStoppedWithin } from "./wait";

export interface Model {
  mood: Mood;
  /** How often it was asked. */
  asked: number;
  readonly chance: number;
}

export function createModel(chance: number): Model {
  return { mood: "mixed", asked: 0, chance };
}

/** Numbers far enough apart that the dice of two questions have nothing in common. */
const STRIDE = 7919;

/** Without a model, none is there. */
export function simulatedModels(wiring: Wiring, model: Model | null): ModelPort {
  if (model === null) return noModels;
  const { device, life, board, witness } = wiring;
  return {
    async ask(question, progress, signal) {
      const cut = await arrive(device, life, "ask model", board);
      if (cut !== null && cut.how !== "refuse" && cut.how !== "after") return await die(cut, device, board);
      model.asked += 1;
      const said = say(question, model.mood, createDice(model.chance + model.asked * STRIDE));
      const end = witness.agents.asking(device, question);
      if (cut?.how === "refuse") return end(unreached);
      if (signal.aborted && cut === null) return end(stopped);
      if (cut !== null) {
        end(said.answer);
        return await die(cut, device, board);
      }
      progress();
      const isLate = said.takes > question.timeout;
      const isStopped = await isStoppedWithin(Math.min(said.takes, question.timeout), signal, life, board);
      if (life.over) return await nothing();
      return end(isStopped && !said.comesAnyway ? stopped : isLate ? silent : said.answer);
    },
  };
}

const stopped: ModelAnswer = { kind: "failed", code: "stopped", why: "", usage: NOBODY_KNOWS };
const silent: ModelAnswer = { kind: "failed", code: "cut-off", why: "No answer came.", usage: NOBODY_KNOWS };
const unreached: ModelAnswer = {
  kind: "failed",
  code: "not-reached",
  why: "",
  usage: { in: 0, cached: 0, out: 0 },
};
