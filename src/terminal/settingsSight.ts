/**
 * Whether the settings file is still as this run read it. A run keeps the settings it began with, because its requests
 * and approvals belong to those. So it says that the file has changed. If the change decides what goes out, it holds
 * everything until a person starts it again.
 */
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { spell } from "../kit/json";
import { sensitiveHash, type Settings } from "../settings/settings";
import { codeOf } from "../adapters/node/trouble";
import { loadText } from "./open";
import { shortHome } from "./place";
import type { SettingsFile } from "./proposed";
import type { Call } from "./words";

export interface SettingsSight {
  /** Why nothing may be asked or carried out: at most one sentence. Reads the file. */
  hindrances(): readonly string[];
  /**
   * Says each change once, with what this run does now, and then calls `changed`. Returns a function that ends the
   * watching.
   */
  watch(say: (text: string) => void, changed: () => void): () => void;
}

interface Seen {
  /** Sentence about the change, for the person; null while the file is as this run read it. */
  readonly said: string | null;
  readonly holds: boolean;
}

/** Milliseconds between two looks at the file. */
const PERIOD = 1000;
const AS_READ: Seen = { said: null, holds: false };
const HELD = "Nothing is asked or carried out until it is as before, or you restart this run.";

export function sightOf(
  file: SettingsFile | null,
  settings: Settings,
  call: Pick<Call, "grace">,
): SettingsSight {
  if (file === null) return { hindrances: () => [], watch: () => () => undefined };
  const name = `The settings file ${shortHome(file.path)}`;

  const look = (): Seen => {
    let text: string;
    try {
      text = readFileSync(file.path, "utf8");
    } catch (error) {
      return {
        said: `${name} ${codeOf(error) === "ENOENT" ? "is gone" : "cannot be read any more"}. ${HELD}`,
        holds: true,
      };
    }
    if (text === file.text) return AS_READ;
    const loaded = loadText({ ...file, text }, call);
    if (loaded.kind === "wrong") return { said: `${loaded.say} ${HELD}`, holds: true };
    if (sensitiveHash(loaded.settings) === sensitiveHash(settings))
      return {
        said: `${name} has changed. This run keeps the settings it started with; to use the new ones, restart it.`,
        holds: false,
      };
    return { said: `${name} has changed${changesIn(settings, loaded.settings)}. ${HELD}`, holds: true };
  };

  return {
    hindrances() {
      const { said, holds } = look();
      return holds && said !== null ? [said] : [];
    },
    watch(say, changed) {
      let told: string | null = null;
      const hear = (): void => {
        const { said } = look();
        if (said === told) return;
        say(said ?? `${name} is as this run read it again, so the run continues.`);
        told = said;
        changed();
      };
      watchFile(file.path, { interval: PERIOD, persistent: false }, hear);
      return () => unwatchFile(file.path, hear);
    },
  };
}

/** Up to three changed servers and actions, in brackets with a space before; empty when none has changed. */
function changesIn(before: Settings, after: Settings): string {
  const named = [
    ...changesOf("the server", before.servers, after.servers),
    ...changesOf("the action", before.actions, after.actions),
  ];
  return named.length === 0
    ? ""
    : ` (${named.slice(0, 3).join(", ")}${named.length > 3 ? ", and more" : ""})`;
}

function changesOf(
  what: string,
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>,
): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, now] = [before, after].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
    const is =
      old === undefined
        ? "is new"
        : now === undefined
          ? "is gone"
          : spell(old) === spell(now)
            ? null
            : "is another";
    return is === null ? [] : [`${what} “${name}” ${is}`];
  });
}
