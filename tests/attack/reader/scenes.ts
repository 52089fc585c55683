/**
 * The scenes in which text from outside reaches notes and views of ours. Each is played once with hostile words and
 * once with quiet ones.
 */
import type { ScriptedServer } from "../../fakes/tools";
import type { CallOutcome } from "../../../src/kit/ports/tools";
import type { Place, Messages } from "../active";
import { openStage, planNote, quoted, type Moment, type Setting, type Stage } from "./stage";

/** Called where a person may look at the views, with the stage as it is then. */
export type Look = (stage: Stage) => Promise<void>;

export interface Scene {
  readonly name: string;
  /** Ways in whose words must arrive in a note that Planwright writes. */
  readonly written: readonly Place[];
  /**
   * The words stand in the middle of somebody's Markdown, where they may hide what follows or take another meaning, as
   * Markdown goes.
   */
  readonly raw?: true;
  readonly play: (say: Messages, look: Look) => Promise<Stage>;
}

const text = { type: "string" };
const PLAN = "Plans/invoice.md";
const TOOL = {
  name: "send",
  description: "",
  schema: {
    type: "object",
    properties: { to: text, subject: text, body: text, files: { type: "array", items: text } },
    required: ["to"],
  },
};

function emailTo(
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    type: "email",
    target: `${name}@example.com`,
    args: { subject: name, body: "Please find it." },
    ...more,
  };
}

/** A plain mail server. */
function plain(more: Partial<ScriptedServer> & Partial<Setting> = {}): Setting {
  const { tools = [TOOL], answer, device = "Laptop", from } = more;
  return {
    device,
    ...(from === undefined ? {} : { from }),
    settings: {
      servers: { mail: { command: "mail" } },
      actions: { email: { server: "mail", tool: "send", attachments_argument: "files" } },
    },
    servers: { mail: { tools, ...(answer === undefined ? {} : { answer }) } },
  };
}

const waits = new Map<string, Promise<Moment>>();

/** Requests that wait, one for each of these names; played once, gone on from often. */
function waiting(...names: readonly string[]): Promise<Moment> {
  const key = names.join();
  const known =
    waits.get(key) ??
    (async () => {
      const stage = await openStage(plain());
      for (const name of names)
        stage.put(`Plans/${name}.md`, planNote({ id: `PLAN-${name}`, action: emailTo(name) }));
      await stage.settle();
      return stage.moment();
    })();
  waits.set(key, known);
  return known;
}

