/** Gate: an approval that was used, withdrawn, overtaken or copied is offered once more. */
import { expect } from "vitest";
import type { Case } from "./book";
import { approve, requestIn, type Ground } from "./ground";

const recordOf = (name: string): string => `Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`;

export async function carryOut(ground: Ground): Promise<string> {
  const name = approve(ground);
  await ground.settle();
  expect(ground.calls()).toHaveLength(1);
  return name;
}

const untick = (ground: Ground): void => ground.edit("Plans/Invoice.md", "- [x] ✋ Send", "- [ ] ✋ Send");
const tick = (ground: Ground): void => ground.edit("Plans/Invoice.md", "- [ ] ✋ Send", "- [x] ✋ Send");

export const AGAIN: readonly Case[] = [
  {
    attack: "an executed request is put back from Done into Approved",
    shipped: true,
    line: "replay from Done",
    async attempt(ground) {
      const name = await carryOut(ground);
      ground.copy(`Done/Actions/${name}`, `Approved/${name}`);
    },
    calls: 1,
  },
  {
    attack: "an executed request is put back, its record is deleted, and its step is opened again",
    shipped: true,
    line: "deleted receipt",
    async attempt(ground) {
      const name = await carryOut(ground);
      ground.remove(recordOf(name));
      ground.move(`Done/Actions/${name}`, `Approved/${name}`);
      untick(ground);
    },
    calls: 1,
  },
  {
    attack: "the whole vault is restored to the moment of the approval, from a backup or by a sync program",
    shipped: true,
    line: "replay … after restore",
    async attempt(ground) {
      const name = approve(ground);
      ground.copy("", "../outside/backup");
      await ground.settle();
      expect(ground.calls()).toHaveLength(1);
      for (const folder of ["Plans", "Approved", "Done/Actions"]) {
        ground.remove(folder);
        ground.copy(`../outside/backup/${folder}`, folder);
      }
      expect(ground.list("Approved")).toEqual([name]);
    },
    tramples: true,
    calls: 1,
  },
  {
    attack: "the folder Done is deleted after the action, and the request is put back",
    shipped: true,
    line: "deleted Done",
    async attempt(ground) {
      const name = await carryOut(ground);
      ground.copy(`Done/Actions/${name}`, `Approved/${name}`);
      ground.remove("Done");
    },
    calls: 1,
    shown: /cannot be found, or something there/,
  },
  {
    attack: "the folder Done is deleted and made anew, empty, and the request is put back",
    line: "deleted Done",
    async attempt(ground) {
      const name = await carryOut(ground);
      const text = ground.read(`Done/Actions/${name}`);
      ground.remove("Done");
      ground.put("Done/Plans/About this folder.md", "Plans.\n");
      ground.put("Done/Actions/About this folder.md", "Actions.\n");
      ground.put(`Approved/${name}`, text);
    },
    calls: 1,
  },
  {
    attack: "the waiting request is deleted: absence is no decision",
    shipped: true,
    line: "deleted request",
    attempt: (ground) => ground.remove(`Pending_Approval/${requestIn(ground)}`),
    shown: /the note is gone|gone/i,
  },
  {
    attack: "the record of a doubt is deleted, and the request approved once more",
    shipped: true,
    line: "deleted receipt",
    async attempt(ground) {
      ground.answer("mail", "broken");
      const name = approve(ground);
      await ground.settle();
      ground.answer("mail", "ok");
      const at = ground.list("Approved").includes(name) ? `Approved/${name}` : `Done/Actions/${name}`;
      ground.remove(recordOf(name));
      if (!at.startsWith("Approved")) ground.copy(at, `Approved/${name}`);
    },
    calls: 1,
    shown: /nobody knows whether|doubt/i,
  },
  {
    attack: "the step was ticked by hand before the approval came",
    line: "step already ticked",
    attempt(ground) {
      approve(ground);
      tick(ground);
    },
  },
  {
    attack: "the plan was cancelled before the approval came",
    line: "plan cancelled",
    async attempt(ground) {
      await ground.obey({ kind: "cancel", plan: "PLAN-2026-001" });
      const [name] = ground.list("Pending_Approval");
      if (name !== undefined) ground.move(`Pending_Approval/${name}`, `Approved/${name}`);
    },
  },
  {
    attack: "an approval lies there while its step is ticked; then the tick is taken away",
    shipped: true,
    line: "approval lying loaded until a step is unticked",
    async attempt(ground) {
      approve(ground);
      tick(ground);
      await ground.settle();
      untick(ground);
    },
  },
  {
    attack: "a plan with an approved request is cancelled, then opened again",
    shipped: true,
    line: "cancelled then reopened",
    async attempt(ground) {
      approve(ground);
      ground.edit(
        "Plans/Invoice.md",
        /^status: .*$/m.exec(ground.read("Plans/Invoice.md"))?.[0] ?? "",
        "status: Cancelled",
      );
      await ground.settle();
      const [archived] = ground.list("Done/Plans");
      if (archived !== undefined) ground.move(`Done/Plans/${archived}`, "Plans/Invoice.md");
      ground.edit("Plans/Invoice.md", "status: Cancelled", "status: Active");
    },
    shown: /Approval used without effect/,
  },
];
