/** Rules about one task that came in. */
import type { Task } from "../note/intake/task";
import type { Rule } from "./rule";
import { drafted, draftedWords, quietFrom } from "./tasks";

/** Drafts decided on one world: their ids are held against the plans it knows. */
export const MOST_DRAFTS = 20;

export const TASK_RULES: readonly Rule<Task>[] = [
  {
    id: "draft-a-plan",
    when: "the settings have plans drafted; a task that came after set-up seems to need one, has and had none, and was not changed a moment ago",
    by: "actor",
    decide: (task, world) => {
      const { path, hash, changed: at, why } = task;
      const { told } = world.device;
      if (
        world.settings.intake !== "draft" ||
        !task.needsPlan ||
        told.has(drafted(path)) ||
        told.has(draftedWords(hash, at))
      )
        return null;
      const quiet = quietFrom(task, world);
      if (world.now < quiet) return { until: quiet, because: "the task was changed a moment ago" };
      return {
        move: { kind: "draft-plan", path, hash, at, why },
        because: `it seems to need a plan: ${why}`,
      };
    },
  },
];
