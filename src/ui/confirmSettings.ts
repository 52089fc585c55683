/** Shows what the settings would do, and what of that is new here, and lets a person confirm just that for this device. */
import { describeSettings, spellChanges, spellOut } from "../settings/describe";
import { sensitiveHash } from "../settings/settings";
import { openDialog } from "./dialog";
import type { Door } from "./door";
import { showLine, showText, showWarning } from "./text";

export function confirmSettings(door: Door): void {
  let shown = door.settings.now();
  let show = (_why: string | null): void => undefined;
  openDialog(door.app, {
    title: "Confirm settings on this device?",
    fill: (content) => {
      show = (why) => {
        shown = door.settings.now();
        content.empty();
        if (why !== null) showWarning(content, why);
        const now = describeSettings(shown);
        const before = door.device.confirmedLines();
        const changes = before === null ? null : spellChanges(before, now);
        showLine(
          content,
          "Settings travel with the vault, so others or another program may have changed them. Nothing is sent from this device, and no server is started, until you have confirmed what stands here.",
        );
        if (changes === "") showLine(content, "Nothing has changed since you confirmed them here.");
        if (changes !== null && changes !== "") {
          showLine(content, "What has changed since they were confirmed here:");
          showText(content, changes);
          showLine(content, "All of them:");
        }
        showText(content, spellOut(now));
      };
      show(null);
    },
    buttons: [
      {
        label: "Confirm",
        kind: "main",
        run: async () => {
          if (sensitiveHash(door.settings.now()) !== sensitiveHash(shown)) {
            show("They have changed while you read them. These are the settings as they are now.");
            return false;
          }
          return await door.device.confirm(shown);
        },
      },
    ],
  });
}
