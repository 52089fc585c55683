/**
 * The last moves after a stop. A call was under way when it came: its request, its plan and the Dashboard still say how
 * the call ended, so that nobody takes it for unsent. Nothing else is done, and nothing is sent.
 */
import { DRAW } from "../overview/dashboard/update";
import type { Decision, Move } from "../rules/moves";
import { decide } from "../rules/rules";
import type { World } from "../rules/world";
import type { Performed } from "./perform/performed";

/**
 * A request is put away, its step ticked, its plan finished and archived. More moves than this would be two rules that
 * undo each other.
 */
const MOST = 10;
const REACHES_OUT: readonly Move["kind"][] = [
  "act",
  "ask",
  "check-server",
  "ask-model",
  "use-tool",
  "run-check",
  "look-at-tools",
];

export interface Hands {
  readonly look: () => Promise<World>;
  readonly perform: (move: Move, world: World) => Promise<Performed>;
  /** Takes every move that was made. */
  readonly done: Decision[];
}

/** `request` is the id of the request that was carried out. */
export async function closeUp(request: string, { look, perform, done }: Hands): Promise<void> {
  for (let made = 0; made < MOST; made += 1) {
    const world = await look();
    const decision = nextMove(request, world);
    if (decision === null) break;
    if ((await perform(decision.move, world)).kind !== "done") break;
    done.push(decision);
  }
  const world = await look();
  const drawn = world.mayWrite ? DRAW.decide(world, world) : null;
  if (drawn !== null && "move" in drawn && (await perform(drawn.move, world)).kind === "done")
    done.push({ rule: DRAW.id, ...drawn });
}

function nextMove(id: string, world: World): Decision | null {
  const request = world.requests.find((each) => each.id === id);
  const plan = world.plans.find((each) => each.plan.key === request?.plan)?.plan.path;
  const own = [
    plan,
    request?.name,
    request?.recordNote?.path,
    ...(request?.notes ?? []).map(({ path }) => path),
  ];
  return (
    decide(world, DRAW).moves.find(
      ({ move }) => own.includes(move.path) && !REACHES_OUT.includes(move.kind),
    ) ?? null
  );
}
