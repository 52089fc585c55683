/** A person lets a program run for checks of flows on this device, or no longer. No note can say so. */
import type { Command } from "../../../rules/command";
import { isElsewhere } from "../../../rules/permission";
import type { World } from "../../../rules/world";
import { listPrograms } from "../../../views/flow/programs";
import { FORBIDDEN, permitOf } from "../../../work/flow/programs";
import type { Bench } from "../../perform/context";
import { no, yes, type Obeyed } from "../../perform/replies";

export async function allowProgram(
  { code, allows }: Extract<Command, { readonly kind: "allow-program" }>,
  world: World,
  bench: Bench,
): Promise<Obeyed> {
  if (bench.programs.unable !== null) return no(bench.programs.unable);
  if (world.acting.kind === "named" && isElsewhere(world))
    return no(`Flows are worked on by ${world.acting.name}; give this command there.`);
  const found = listPrograms(world).find((each) => each.code === code);
  if (found === undefined)
    return no(`Nothing was changed: no program has the code “${code}” any more. Look at the list again.`);
  const { what, hash } = permitOf(found.program);
  await bench.memory.add({ kind: "trusted", what, hash: allows ? hash : FORBIDDEN, at: bench.clock.now() });
  return yes(
    allows
      ? `This device may run ${found.line} in ${found.folder} for checks of flows.`
      : `This device does not run ${found.line} any more.`,
  );
}
