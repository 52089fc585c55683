/** Deeds of people, and of programs that know nothing of Planwright, to the files of one device. */
import { nameOf } from "../../src/kit/path";
import { agentDeed } from "./agent/deeds";
import { hint, type Device } from "./device";
import { createDice } from "./dice";
import { editPlan, editRecord, editRequest, moveStep } from "./edits";
import { forgedRecord, forgeRequest, HAND_MADE } from "./forgery";
import { readAsPerson, recordOf, valueIn } from "./reading";
import { isSettled } from "./remembered";
import { BY_HAND, CONFIRMED_TYPES } from "./stories";
import type { Deed } from "./script";
import type { Witness } from "./witness";

export interface Hand {
  readonly device: Device;
  readonly witness: Witness;
}

export function doDeed(deed: Deed, { device, witness }: Hand): void {
  const { disk } = device;
  const dice = createDice(1);
  const tell = (path: string): void => hint(device, path, dice);
  const put = (path: string, text: string | null): void => {
    disk.put(path, text, false);
    tell(path);
    const name = /^Approved\/([^/]+)$/.exec(path)?.[1];
    if (name !== undefined && text !== null) witness.approved(device, name, text);
    witness.say(`  ${device.name}: a person writes ${path}`);
  };
  const move = (from: string, to: string): void => {
    const text = disk.get(from)?.text ?? null;
    if (disk.get(to) !== null) return;
    disk.rename(from, to, false);
    tell(from);
    tell(to);
    const name = /^Approved\/([^/]+)$/.exec(to)?.[1];
    if (name !== undefined && text !== null) witness.approved(device, name, text);
    witness.say(`  ${device.name}: a person moves ${from} to ${to}`);
  };
  const notes = (folder: string, accept: (name: string) => boolean = () => true): string[] =>
    [...(disk.hasFolder(folder) ? disk.names(folder) : [])]
      .filter((name) => name.endsWith(".md") && accept(name))
      .map((name) => `${folder}/${name}`)
      .filter((path) => disk.get(path) !== null)
      .sort();
  const one = (paths: readonly string[], pick: number): string | null =>
    paths[pick % Math.max(1, paths.length)] ?? null;
  const ours = (folder: string): string[] => notes(folder, (name) => witness.issued.has(name));
  const open = (): string[] => [...ours("Approved"), ...ours("Pending_Approval")];
  const recordNotes = (): string[] => notes("Done/Actions", (name) => name.endsWith("_receipt.md"));
  const asked = (): void => void (witness.deeds.count += 1);
  const textOf = (path: string): string => disk.get(path)?.text ?? "";
  const from = (
    folder: string,
    to: string,
    pick: number,
    named: (name: string) => string = (name) => name,
  ): void => {
    const path = one(ours(folder), pick);
    if (path !== null) move(path, `${to}/${named(nameOf(path))}`);
  };
  const copy = (path: string | null, to: string): void => {
    if (path !== null && disk.get(to) === null) put(to, disk.get(path)?.text ?? null);
  };

  switch (deed.kind) {
    case "approve":
      return from("Pending_Approval", "Approved", deed.pick);
    case "approve-all":
      return ours("Pending_Approval").forEach((path) => move(path, `Approved/${nameOf(path)}`));
    case "reject":
      asked();
      return from(
        ours("Pending_Approval").length > 0 ? "Pending_Approval" : "Approved",
        "Rejected",
        deed.pick,
      );
    case "hold":
      return from("Approved", "Pending_Approval", deed.pick);
    case "unreject":
      asked();
      return from("Rejected", "Approved", deed.pick);
    case "copy-to-approved": {
      const path = one(ours("Pending_Approval"), deed.pick);
      return copy(path, `Approved/${nameOf(path ?? "")}`);
    }
    case "copy-to-rejected": {
      const path = one(open(), deed.pick);
      return copy(path, `Rejected/${nameOf(path ?? "").replace(/\.md$/, " 1.md")}`);
    }
    case "conflict-copy": {
      const path = one(open(), deed.pick);
      return copy(path, (path ?? "").replace(/\.md$/, ".sync-conflict-20260301-090500-ABCDEFG.md"));
    }
    case "put-back": {
      asked();
      const path = one(ours("Done/Actions"), deed.pick);
      return copy(path, `Approved/${nameOf(path ?? "")}`);
    }
    case "delete-request":
    case "delete-receipt":
    case "delete-plan": {
      asked();
      const path = one(
        deed.kind === "delete-request"
          ? [...open(), ...ours("Rejected")]
          : deed.kind === "delete-receipt"
            ? recordNotes()
            : notes("Plans"),
        deed.pick,
      );
      if (path === null) return;
      disk.remove(path, false);
      tell(path);
      return witness.say(`  ${device.name}: a person deletes ${path}`);
    }
    case "rename-request": {
      asked();
      const path = one(open(), deed.pick);
      return path === null ? undefined : move(path, path.replace(/\.md$/, " - Copy.md"));
    }
    case "edit-request": {
      const path = one(open(), deed.pick);
      if (path === null) return;
      asked();
      return put(path, editRequest(textOf(path), deed.how));
    }
    case "answer-doubt": {
      const path = one(
        recordNotes().filter((each) => /- \[ \] It happened/.test(textOf(each))),
        deed.pick,
      );
      if (path === null) return;
      asked();
      const label = deed.happened ? "It happened" : "It did not happen";
      const called = witness.calls.find(({ name }) => recordOf(name) === path);
      const settled = called === undefined || isSettled(called, device);
      put(path, textOf(path).replace(`- [ ] ${label}`, `- [x] ${label}`));
      const both = /- \[x\] It happened/.test(textOf(path)) && /- \[x\] It did not/.test(textOf(path));
      // For a payment a tick is not enough.
      const counts = !CONFIRMED_TYPES.includes(called?.issued?.shown?.type ?? "");
      if (called !== undefined && !settled && !both && counts) called.resolved = deed.happened;
      return;
    }
    case "answer-question": {
      const label = { again: "Ask again", skip: "Skip this step", cancel: "Cancel this plan" }[deed.answer];
      const path = one(
        notes("Plans").filter((each) => textOf(each).includes(`- [ ] ${label}`)),
        deed.pick,
      );
      if (path === null) return;
      asked();
      return put(path, textOf(path).replace(`- [ ] ${label}`, `- [x] ${label}`));
    }
    case "forge-receipt": {
      asked();
      const path = one(open(), deed.pick);
      const name = nameOf(path ?? "");
      const forged = `---\noutcome: ok\naction_id: ${valueIn(textOf(path ?? ""), "action_id")}\nseal: ${forgedRecord(textOf(path ?? ""), name)}\n---\n\n# Record\n\n- [x] It happened\n`;
      return path === null || disk.get(recordOf(name)) !== null ? undefined : put(recordOf(name), forged);
    }
    case "forge-request": {
      asked();
      const path = one(open(), deed.pick);
      return path === null ? undefined : put(path, forgeRequest(editRequest(textOf(path), "target")));
    }
    case "copy-receipt": {
      asked();
      const of = one(open(), deed.pick);
      return copy(one(recordNotes(), 0), recordOf(nameOf(of ?? "")));
    }
    case "edit-file": {
      const path = one(notes("Files"), 0);
      return path === null ? undefined : put(path, `${textOf(path)}And a pear.\n`);
    }
    case "pause":
      if (device.setup.door === "hands" || device.lines.length === 0 || device.damaged !== null) return;
      device.lines = [...device.lines, JSON.stringify({ kind: "paused", on: true, why: "", at: disk.now() })];
      return witness.say(`  ${device.name}: a person pauses it`);
    case "edit-plan": {
      const path = one(notes("Plans"), deed.pick);
      if (path === null) return;
      asked();
      return put(path, deed.how === "not-text" ? null : editPlan(textOf(path), deed.how));
    }
    case "edit-record": {
      const path = one(recordNotes(), deed.pick);
      if (path === null) return;
      asked();
      return put(path, editRecord(textOf(path), deed.how));
    }
    case "move-step": {
      const [from, to] = [one(notes("Plans"), deed.pick), one(notes("Plans"), deed.pick + 1)];
      const moved = from === null || to === null || from === to ? null : moveStep(textOf(from), textOf(to));
      if (moved === null) return;
      asked();
      put(from ?? "", moved.from);
      return put(to ?? "", moved.to);
    }
    case "copy-plan":
      asked();
      return copy(one(notes("Plans"), deed.pick), "Plans/Copy of it.md");
    case "conflict-plan": {
      const path = one(notes("Plans"), deed.pick);
      return copy(path, (path ?? "").replace(/\.md$/, ".sync-conflict-20260301-090500-ABCDEFG.md"));
    }
    case "rename-plan": {
      asked();
      const path = one(notes("Plans"), deed.pick);
      return path === null ? undefined : move(path, path.replace(/\.md$/, " again.md"));
    }
    case "folder-away":
      asked();
      disk.renameFolder(deed.folder, `${deed.folder} away`);
      tell(deed.folder);
      return witness.say(`  ${device.name}: a person renames the folder ${deed.folder}`);
    case "folder-back":
      // A control folder that was never away is thrown away instead, with all that lies in it; the plans are not.
      if (deed.folder === "Plans" && !disk.hasFolder("Plans away")) return;
      asked();
      disk.removeFolder(deed.folder);
      disk.renameFolder(`${deed.folder} away`, deed.folder);
      tell(deed.folder);
      return witness.say(`  ${device.name}: a person renames the folder ${deed.folder} back`);
    case "dashboard":
      return changeDashboard(deed.how, { device, witness }, put);
    case "acting":
      if (disk.get("Acting device.md") === null) return;
      if (deed.how === "damage") return put("Acting device.md", "Who?\n");
      disk.remove("Acting device.md", false);
      tell("Acting device.md");
      return witness.say(`  ${device.name}: a person deletes Acting device.md`);
    case "agent":
      asked();
      for (const [path, text] of agentDeed(deed.how, deed.pick, disk.texts())) {
        if (text !== null) put(path, text);
        else {
          disk.remove(path, false);
          tell(path);
          witness.say(`  ${device.name}: a person deletes ${path}`);
        }
      }
      return;
    case "hand-made":
      return put(`${deed.folder}/2026-03-01T0901Z_email_x-example-com_0a1b2c3d.md`, HAND_MADE);
  }
}

