/** Carries out what an agent wants. */
import type { World } from "../../rules/world";
import type { ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import { askModel, type Thinking } from "./askModel";
import { useTool } from "./useTool";

export async function think(move: ThinkMove, world: World, around: Thinking): Promise<Performed> {
  return move.kind === "ask-model" ? await askModel(move, around) : await useTool(move, world, around.bench);
}
