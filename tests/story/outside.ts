/**
 * The servers of a story: a mail server and a bank, which answer as the story says, and a gate in front of every call
 * where the power may go out.
 */
import type { Power } from "../fakes/faults";
import { createScriptedTools, type ScriptedAnswer, type ScriptedTools } from "../fakes/tools";
import { never } from "../../src/kit/never";
import type { ClockPort } from "../../src/kit/ports/clock";
import type { JsonObject, ToolsPort } from "../../src/kit/ports/tools";
import { lessonOf } from "../../src/adapters/mcp/lessonOf";
import { NO_CALL } from "../../src/adapters/mcp/verdict";
import type { Event, ToolAnswer } from "./story";

export interface Outside {
  readonly port: ToolsPort;
  readonly calls: ScriptedTools["calls"];
  script(change: Extract<Event, { tool: unknown }>["tool"]): void;
}

const text = { type: "string" };
const TOOLS: Readonly<
  Record<
    string,
    { readonly name: string; readonly properties: JsonObject; readonly required: readonly string[] }
  >
> = {
  mail: {
    name: "send_email",
    properties: {
      to: text,
      subject: text,
      body: text,
      message_id: text,
      files: { type: "array", items: text },
    },
    required: ["to", "subject", "body"],
  },
  bank: {
    name: "pay",
    properties: { to: text, amount: { type: "number" }, reference: text },
    required: ["to", "amount"],
  },
};

interface Mode {
  readonly answer: ToolAnswer;
  readonly down: string | null;
  readonly gone: boolean;
  readonly extra: string | null;
}

export function createOutside(clock: ClockPort, power: Power | null): Outside {
  const tools = createScriptedTools({ servers: {}, clock });
  const modes = new Map<string, Mode>();
  const set = (server: string, mode: Mode): void => {
    modes.set(server, mode);
    const tool = TOOLS[server];
    if (tool === undefined) throw new Error(`There is no server ${server} in stories.`);
    const properties = mode.extra === null ? tool.properties : { ...tool.properties, [mode.extra]: text };
    const offered = {
      name: tool.name,
      description: "",
      schema: { type: "object", properties, required: tool.required, additionalProperties: false },
    };
    tools.set(server, {
      tools: mode.gone ? [] : [offered],
      answer: () => answerOf(mode.answer, tools.calls.length),
      ...(mode.down === null ? {} : { down: mode.down }),
    });
  };
  for (const server of Object.keys(TOOLS))
    set(server, { answer: "ok", down: null, gone: false, extra: null });
  return {
    calls: tools.calls,
    script({ server, answer, down, gone, adds_argument }) {
      const before = modes.get(server) ?? { answer: "ok", down: null, gone: false, extra: null };
      set(server, {
        answer: answer ?? before.answer,
        down: down === undefined ? before.down : down,
        gone: gone ?? before.gone,
        extra: adds_argument ?? before.extra,
      });
    },
    port: {
      ...tools,
      async call(call) {
        // To the counter of writes a call is one more of them.
        const write = { name: "append", path: `call ${call.server}/${call.tool}` } as const;
        power?.before?.(write);
        const outcome = await tools.call(call);
        power?.after?.(write);
        return outcome;
      },
    },
  };
}

function unclear(text: string): ScriptedAnswer {
  return { kind: "unclear", text, lesson: lessonOf(text, NO_CALL) };
}

function answerOf(answer: ToolAnswer, calls: number): ScriptedAnswer {
  switch (answer) {
    case "ok":
      return { kind: "ok", text: "Sent." };
    case "tool-error":
      return { kind: "tool-error", text: "Saving a copy failed." };
    case "says-failed":
      return {
        kind: "unknown",
        why: "The server’s answer says that it failed.",
        said: '{"success":false,"error":"Authentication failed: 535 5.7.8"}',
      };
    case "says-neither":
      return unclear("Draft saved. Open the mail program to send it.");
    case "says-little":
      return unclear(`Item ${String(4711 + calls)} is in the list of 2026-03-0${String(1 + calls)}.`);
    case "takes-no-more":
      return { kind: "tool-error", text: "Rate limit exceeded for account “default”.", rests: 60_000 };
    case "not-sent":
      return { kind: "not-sent", why: "The connection was refused." };
    case "unknown":
      return { kind: "unknown", why: "The connection broke." };
    case "hang":
      return "hang";
    default:
      return never(answer);
  }
}
