/** A failure stays on the screen with its answers, is told everywhere alike, and nothing goes out twice. */
import { expect, test } from "vitest";
import { inChromium, type Engine } from "./rig";

const INVOICE = "Plans/Invoice Marrow Street Library.md";
const RENT = "Plans/Rent for December.md";

/** The status bar and the mission view count the same, and the Dashboard has these words. */
async function allSay({ person, until, read }: Engine, needs: number, ...words: readonly string[]) {
  const counted = person.page.locator(".planwright-mission .planwright-count").first();
  await until("the view counts", async () => (await counted.innerText()) === String(needs));
  await until("the status bar counts", async () =>
    (await person.status()).includes(`needs you: ${String(needs)}`),
  );
  await until("the Dashboard says so", async () => {
    const text = await read("Dashboard.md");
    return words.every((each) => text.includes(each));
  });
}

inChromium((rig) => {
  test("a refused mail is told in the server's words until it is sent, and is sent once", async () => {
    const engine = await rig().engine();
    const { person, outside, appears, names, read, until } = engine;
    const { page } = person;
    const review = page.locator(".planwright-review");
    await person.run("planwright:open-mission");
    outside.sink.behave("refuse");
    const request = await appears("Pending_Approval", "_email_");
    await person.drag(request, "Approved");
    // The view tells it in its bar, so that no notice lies over its buttons.
    await page.locator(".planwright-mission .planwright-undo", { hasText: "Mailbox unavailable" }).waitFor();
    expect(await page.locator(".notice", { hasText: "Mailbox unavailable" }).count()).toBe(0);
    await until("it is asked again", async () =>
      (await names("Pending_Approval")).some((name) => !request.endsWith(name)),
    );
    await allSay(engine, 3, "Mailbox unavailable");
    expect(outside.sink.messages).toHaveLength(0);
    outside.sink.behave("accept");
    // It was asked again by itself.
    const card = page.locator(".planwright-card", { hasText: "Invoice 2026-31" });
    await card.getByRole("button", { name: "Review" }).click();
    await review.locator(".planwright-mail", { hasText: "Dear Henrike" }).waitFor();
    expect(await review.innerText()).not.toContain("in a terminal");
    await person.press("End");
    await review.getByRole("button", { name: "Approve", exact: true }).click();
    await until("the step is ticked", async () =>
      (await read(INVOICE)).includes("- [x] ✋ Send the invoice"),
    );
    await card.waitFor({ state: "detached" });
    expect(outside.sink.messages).toHaveLength(1);
    expect(await person.errors()).toEqual([]);
  });

  test("a payment that nobody knows of waits for a word, from its card or the review", async () => {
    const engine = await rig().engine({ settings: { high_risk: [] } });
    const { person, outside, appears, names, read, until } = engine;
    const { page } = person;
    const card = page.locator(".planwright-card.mod-alarm", { hasText: "640 GBP" });
    const review = page.locator(".planwright-review");
    const transfers = () => outside.list().filter(({ kind }) => kind === "transfer");
    await person.run("planwright:open-mission");
    await person.menu(RENT);
    await person.click("Planwright: Start");
    outside.bank.behave("lose");
    const request = await appears("Pending_Approval", "_payment_");
    await person.drag(request, "Approved");
    await card.waitFor();
    expect(await card.getByRole("button").allInnerTexts()).toEqual(["It was sent", "It wasn’t sent", "Open"]);
    await allSay(engine, 4, "Maybe sent, please check");
    await card.getByRole("button", { name: "It wasn’t sent" }).click();
    await card.waitFor({ state: "detached" });
    expect(transfers()).toHaveLength(0);
    outside.bank.behave("drop");
    await person.drag(await appears("Pending_Approval", "_payment_"), "Approved");
    await card.waitFor();
    await person.run("planwright:resolve");
    await review.getByText("It was begun, but no clear answer came.").waitFor();
    expect(await review.innerText()).not.toContain("Approving this sends it again");
    await review.getByRole("button", { name: "It was sent" }).click();
    await until("the step is ticked", async () => (await read(RENT)).includes("- [x] ✋ Transfer the rent"));
    await card.waitFor({ state: "detached" });
    await allSay(engine, 3);
    expect(transfers()).toHaveLength(1);
    const records = (await names("Done/Actions")).filter((name) => name.endsWith("_receipt.md"));
    const outcomes = await Promise.all(
      records.map(async (name) => /^outcome: (.*)$/m.exec(await read(`Done/Actions/${name}`))?.[1]),
    );
    expect(outcomes.sort()).toEqual(["resolved-happened", "resolved-not"]);
    expect(await person.errors()).toEqual([]);
  });
});