function changeDashboard(
  how: "delete" | "damage" | "remark" | "own",
  { device }: Hand,
  put: (path: string, text: string) => void,
): void {
  const text = device.disk.get("Dashboard.md")?.text ?? null;
  if (text === null) return;
  if (how === "delete") return device.disk.remove("Dashboard.md", false);
  if (how === "own")
    return put("Dashboard.md", "# My week\n\nTwo spaces at the end:  \nand no mark of anybody.\n");
  put(
    "Dashboard.md",
    how === "remark" ? `My own words.\n\n${text}` : text.replace(/^<!-- planwright:dashboard end -->$/m, ""),
  );
}

/**
 * A person ticks “I did it” in a request that is done by hand, or “Call it” in a plan: what it says afterwards is
 * theirs.
 */
export function noteByHand(witness: Witness, device: Device): void {
  if (device.settings.agent_tools.length > 0)
    for (const [path, text] of device.disk.texts())
      if (path.startsWith("Plans/")) witness.agents.reaches.sawByHand(text);
  for (const folder of ["Approved", "Pending_Approval"]) {
    for (const name of device.disk.hasFolder(folder) ? device.disk.names(folder) : []) {
      const text = device.disk.get(`${folder}/${name}`)?.text ?? "";
      if (/- \[x ?\] I did it/.test(text) && readAsPerson(text)?.type === BY_HAND) witness.did.add(name);
    }
  }
}
