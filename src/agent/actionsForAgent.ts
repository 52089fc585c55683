/** The types of action that the settings have a tool for, as an agent is told them: with what each needs. */
import { guessFiles } from "../note/action/files";
import { KINDS, kindOfType } from "../note/action/kinds";
import { listedArguments } from "../note/action/typed";
import { isList } from "../kit/json";
import type { ServerView } from "../kit/ports/tools";
import { mappingOf, type Mapping, type Settings } from "../settings/settings";

/** A line for each type: by the schema of its tool or, where its server was not asked yet, by what is usual. */
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
      if (mapping === null) return type;
      if (tool === undefined) return usual(type, mapping);
      const target = mapping.target_argument ?? "to";
      const files = mapping.attachments_argument ?? guessFiles(tool.schema);
      const ours = [target, mapping.idempotency_argument, files, ...Object.keys(mapping.fixed_arguments)];
      const required = tool.schema["required"] ?? null;
      const listed = listedArguments(tool.schema).filter((name) => !ours.includes(name));
      const needed = listed.filter((name) => isList(required) && required.includes(name));
      const others = listed.filter((name) => !needed.includes(name));
      return [
        `${type}: “target” is its “${target}”`,
        needed.length === 0 ? "no args are needed" : `args needed: ${needed.join(", ")}`,
        ...(others.length === 0 ? [] : [`it also takes ${others.slice(0, 12).join(", ")}`]),
        ...(files === null ? [] : [FILES]),
      ].join("; ");
    });
}

const FILES = "files go along as “attachments”";

/** The line of a type whose server was not asked. A draft with other names is told those of the tool. */
function usual(type: string, mapping: Mapping): string {
  const { target_argument: target, attachments_argument: files, fixed_arguments: fixed } = mapping;
  const kind = kindOfType(type) ?? "tool";
  const args = KINDS[kind].type?.args.filter((name) => !Object.hasOwn(fixed, name)) ?? [];
  if (args.length === 0) return type;
  return [
    `${type}: “target” is ${target === null ? "the receiver" : `its “${target}”`}`,
    `usual args, as nobody has asked the server yet: ${args.join(", ")}`,
    ...(files === null && kind !== "mail" ? [] : [FILES]),
  ].join("; ");
}
