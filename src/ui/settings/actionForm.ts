/** Which server and tool carry out one type of action. */
import { Setting, type App } from "obsidian";
import { TYPE } from "../../action/parse";
import type { Mapping, Settings } from "../../settings/settings";
import { addText, addToggle, openDialog } from "../dialog";
import { showWarning } from "../text";

/** `save` answers why it cannot be, or null. */
export function editAction(
  app: App,
  settings: Settings,
  type: string,
  mapping: Mapping | null,
  save: (type: string, mapping: Mapping) => Promise<string | null>,
): void {
  const names = Object.keys(settings.servers);
  let called = type;
  let server = mapping?.server ?? names[0] ?? "";
  let tool = mapping?.tool ?? "";
  let target = mapping?.target_argument ?? "";
  let idempotency = mapping?.idempotency_argument ?? "";
  let attachments = mapping?.attachments_argument ?? "";
  let harmless = mapping?.error_means_nothing_happened ?? false;
  let trouble: HTMLElement | null = null;
  const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

  openDialog(app, {
    title: mapping === null ? "Add an action" : "Edit action",
    fill: (content) => {
      addText(
        content,
        "Type",
        "One word in lower case, as plans write it: email, payment, social_post.",
        (text) => (called = text.trim()),
        type,
      );
      new Setting(content).setName("Server").addDropdown((list) => {
        for (const name of names) list.addOption(name, name);
        list.setValue(server).onChange((name) => (server = name));
      });
      addText(
        content,
        "Tool",
        "As the server calls it, for example send_email.",
        (text) => (tool = text.trim()),
        tool,
      );
      addText(
        content,
        "Argument for the target",
        "Empty: the argument “to”, where the tool has one.",
        (text) => (target = text),
        target,
      );
      addText(
        content,
        "Argument for the mark against repetition",
        "May be empty. It gets a mark by which the receiver can tell a repetition; for mail, choose the argument for the message id.",
        (text) => (idempotency = text),
        idempotency,
      );
      addText(
        content,
        "Argument for attachments",
        "May be empty; then nothing can be attached.",
        (text) => (attachments = text),
        attachments,
      );
      addToggle(
        content,
        "An error means that nothing happened",
        "Switch this on only if you know it of this tool. While it is off, an error is shown to you before anything is tried again.",
        (on) => (harmless = on),
        harmless,
      );
      trouble = content.createDiv({ attr: { "aria-live": "polite" } });
    },
    buttons: [
      {
        label: "Save",
        kind: "main",
        run: async () => {
          const next = {
            server,
            tool,
            target_argument: orNull(target),
            idempotency_argument: orNull(idempotency),
            attachments_argument: orNull(attachments),
            error_means_nothing_happened: harmless,
          };
          const why = !TYPE.test(called)
            ? "The type is one word in lower case."
            : tool === ""
              ? "Name the tool."
              : await save(called, next);
          trouble?.empty();
          if (why !== null && trouble !== null) showWarning(trouble, why);
          return why === null;
        },
      },
    ],
    leave: "Cancel",
  });
}
