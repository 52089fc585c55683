/** One MCP server: a program on this computer, or an address. Nothing is started or installed by filling this in. */
import { Setting, type App } from "obsidian";
import type { Settings } from "../../settings/settings";
import { addLines, addText, openDialog } from "../dialog";
import { showWarning } from "../text";

type Server = Settings["servers"][string];

/** `save` answers why it cannot be, or null. */
export function editServer(
  app: App,
  name: string,
  server: Server | null,
  save: (name: string, server: Server) => Promise<string | null>,
): void {
  let called = name;
  let isProgram = server === null || "command" in server;
  let command = server !== null && "command" in server ? server.command : "";
  let args = server !== null && "command" in server ? server.args.join("\n") : "";
  let env = server !== null && "command" in server ? write(server.env, "=") : "";
  let cwd = server !== null && "command" in server ? (server.cwd ?? "") : "";
  let url = server !== null && "url" in server ? server.url : "";
  let headers = server !== null && "url" in server ? write(server.headers, ": ") : "";
  let trouble: HTMLElement | null = null;

  const read = (): Server =>
    isProgram
      ? {
          command: command.trim(),
          args: linesOf(args),
          env: pairsOf(env, "="),
          ...(cwd.trim() === "" ? {} : { cwd: cwd.trim() }),
        }
      : { url: url.trim(), headers: pairsOf(headers, ":") };
  const draw = (area: HTMLElement): void => {
    area.empty();
    if (isProgram) {
      addText(
        area,
        "Program",
        "As it is started, without a shell: a name or a full path.",
        (text) => (command = text),
        command,
      );
      addLines(
        area,
        "Arguments",
        "One a line, exactly as the program gets them.",
        (text) => (args = text),
        args,
      );
      addLines(
        area,
        "Environment",
        "One a line: name=value. These travel with the vault; for a password write $secret:name, and keep the password under that name in the keychain of this device (Settings, Keychain).",
        (text) => (env = text),
        env,
      );
      addText(
        area,
        "Working folder",
        "A full path on this computer. May be empty.",
        (text) => (cwd = text),
        cwd,
      );
    } else {
      addText(
        area,
        "Address",
        "Begins with https; plain http only for this computer.",
        (text) => (url = text),
        url,
      );
      addLines(
        area,
        "Headers",
        "One a line: name: value. These travel with the vault; for a password write $secret:name, and keep it under that name in the keychain of this device.",
        (text) => (headers = text),
        headers,
      );
    }
  };

  openDialog(app, {
    title: server === null ? "Add a server" : "Edit server",
    fill: (content) => {
      addText(content, "Name", "What actions call it by.", (text) => (called = text.trim()), name);
      const kindRow = new Setting(content).setName("Kind");
      const area = content.createDiv();
      kindRow.addDropdown((list) =>
        list
          .addOption("program", "A program on this computer")
          .addOption("address", "An address")
          .setValue(isProgram ? "program" : "address")
          .onChange((kind) => {
            isProgram = kind === "program";
            draw(area);
          }),
      );
      draw(area);
      trouble = content.createDiv({ attr: { "aria-live": "polite" } });
    },
    buttons: [
      {
        label: "Save",
        kind: "main",
        run: async () => {
          const why = called === "" ? "Give the server a name." : await save(called, read());
          trouble?.empty();
          if (why !== null && trouble !== null) showWarning(trouble, why);
          return why === null;
        },
      },
    ],
    leave: "Cancel",
  });
}

function linesOf(text: string): string[] {
  return text.split(/\r*\n|\r/).filter((line) => line !== "");
}

function pairsOf(text: string, sign: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf(sign);
      return at < 0
        ? [line.trim(), ""]
        : [line.slice(0, at).trim(), sign === ":" ? line.slice(at + 1).trim() : line.slice(at + 1)];
    }),
  );
}

function write(values: Readonly<Record<string, string>>, sign: string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}${sign}${value}`)
    .join("\n");
}
