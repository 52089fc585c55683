/** Commands that change what this device remembers, and no note. */
import { BY_PERSON, byProgram } from "../../device/ledger";
import { FORGOTTEN, taughtAnswers } from "../../device/taught";
import { never } from "../../kit/assertNever";
import type { World } from "../../rules/world";
import type { Context } from "../perform/context";
import { no, yes, type Command, type Obeyed } from "../perform/replies";
import { allowProgram } from "./flow/allowProgram";
import { spendAgain } from "./spendAgain";

type OfDevice = Extract<
  Command,
  { readonly kind: "allow-program" | "forget-answer" | "spend-again" | "pause" }
>;

export async function obeyHere(command: OfDevice, world: World, context: Context): Promise<Obeyed> {
  switch (command.kind) {
    case "allow-program":
      return await allowProgram(command, world, context);
    case "forget-answer": {
      const found = taughtAnswers(world.device).filter(({ code }) => code === command.code);
      for (const { what } of found)
        await context.memory.add({ kind: "trusted", what, hash: FORGOTTEN, at: context.clock.now() });
      return found.length === 0
        ? no(`No answer that you taught this device has the code “${command.code}”.`)
        : yes("Forgotten. The next such answer of that tool is a doubt again, which you are asked about.");
    }
    case "spend-again":
      return await spendAgain(world, context);
    case "pause":
      if (world.device.paused !== null) return yes("It is paused already.");
      await context.memory.add({
        kind: "paused",
        on: true,
        why: context.by === null ? BY_PERSON : byProgram(context.by),
        at: context.clock.now(),
      });
      return yes("Paused. This device writes no requests and carries none out until you continue.");
    default:
      return never(command);
  }
}
