/** Approving by command, and whether everybody can use the faces: axe looks at each that is open. */
import { expect, test } from "vitest";
import { DRAWN_BY_APP, faults } from "./axe";
import { inChromium, takesAnswers, type Engine } from "./rig";

const INVOICE = "Plans/Invoice Marrow Street Library.md";
const RENT = "Plans/Rent for December.md";

/**
 * In live preview a step bears its mark, and its id is out of sight until the cursor is there. The mark opens the review.
 */
async function marksInLivePreview(person: Engine["person"], { read, until }: Pick<Engine, "read" | "until">) {
  await until("the plan waits", async () => (await read(INVOICE)).includes("block approval"));
  const { page } = person;
  await person.open(INVOICE);
  await page.locator(".planwright-mark").first().waitFor();
  const before = await read(INVOICE);
  await person.click("Switch between reading and editing");
  await person.click("Switch between source mode and live preview");
  const step = page.locator(".cm-line", { hasText: "Send the invoice" }).first();
  await step.locator(".planwright-mark").waitFor();
  expect((await step.innerText()).trim()).toMatch(/ at the library\s*Approval needed$/);
  // Lines out of sight are not drawn.
  const scroll = (to: number): Promise<void> =>
    page.locator(".cm-scroller").evaluate((view, top) => view.scrollTo({ top }), to);
  await scroll(100_000);
  await page.locator(".cm-line", { hasText: "Agent: Asked" }).evaluate((line) => {
    if (/\(asked, step /.test(line.textContent)) throw new Error("The sign of a log line is to be seen.");
  });
  await scroll(0);
  await step.click({ position: { x: 60, y: 8 } });
  await page.locator(".cm-line", { hasText: /library \^s-[0-9a-f]+/ }).waitFor();
  await step.getByRole("button").click();
  await page.locator(".planwright-review .planwright-mail", { hasText: "Dear Henrike" }).waitFor();
  expect(await read(INVOICE)).toBe(before);
}

inChromium((rig) => {
  test("axe finds nothing serious in a note, the review, the settings and a menu; its plan is paid once", async () => {
    const { person, outside, appears, read, until, picture } = await rig().engine();
    const request = await appears("Pending_Approval", "_email_");
    const notes = ".workspace-split.mod-root";
    await person.open("Dashboard.md");
    expect(await faults(person, notes), "the Dashboard").toEqual([]);
    await person.open(INVOICE);
    await person.page.locator(".planwright-action .planwright-mail").waitFor();
    expect(await faults(person, notes), "a plan").toEqual([]);
    await person.open(request);
    await person.page.locator(".planwright-action .planwright-mail").waitFor();
    expect(await faults(person, notes), "a request").toEqual([]);
    await marksInLivePreview(person, { read, until });
    await picture("review");
    expect(await faults(person, ".modal-container"), "the review").toEqual([]);
    await person.press("Escape");
    await person.settings();
    await picture("settings");
    expect(await faults(person, ".modal-container", DRAWN_BY_APP), "the settings").toEqual([]);
    await person.press("Escape");

    await person.menu(RENT);
    expect(await faults(person, ".menu"), "the menu").toEqual([]);
    await person.click("Planwright: Start");
    const dialog = person.page.locator(".modal-container").last();
    await person.open(await appears("Pending_Approval", "_payment_"));
    await person.run("planwright:approve");
    await dialog.getByText("Osei and Daughters").first().waitFor();
    await person.click("Approve");
    // The review goes on to the next request. A payment wants a word on this device too.
    await dialog.getByText("Dear Henrike").first().waitFor();
    await person.press("Escape");
    await person.says("Awaiting your confirmation");
    await person.run("planwright:confirm");
    await dialog.getByText("Osei and Daughters").first().waitFor();
    await takesAnswers(person);
    await person.click("Confirm");
    await until("the transfer is made", () => outside.list().some(({ kind }) => kind === "transfer"));
    await until("the step is ticked", async () => (await read(RENT)).includes("- [x] ✋ Transfer the rent"));
    expect(outside.list().filter(({ kind }) => kind === "transfer")).toEqual([
      expect.objectContaining({ title: "640 GBP", text: "3 Rope Lane, December 2026" }),
    ]);
    expect(await person.errors()).toEqual([]);
  });
});
