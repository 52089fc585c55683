/** Shows what the settings would do and lets a person confirm them for this device. */
import { describeSettings } from "./describeSettings";
import { openDialog } from "./dialog";
import type { Door } from "./door";
import { showLine, showText } from "./text";

export function confirmSettings(door: Door): void {
  openDialog(door.app, {
    title: "Confirm settings on this device?",
    fill: (content) => {
      showLine(content, "Settings travel with the vault, so others or another program may have changed them. Nothing is sent from this device, and no server is started, until you have confirmed what stands here.");
      showText(content, describeSettings(door.settings.now()).join("\n"));
    },
    buttons: [{ label: "Confirm", kind: "main", run: async () => { await door.device.confirm(); return true; } }],
  });
}
