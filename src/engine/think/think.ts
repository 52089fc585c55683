/** Carries out what an agent wants. */
import { never } from "../../kit/never";
import type { World } from "../../rules/world";
import { serverToolOf, serverToolsAt } from "../../agent/outside/serverTools";
import type { ThinkMove } from "../perform/context";
import type { Performed } from "../perform/performed";
import { askModel, type Thinking } from "./askModel";
import { callServerTool } from "./callServerTool";
import { lookAtTools } from "./lookAtTools";
import { noteCut } from "./noteCut";
import { runCheck } from "./runCheck";
import { undoEdit } from "./editNote";
import { useTool } from "./useTool";

export async function think(move: ThinkMove, world: World, around: Thinking): Promise<Performed> {
  switch (move.kind) {
    case "ask-model":
      return await askModel(move, around);
    case "look-at-tools":
      return lookAtTools(move, world, around);
    case "run-check":
      return await runCheck(move, around);
    case "note-cut":
      return await noteCut(move, around.context);
    case "use-tool":
      return isOfServer(move, world)
        ? await callServerTool(move, around)
        : await useTool(move, world, around.context);
    case "undo-edit":
      return await undoEdit(move, world, around.context);
    default:
      return never(move);
  }
}

function isOfServer(
  { path, call }: Extract<ThinkMove, { readonly kind: "use-tool" }>,
  { plans, serverTools }: World,
): boolean {
  const step = plans.find(({ plan }) => plan.path === path)?.step;
  return step != null && serverToolOf(serverToolsAt(step, serverTools), call.tool) !== null;
}
