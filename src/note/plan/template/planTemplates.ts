/**
 * The templates that come with Planwright: plans that people have over and over, a row each. `{word}` stands for a
 * blank that the person fills in, `{due}` for the day by which the plan is due, `{+14}` for the day in so many days.
 * No row names a receiver.
 */
import type { Action } from "../../action/action";

export interface Blank {
  /** Name on the screen. */
  readonly name: string;
  /** Words beneath the name. */
  readonly example: string;
  /** Left out for any words; `day`: as `2026-03-03`. */
  readonly is?: "number" | "price" | "address" | "day";
}

export interface PlanTemplate {
  readonly name: string;
  /** An icon of the app (lucide). */
  readonly icon: string;
  /** A few words on how it goes. */
  readonly says: string;
  readonly blanks: Readonly<Record<string, Blank>>;
  readonly objective: string;
  readonly steps: readonly string[];
  /** Actions of steps with ✋, by the number of the step, counted from 1. Without one, the person is asked for it. */
  readonly actions?: Readonly<Record<number, Omit<Action, "attachments">>>;
  /** The words of the property `repeat`; the first plan is due on its next day. */
  readonly repeat?: string;
  readonly due?: string;
}

const TO: Blank = { name: "Mail address", example: "marit@example.com", is: "address" };

const mail = (subject: string, text: string, end: string, start = "Hello,"): Omit<Action, "attachments"> => ({
  type: "email",
  target: "{to}",
  args: { subject, body: `${start}\n\n${text}\n\n${end}` },
});

export const PLAN_TEMPLATES: readonly PlanTemplate[] = [
  {
    name: "Monthly rent",
    icon: "house",
    says: "Repeats every month",
    blanks: {
      payee: { name: "Pay to", example: "Osei and Daughters Ltd" },
      amount: { name: "Amount", example: "640.00", is: "number" },
      currency: { name: "Currency", example: "GBP" },
    },
    objective: "Pay the rent",
    steps: ["✋ Pay the rent ⏳ {due}", "Keep the receipt"],
    actions: {
      1: { type: "payment", target: "{payee}", args: { amount: "{amount}", currency: "{currency}" } },
    },
    repeat: "every month on the 1st",
  },
  {
    name: "Invoice and reminder",
    icon: "receipt",
    says: "Two mails",
    blanks: {
      to: TO,
      what: { name: "For what", example: "the repair of six volumes" },
      amount: { name: "Amount", example: "£240.00", is: "price" },
    },
    objective: "Invoice for {what}",
    steps: [
      "✋ Send the invoice",
      "See whether it is paid ⏳ {+14}",
      "✋ Send a reminder; skip this step if it is paid",
    ],
    actions: {
      1: mail("Invoice: {what}", "Please pay {amount} for {what} within 14 days.", "Thank you!"),
      3: mail(
        "Reminder: {what}",
        "The invoice of {amount} for {what} still seems to be open. Could you see to it?",
        "Thank you!",
      ),
    },
  },
  {
    name: "Thank-you mail",
    icon: "heart",
    says: "One mail",
    blanks: {
      name: { name: "Name", example: "Marit" },
      to: TO,
      what: { name: "For what", example: "the recipe" },
    },
    objective: "Thank {name} for {what}",
    steps: ["✋ Send the mail"],
    actions: { 1: mail("Thank you", "Thank you very much for {what}!", "Best wishes", "Hello {name},") },
  },
  {
    name: "Invitation",
    icon: "party-popper",
    says: "Mails, then guests",
    blanks: {
      what: { name: "To what", example: "our open workshop" },
      when: { name: "When", example: "Saturday, 13 March, at 2 pm" },
      where: { name: "Where", example: "the parish hall" },
      to: { name: "Mail addresses", example: "ana@example.com, bo@example.org", is: "address" },
    },
    objective: "Invite people to {what}",
    steps: ["✋ Send the invitations", "List who comes ⏳ {+7}", "Ask those who have not answered"],
    actions: {
      1: mail(
        "Invitation to {what}",
        "You are invited to {what}.\n\nWhen: {when}\nWhere: {where}",
        "Please tell me whether you can come.",
      ),
    },
  },
  {
    name: "Weekly review",
    icon: "calendar-check",
    says: "Repeats every week",
    blanks: {},
    objective: "Look back at the week, and ahead",
    steps: [
      "Close what is done",
      "See who waits for me, and for whom I wait",
      "Choose the three things that matter next week",
    ],
    repeat: "every week on Friday",
  },
  {
    name: "Trip",
    icon: "luggage",
    says: "Nothing is forgotten",
    blanks: {
      where: { name: "Where to", example: "Bergen" },
      day: { name: "First day", example: "2027-05-14", is: "day" },
    },
    objective: "Trip to {where}",
    steps: ["See whether the passport is valid", "Book the journey", "Book a place to stay", "Pack"],
    due: "{day}",
  },
  {
    name: "Newsletter",
    icon: "newspaper",
    says: "Repeats every month",
    blanks: { what: { name: "About what", example: "the bindery" } },
    objective: "Newsletter about {what}",
    steps: ["Collect what is new", "Write it", "✋ Send it"],
    repeat: "every month on the 1st",
  },
  {
    name: "Application",
    icon: "landmark",
    says: "To an authority",
    blanks: {
      office: { name: "To whom", example: "the town council" },
      to: { ...TO, example: "council@example.org" },
      what: { name: "For what", example: "a parking permit" },
    },
    objective: "Apply to {office} for {what}",
    steps: [
      "Find out which papers are needed",
      "Put the papers together",
      "✋ Send the application",
      "See whether an answer came ⏳ {+28}",
    ],
    actions: {
      3: mail(
        "Application for {what}",
        "I apply for {what}. Please confirm that you received this, and say if anything is missing.",
        "Yours sincerely",
        "To {office}",
      ),
    },
  },
];
