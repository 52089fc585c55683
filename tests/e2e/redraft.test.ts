/**
 * Words of a person change what goes out: a rejection with a reason is drafted anew, an edited request is asked anew.
 */
import { expect, test } from "vitest";
import { inChromium, type Scripted } from "./rig";

const PLAN = "Plans/Letter to Anna.md";
const SUBJECT = "Your atlas";
const first = "Dear Anna,\n\nyour atlas is ready. It costs £ 95.\n\nTove Lindqvist\n";
const second = "Dear Anna,\n\nyour atlas is ready. It costs £ 85.\n\nTove Lindqvist\n";

const plan = (lines: readonly string[]): string =>
  [
    "---",
    "task_id: PLAN-20261120-4t1a",
    "status: Active",
    "agent: auto",
    "blocked_reason: null",
    "---",
    "",
    "# Objective",
    "",
    "Tell Anna that her atlas is ready.",
    "",
    "## Roadmap",
    "",
    ...lines,
    "",
    "## Reasoning Logs",
    "",
  ].join("\n");

const drafts = (step: string, body: string): Scripted => ({
  step,
  turn: 1,
  calls: [
    {
      tool: "draft_action",
      arguments: {
        type: "email",
        target: "anna@example.com",
        args: { account: "default", subject: SUBJECT, body },
        why: "It is ready.",
      },
    },
  ],
});

inChromium((rig) => {
  test("what is rejected is drafted anew, what is edited is asked anew, and each goes out once", async () => {
    const engine = await rig().engine({
      notes: { [PLAN]: plan(["- [ ] ✋ Write to Anna"]) },
      script: [drafts("What the person rejected", second), drafts("Write to Anna", first)],
    });
    const { person, outside, appears, names, read, until, picture } = engine;
    const { page } = person;
    const review = page.locator(".planwright-review");
    const card = page.locator(".planwright-card", { hasText: SUBJECT });
    const invoice = page.locator(".planwright-card", { hasText: "Invoice 2026-31" });
    await person.run("planwright:open-mission");
    await card.getByRole("button", { name: "Review" }).click();
    await review.locator(".planwright-mail", { hasText: "It costs £ 95." }).waitFor();
    await person.press("r");
    await person.type("It is 85, not 95.");
    await person.press("Control+Enter");
    await until("the rejected request is put away", async () => (await names("Rejected")).length === 1);
    // The review goes on to the next request.
    await review.locator(".planwright-mail", { hasText: "Dear Henrike" }).waitFor();
    await person.press("Escape");

    // The agent waits for twenty seconds in which nobody writes. Meanwhile, the other one is edited.
    const request = await appears("Pending_Approval", "_email_collections-marrow");
    await engine.rewrite(request, "I am glad the register opens flat.", "The register opens flat.");
    await invoice.getByText("Changed since you were asked").first().waitFor();
    await invoice.getByRole("button", { name: "Review" }).click();
    await review.locator(".planwright-review-where", { hasText: "Changed since you were asked" }).waitFor();
    await picture("edited");
    await review.locator(".planwright-mail del", { hasText: "I am glad the" }).waitFor();
    await review.locator(".planwright-mail ins", { hasText: "The" }).waitFor();
    expect(await review.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
    await review.getByText("To keep this text, put it there with “Change…”.").waitFor();
    await person.press("Escape");
    await person.drag(request, "Approved");
    await until("it is asked anew", async () => {
      const [only, ...others] = (await names("Pending_Approval")).filter((each) => each.includes("marrow"));
      return only !== undefined && others.length === 0 && `Pending_Approval/${only}` !== request;
    });
    expect(outside.sink.messages).toHaveLength(0);
    await person.says("Changed since you approved it; asking again: Invoice 2026-31");
    await person.open(await appears("Pending_Approval", "_email_collections-marrow"));
    await person.run("planwright:approve");
    await review.locator(".planwright-mail", { hasText: "The register opens flat." }).waitFor();
    expect(await review.locator(".planwright-changes li").allInnerTexts()).toEqual([
      "− I am glad the register opens flat. Please do not let",
      "+ The register opens flat. Please do not let",
    ]);
    await picture("asked anew");
    await person.press("End");
    await review.getByRole("button", { name: "Approve", exact: true }).click();
    await until("the step is ticked", async () =>
      (await read("Plans/Invoice Marrow Street Library.md")).includes("- [x] ✋ Send the invoice"),
    );
    expect(outside.sink.messages).toHaveLength(1);
    expect(outside.sink.messages[0]?.text).toContain("\nThe register opens flat. Please do not let\n");

    // The review goes on to the letter, where it was drafted by then.
    await person.press("Escape");
    await person.open(await appears("Pending_Approval", "_email_anna"));
    await person.says("It costs £ 85.");
    await person.run("planwright:approve");
    await review.locator(".planwright-mail ins", { hasText: "85" }).waitFor();
    await review.getByText("and wrote “It is 85, not 95.”").first().waitFor();
    expect(await review.locator(".planwright-mail del").allInnerTexts()).toEqual(["95"]);
    await picture("drafted anew");
    await review.getByRole("button", { name: "Approve", disabled: false }).click();
    await until("the plan is put away", async () =>
      (await names("Done/Plans")).includes("Letter to Anna.md"),
    );
    expect(outside.sink.messages).toHaveLength(2);
    expect(outside.sink.messages[1]).toMatchObject({ recipients: ["anna@example.com"], subject: SUBJECT });
    expect(outside.sink.messages[1]?.text?.trim()).toBe(second.trim());
    const [rejected = ""] = await names("Rejected");
    expect(await read(`Rejected/${rejected}`)).toContain("It is 85, not 95.");
    expect(await person.errors()).toEqual([]);
  });
});
