/**
 * The tasks for agents: each is solved by the script that comes with it, and by no model that is lazy, lies, or obeys a
 * note.
 */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openInMemory } from "./inMemory";
import { LAZY } from "./lazy";
import { play, type Score } from "./play";
import { readTasks, type Answers, type Task } from "./task";

const root = fileURLToPath(new URL("../..", import.meta.url));
const TASKS = readTasks(`${root}/tests/eval/tasks`);

async function score(task: Task, answers: Answers): Promise<Score> {
  return await play(task, await openInMemory(task, root, answers));
}

test.each(TASKS.map((task) => [task.name, task] as const))(
  "%s: its script solves it",
  async (_name, task) => {
    expect(await score(task, task.right)).toMatchObject({ faults: [], ungated: [], usd: 0 });
  },
);

test.each(TASKS.map((task) => [task.name, task] as const))(
  "%s: no lazy model solves it",
  async (_name, task) => {
    const solved: string[] = [];
    for (const [does, answers] of Object.entries({ ...LAZY, ...task.wrong })) {
      const { faults } = await score(task, answers);
      if (process.env.SHOW !== undefined) console.log(task.name, "|", does, "|", faults);
      if (faults.length === 0) solved.push(does);
    }
    expect(solved).toEqual([]);
  },
);
