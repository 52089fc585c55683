/** A person lets a program of a flow run on this device, or no longer. No note can say so. */
import type { Command } from "../../../rules/command";
import { isElsewhere } from "../../../rules/permission";
import type { World } from "../../../rules/world";
import { listPrograms } from "../../../overview/flow/programs";
import { escapeLine } from "../../../kit/text";
import { permitHash } from "../../../agent/flow/agentPrograms";
import { FORBIDDEN } from "../../../agent/flow/programs";
import type { Context } from "../../perform/context";
import { findAgent } from "../../perform/findAgent";
import { no, yes, type Obeyed } from "../../perform/replies";

export async function allowProgram(
  { code, allows }: Extract<Command, { readonly kind: "allow-program" }>,
  world: World,
  context: Context,
): Promise<Obeyed> {
  if (context.programs.unable !== null) return no(context.programs.unable);
  if (world.acting.kind === "named" && isElsewhere(world))
    return no(`${world.acting.name} works on flows; run this command there.`);
  const [found, another] = listPrograms(world).filter((each) => each.code === code);
  if (found === undefined || another !== undefined)
    return no(
      `Nothing was changed: no program has the code “${code}” any more. Look at the list again: a command, a folder or a flow changed.`,
    );
  const { kind, line, folder, program, permit, copy } = found;
  const runs = allows && program !== null ? await findAgent(program, context) : null;
  if (runs?.kind === "none") return no(`Nothing was changed. ${runs.why}`);
  const hash = !allows ? FORBIDDEN : runs === null ? permit.hash : permitHash(permit.hash, runs.hash);
  await context.memory.add({ kind: "trusted", what: permit.what, hash, at: context.clock.now() });
  if (!allows)
    return yes(
      kind === "agent"
        ? `This device no longer starts ${line} for this plan, and ends it if it runs.`
        : `This device no longer runs ${line}, and ends it if it runs.`,
    );
  const allowed =
    kind === "agent"
      ? `This device may start ${line}, for the flow as it is now in ${copy?.path ?? ""}, while ${escapeLine(runs?.file ?? "", 300)} stays unchanged.`
      : `This device may run ${line} in ${folder} for checks of flows.`;
  return yes(`${allowed} The plan goes on when Planwright runs on this device{do:settle}.`);
}
