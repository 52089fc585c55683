/** `template list`: the templates of plans and of results. */
import { findTemplates } from "../../engine/commands/templates/findTemplates";
import type { Ports } from "../../engine/perform/ports";
import { escapeLine } from "../../kit/text";
import type { Settings } from "../../settings/settings";
import { json } from "../json";
import type { Output } from "../streams";
import type { Call } from "../words";

export async function listTemplates(
  { json: asJson }: Pick<Call, "json">,
  { ports, settings }: { readonly ports: Ports; readonly settings: Settings },
  { out }: Pick<Output, "out">,
): Promise<number> {
  const all = await findTemplates(ports.vault, settings);
  const listed = all.map(({ name, kind, title, path }) => ({ name, kind, title, path }));
  const lines = all.map(
    ({ name, kind, path }) => `${escapeLine(name, 120)}: of a ${kind} (${escapeLine(path, 200)})`,
  );
  out(asJson ? json({ templates: listed }) : `${lines.length === 0 ? NONE : lines.join("\n")}\n`);
  return 0;
}

const NONE = "No template yet. To save a plan as one: planwright template save PLAN";