export const SCENES: readonly Scene[] = [
  {
    name: "asked",
    written: [
      "plan name",
      "task id",
      "target",
      "subject",
      "body",
      "argument name",
      "server name",
      "tool name",
      "argument of a tool",
      "device name",
    ],
    play: async (say, look) => {
      const [server, tool, argument] = [say("server name"), say("tool name"), say("argument of a tool")];
      const properties = {
        // A person may be called anything.
        to: { ...text, description: "A name, or an address." },
        subject: { ...text, title: say("field description"), description: say("field description") },
        body: text,
        [argument]: text,
      };
      const stage = await openStage({
        device: say("device name"),
        settings: {
          servers: { [server]: { command: say("server name") } },
          actions: { email: { server, tool, idempotency_argument: argument } },
        },
        servers: {
          [server]: {
            tools: [
              {
                name: tool,
                description: say("tool description"),
                schema: { type: "object", properties, required: ["to"] },
              },
            ],
          },
        },
      });
      const args = { subject: say("subject"), body: say("body"), [say("argument name")]: "x" };
      stage.put(
        `Plans/${say("plan name")}.md`,
        planNote({
          id: say("task id"),
          objective: "",
          action: { type: "email", target: say("target"), args },
        }),
      );
      stage.put("Plans/z.md", planNote({ id: "PLAN-z", step: "Say what is to be sent" }));
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "prose",
    written: ["objective", "context", "step", "next step", "log line"],
    raw: true,
    play: async (say, look) => {
      const stage = await openStage(plain());
      stage.put("Plans/a.md", planNote({ id: "PLAN-a", step: say("step"), action: emailTo("a") }));
      stage.put(
        "Plans/b.md",
        planNote({ id: "PLAN-b", next: say("next step"), log: say("log line"), action: emailTo("b") }),
      );
      stage.put(
        "Plans/c.md",
        planNote({
          id: "PLAN-c",
          objective: say("objective"),
          context: say("context"),
          action: emailTo("c"),
        }),
      );
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "by hand",
    written: ["target", "subject", "body"],
    play: async (say, look) => {
      const stage = await openStage({ ...plain(), settings: {} });
      stage.put(
        `Plans/${say("plan name")}.md`,
        planNote({
          action: {
            type: "social_post",
            target: say("target"),
            args: { subject: say("subject"), body: say("body"), [say("argument name")]: "x" },
          },
        }),
      );
      await stage.settle();
      stage.move("Pending_Approval", "Approved");
      await stage.settle();
      await look(stage);
      await stage.obey({ kind: "confirm", request: stage.requestIn("Approved").replace(/^.*\//, "") });
      await stage.settle();
      return stage;
    },
  },
  {
    name: "files and servers",
    written: ["attachment name", "why down", "misfit name"],
    play: async (say, look) => {
      const stage = await openStage({
        device: "Laptop",
        settings: {
          servers: { mail: { command: "mail" }, down: { command: "down" }, narrow: { command: "narrow" } },
          actions: {
            email: { server: "mail", tool: "send", attachments_argument: "files" },
            fax: { server: "down", tool: "send" },
            form: { server: "narrow", tool: "send" },
          },
        },
        servers: {
          mail: { tools: [TOOL] },
          down: { tools: [], down: say("why down") },
          narrow: {
            tools: [
              { ...TOOL, schema: { type: "object", properties: { to: text }, additionalProperties: false } },
            ],
          },
        },
      });
      const path = `Invoices/${say("attachment name")}.pdf`;
      stage.put(path, "a file");
      stage.put("Plans/file.md", planNote({ id: "PLAN-a", action: emailTo("a", { attachments: [path] }) }));
      stage.put("Plans/fax.md", planNote({ id: "PLAN-b", action: emailTo("b", { type: "fax" }) }));
      stage.put(
        "Plans/form.md",
        planNote({
          id: "PLAN-c",
          action: emailTo("c", { type: "form", args: { [say("misfit name")]: "x" } }),
        }),
      );
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "answered",
    written: ["answer", "error", "why not sent", "why unknown"],
    play: async (say, look) => {
      const answers: Readonly<Record<string, CallOutcome>> = {
        sent: { kind: "ok", text: say("answer") },
        error: { kind: "tool-error", text: say("error") },
        refused: { kind: "not-sent", why: say("why not sent") },
        broken: { kind: "unknown", why: say("why unknown") },
      };
      const names = Object.keys(answers);
      const stage = await openStage(
        plain({
          from: await waiting(...names),
          answer: ({ args }) => answers[String(args["subject"])] ?? "hang",
        }),
      );
      for (const name of names) stage.move("Pending_Approval", "Approved", name);
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "answered by a person",
    written: ["remark", "edited subject", "edited body"],
    play: async (say, look) => {
      const stage = await openStage(plain({ from: await waiting("denied", "refused", "edited") }));
      const denied = stage.requestIn("Pending_Approval", "denied");
      stage.put(denied, `${stage.vault.text(denied) ?? ""}\n${say("remark")}\n`);
      stage.move("Pending_Approval", "Rejected", "denied");
      await stage.obey({
        kind: "reject",
        request: stage.requestIn("Pending_Approval", "refused").replace(/^.*\//, ""),
        note: say("remark"),
      });
      const edited = stage.requestIn("Pending_Approval", "edited");
      const block = [
        "type: email",
        "target: edited@example.com",
        "args:",
        `  subject: ${quoted(say("edited subject"))}`,
        `  body: ${quoted(say("edited body"))}`,
      ].join("\n");
      const replaced = (stage.vault.text(edited) ?? "").replace(
        /(\n`{3,}action\n)[\s\S]*?(\n`{3,}\n)/,
        (_all, open: string, close: string) => `${open}${block}${close}`,
      );
      stage.put(
        edited,
        replaced.replace("## Your note", () => `## Your note\n\n${say("edited prose")}`),
      );
      stage.move("Pending_Approval", "Approved", "edited");
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "oddities",
    written: ["blocked reason", "unknown status", "problem name", "convertible name", "copy name", "twin id"],
    play: async (say, look) => {
      const stage = await openStage(plain());
      stage.put(
        "Plans/blocked.md",
        planNote({ id: "PLAN-2", status: "Blocked", reason: say("blocked reason") }),
      );
      // Braces would make a template of it, which is no plan and no problem.
      stage.put(
        "Plans/status.md",
        planNote({ id: "PLAN-3", status: quoted(say("unknown status").replace(/[{}]/g, "")) }),
      );
      stage.put(`Plans/${say("problem name")}.md`, "---\ntask_id: [\n---\n");
      stage.put(
        `Plans/x ${say("convertible name")}.md`,
        "# Plan\n\n**Status:** open\n\n- [ ] One\n- [ ] Two\n",
      );
      stage.put(`Plans/${say("copy name")} (conflicted copy).md`, planNote({ id: "PLAN-4" }));
      stage.put("Plans/twin 1.md", planNote({ id: say("twin id") }));
      stage.put("Plans/twin 2.md", planNote({ id: say("twin id") }));
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "sources",
    written: ["shared source"],
    raw: true,
    play: async (say, look) => {
      const stage = await openStage(plain());
      stage.put(
        "Plans/source 1.md",
        planNote({ id: "PLAN-5", source: say("shared source"), status: "Draft" }),
      );
      stage.put(
        "Plans/source 2.md",
        planNote({ id: "PLAN-6", source: say("shared source"), status: "Draft" }),
      );
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "tasks",
    written: ["task name", "task objective", "task step"],
    raw: true,
    play: async (say, look) => {
      const { settings, ...rest } = plain();
      const stage = await openStage({ ...rest, settings: { ...settings, intake: "draft" } });
      await stage.settle();
      await stage.clock.advance(60_000);
      stage.put(
        `Inbox/Send ${say("task name")}.md`,
        `Urgent: ${say("task objective")}\n\n- [ ] ${say("task step")}\n- [ ] File it\n`,
      );
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "strangers",
    written: ["stranger name"],
    play: async (say, look) => {
      const stage = await openStage(plain({ from: await waiting("invoice") }));
      stage.put(
        `Approved/${say("stranger name")}.md`,
        [
          "---",
          "action_type: email",
          `task_id: ${quoted(say("foreign task"))}`,
          `seal: ${quoted(say("foreign task"))}`,
          "---",
          "",
          "# Approval needed",
          "",
          "```action",
          "type: email",
          `target: ${quoted(say("target"))}`,
          "```",
          "",
        ].join("\n"),
      );
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "another device",
    written: [],
    play: async (say, look) => {
      const stage = await openStage(plain());
      stage.put(
        "Acting device.md",
        [
          "---",
          `device_id: "${"ab".repeat(16)}"`,
          `device: ${quoted(say("other device"))}`,
          "since: 2026-02-21T10:30:00Z",
          `last_seen: ${quoted(say("other device's day"))}`,
          "---",
          "",
          "It acts.",
          "",
        ].join("\n"),
      );
      stage.put(PLAN, planNote({ action: emailTo("a") }));
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
  {
    name: "taken over",
    written: [],
    play: async (say, look) => {
      const stage = await openStage(plain({ device: say("device name") }));
      stage.put(
        "Acting device.md",
        [
          "---",
          `device_id: "${"ab".repeat(16)}"`,
          `device: ${quoted(say("other device"))}`,
          "since: 2026-02-21T10:30:00Z",
          `last_seen: ${quoted(say("other device's day"))}`,
          "---",
          "",
          "**Old** is the acting device of this vault: it acts.",
          "",
        ].join("\n"),
      );
      stage.put(PLAN, planNote({ action: emailTo("a") }));
      await stage.obey({ kind: "take-over" });
      await stage.settle();
      await look(stage);
      return stage;
    },
  },
];
