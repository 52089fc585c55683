/** The first plan of the README, by mouse and keyboard in Chromium: asked, approved, sent once, ticked. */
import { expect, test } from "vitest";
import { inChromium } from "./rig";

const NAME = "Invoice Marrow Street Library.md";
const INVOICE = `Plans/${NAME}`;

inChromium((rig) => {
  test("a request dragged to Approved goes out once, and its step is ticked", async () => {
    const { person, outside, appears, read, until } = await rig().engine();
    await person.open(INVOICE);
    const request = await appears("Pending_Approval", "_email_collections-marrow");
    await person.open(request);
    await person.says("Dear Henrike");
    await person.drag(request, "Approved");
    await until("the mail arrives", () => outside.sink.messages.length > 0);
    await until("the step is ticked", async () =>
      (await read(INVOICE)).includes("- [x] ✋ Send the invoice"),
    );
    expect(outside.sink.messages).toHaveLength(1);
    expect(outside.sink.messages[0]).toMatchObject({
      recipients: ["collections.marrow@example.org"],
      subject: "Invoice 2026-31 - six volumes, repaired",
    });
    await person.open(INVOICE);
    await person.page.locator("li.is-checked", { hasText: "Send the invoice to Henrike" }).waitFor();
    expect(await person.errors()).toEqual([]);
  });

  test("a box that is ticked in the reading view finishes a plan", async () => {
    const { person, outside, appears, names, read, until } = await rig().engine();
    await person.drag(await appears("Pending_Approval", "_email_"), "Approved");
    await until("the mail arrives", () => outside.sink.messages.length > 0);
    await person.open(INVOICE);
    await person.page.locator("li", { hasText: "Write it into" }).getByRole("checkbox").click();
    await until("the plan is put away", async () => (await names("Done/Plans")).includes(NAME));
    expect(await read(`Done/Plans/${NAME}`)).toContain("- [x] Write it into");
    await person.sees(`Done/Plans/${NAME}`);
    expect(await person.errors()).toEqual([]);
  });

  test("a reload keeps what was just typed, and what this device remembers", async () => {
    const { person, read, until } = await rig().engine();
    await person.open(INVOICE);
    await person.press("Control+e");
    const field = person.page.locator("textarea.source-field").filter({ visible: true });
    await field.focus();
    await person.press("Control+End");
    await person.type("Typed just before.");
    await person.reload();
    await until("it is on the disk", async () => (await read(INVOICE)).includes("Typed just before."));
    await until("it acts again", async () => (await person.status()).includes("sends from here"));
    expect(person.page.url()).not.toContain("token");
    expect(await person.errors()).toEqual([]);
  });
});
