/** Turns a call into the commands of the engine. */
import { readFile } from "node:fs/promises";
import type { Action } from "../action/action";
import { parseAction } from "../action/parse";
import { BYTE_ORDER_MARK } from "../kit/frontmatter";
import { findResult } from "../engine/commands/flow/archiveResult";
import type { Command } from "../engine/perform/replies";
import type { Engine } from "../engine/engine";
import { confirmedBy } from "./confirm";
import type { DraftByModel } from "../work/planDraft";
import { optionsOf } from "./paste";
import { wantedBy } from "./proposal";
import { AGENT_MODES, type Call } from "./words";

/** A sentence where what was shown is not what stands there now. */
export async function commandsOf(
  call: Call,
  engine: Engine,
  draft: DraftByModel | null = null,
): Promise<readonly Command[] | string> {
  const { verb, words } = call;
  const [first = "", second] = words;
  const step = second === undefined ? null : Number(second);
  switch (verb) {
    case "init":
      return [{ kind: "set-up", table: call.table }];
    case "request":
      return [{ kind: "request", plan: first, step, action: null }];
    case "skip":
      return [{ kind: "skip", plan: first, step }];
    case "cancel":
      return [{ kind: "cancel", plan: first }];
    case "skills":
      return [{ kind: "eject", what: "skill", name: second ?? "", to: call.user ? "user" : "vault" }];
    case "flow":
      if (first === "eject")
        return [{ kind: "eject", what: "flow", name: second ?? "", to: call.user ? "user" : "vault" }];
      if (first !== "start")
        return [{ kind: "allow-program", code: second ?? "", allows: first === "allow" }];
      return [{ kind: "start-flow", flow: second ?? "", inputs: call.inputs }];
    case "reasoning": {
      if (first === "archive") return [{ kind: "archive-result", note: second ?? "" }];
      const note = findResult(second ?? "", await engine.look());
      return typeof note === "string"
        ? note
        : [{ kind: "start-flow", flow: "review-again", inputs: { topic: note.title, note: note.path } }];
    }
    case "template":
      return first === "save"
        ? [{ kind: "template", what: "save", of: second ?? "" }]
        : [{ kind: "template", what: "new", of: second ?? "", objective: words[2] ?? "" }];
    case "start":
      return [{ kind: "start", plan: first }];
    case "confirm": {
      const command = confirmedBy(first, second ?? "", await engine.look(), optionsOf(call));
      return typeof command === "string" ? command : [command];
    }
    case "resolve":
      if (second === "forget") return [{ kind: "forget-answer", code: first }];
      return [
        {
          kind: "resolve",
          request: first,
          happened: second !== "not-happened",
          ...(second === "always" ? { always: true } : {}),
        },
      ];
    case "agent":
      return [{ kind: "agent", plan: first, mode: AGENT_MODES.find((mode) => mode === second) ?? "off" }];
    case "log":
      return [{ kind: "remark", plan: first, by: call.as ?? "", text: second ?? "" }];
    case "tick":
      return [{ kind: "tick", plan: first, step, by: call.as ?? "", why: call.why ?? "" }];
    case "draft": {
      const action = await readAction(words[2] ?? "");
      return typeof action === "string"
        ? action
        : [{ kind: "draft-action", plan: first, step, by: call.as ?? "", why: call.why ?? "", action }];
    }
    case "spend-again":
    case "pause":
    case "continue":
      return [{ kind: verb }];
    case "take-over":
      return [{ kind: "take-over" }];
    default: {
      const wanted = wantedBy(call);
      if (wanted === null) return [];
      const whole = wanted.kind === "plan" && draft !== null ? { ...wanted, draft } : wanted;
      return [{ kind: "agree", wanted: whole, code: second ?? "" }];
    }
  }
}

/** The lines of an action block, in a file of their own, with or without the fence around them. */
async function readAction(file: string): Promise<Action | string> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return `The file ${file} cannot be read.`;
  const reading = parseAction(text.replace(BYTE_ORDER_MARK, "").replace(FENCE, "$2"));
  return reading.kind === "action"
    ? reading.action
    : `${file} holds no action that can be understood: ${reading.why}.`;
}

const FENCE = /^\s*(`{3,}|~{3,})action[ \t]*\r?\n([\s\S]*?)\r?\n\1\s*$/;
