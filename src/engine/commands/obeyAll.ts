/** Carries out several commands of a person at once: of different requests or plans, so that one look serves all. */
import { writeCommands, type Face } from "../../settings/places";
import { escapeLine } from "../../kit/text";
import type { World } from "../../rules/world";
import type { Context } from "../perform/context";
import { no, type Command, type GoesOn, type Obeyed } from "../perform/replies";
import { obey } from "./obey";

/** Called with each answer, and how many there are by now; where it says false, nothing more is begun. */
export type Told = (obeyed: Obeyed, done: number) => boolean;

interface Around {
  readonly world: World;
  readonly context: Context;
  readonly face: Face | undefined;
}

export async function obeyAll(
  commands: readonly Command[],
  { world, context, face }: Around,
  told: Told,
  goesOn?: GoesOn,
): Promise<readonly Obeyed[]> {
  const answers: Obeyed[] = [];
  for (const command of commands) {
    const obeyed = await obey(command, world, context, goesOn).catch((error: unknown) => {
      // A caller of one hears of a fault itself; a fault at one of several keeps none of the others back.
      if (commands.length === 1) throw error;
      return no(
        `That could not be done: ${escapeLine(error instanceof Error ? error.message : String(error), 300)}`,
      );
    });
    const answer = { ...obeyed, say: writeCommands(obeyed.say, face) };
    answers.push(answer);
    if (!told(answer, answers.length)) break;
  }
  return answers;
}
