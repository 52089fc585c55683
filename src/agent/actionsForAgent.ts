/** The types of action that the settings have a tool for, as an agent is told them: with what each needs. */
import { guessFiles } from "../note/action/files";
import { listedArguments } from "../note/action/typed";
import { isList } from "../kit/json";
import type { ServerView } from "../kit/ports/tools";
import { mappingOf, type Settings } from "../settings/settings";

/** A line for each type. Where its server was not asked yet, the line has the type alone. */
export function actionsForAgent(
  settings: Settings,
  servers: ReadonlyMap<string, ServerView>,
): readonly string[] {
  return Object.keys(settings.actions)
    .sort()
    .map((type) => {
      const mapping = mappingOf(settings, type);
      const server = mapping === null ? undefined : servers.get(mapping.server);
      const tool =
        server?.kind === "up" ? server.tools.find(({ name }) => name === mapping?.tool) : undefined;
      if (mapping === null || tool === undefined) return type;
      const target = mapping.target_argument ?? "to";
      const ours = [
        target,
        mapping.idempotency_argument,
        mapping.attachments_argument ?? guessFiles(tool.schema),
        ...Object.keys(mapping.fixed_arguments),
      ];
      const required = tool.schema["required"] ?? null;
      const listed = listedArguments(tool.schema).filter((name) => !ours.includes(name));
      const needed = listed.filter((name) => isList(required) && required.includes(name));
      const others = listed.filter((name) => !needed.includes(name));
      return [
        `${type}: “target” is its “${target}”`,
        needed.length === 0 ? "no args are needed" : `args needed: ${needed.join(", ")}`,
        ...(others.length === 0 ? [] : [`it also takes ${others.slice(0, 12).join(", ")}`]),
      ].join("; ");
    });
}
