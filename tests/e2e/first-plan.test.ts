/**
 * The first plan of the README, by mouse and keyboard in Chromium: asked, approved, sent once, ticked, and put away. In
 * the middle of it the page is loaded anew.
 */
import { expect, test } from "vitest";
import { inChromium } from "./rig";

const NAME = "Invoice Marrow Street Library.md";
const INVOICE = `Plans/${NAME}`;

inChromium((rig) => {
  test("a request dragged to Approved goes out once, a reload keeps all, and a box finishes the plan", async () => {
    const { person, outside, appears, names, read, until } = await rig().engine();
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
    await person.press("Control+e");
    const field = person.page.locator("textarea.source-field").filter({ visible: true });
    await field.focus();
    await person.press("Control+End");
    await person.type("Typed just before.");
    await person.reload();
    await until("it is on the disk", async () => (await read(INVOICE)).includes("Typed just before."));
    await until("it acts again", async () => (await person.status()).includes("sends from here"));
    expect(person.page.url()).not.toContain("token");
    await person.open(INVOICE);
    await person.page.locator("li", { hasText: "Write it into" }).getByRole("checkbox").click();
    await until("the plan is put away", async () => (await names("Done/Plans")).includes(NAME));
    const done = await read(`Done/Plans/${NAME}`);
    expect(done).toContain("- [x] Write it into");
    expect(done).toContain("Typed just before.");
    await person.sees(`Done/Plans/${NAME}`);
    expect(outside.sink.messages).toHaveLength(1);
    expect(await person.errors()).toEqual([]);
  });
});
