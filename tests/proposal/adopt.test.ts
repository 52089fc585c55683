/** Requests that somebody else wrote: what is read from them, as whose words, and what becomes of it. */
import { describe, expect, it } from "vitest";
import { checkPath } from "../../src/kit/path";
import { parsePlan } from "../../src/note/plan/parse";
import { adoptNote } from "../../src/note/proposal/adopt";
import { textAt } from "../../src/note/proposal/proposal";
import type { Action } from "../../src/note/action/action";
import { mistakeInAdoption } from "./oracle";

/** For notes of which the words do not matter. */
const HELLO = "\n## Body\nHello.\n";
const adopt = (text: string): ReturnType<typeof adoptNote> =>
  adoptNote("Pending_Approval/r.md", text, { to: "Archive/r.md", plans: "Plans", approved: false });

function actionOf(text: string): Action | string {
  const made = adopt(text);
  if (made.kind === "none") return made.why;
  const parsed = parsePlan(made.change.path, textAt(made.change, 0) ?? "");
  const step = parsed.kind === "plan" ? parsed.plan.steps[0] : undefined;
  return step?.approval.kind === "action" ? step.approval.action : "no action";
}

it("a request becomes a draft with one step that asks, and says what was read from where", () => {
  const made = adopt(
    "---\naction: send_email\nto: ana@example.com\nsubject: Hello\ncreated: 2026-02-17 23:30:00\nplan: PLAN-7\nrisk: low\nstatus: approved\n---\n\n# Approval needed\n\n## Email content\n\nDear Ana,\n\n- one\n\n## To approve\n\nMove it.\n",
  );
  if (made.kind === "none") throw new Error(made.why);
  expect(made.change.path).toMatch(/^Plans\/PLAN-20260217-[0-9a-f]{8} Email to ana example\.com, Hello\.md$/);
  expect(textAt(made.change, Date.UTC(2026, 2, 1))).toBe(
    [
      "---",
      `task_id: ${made.taskId}`,
      "source_link: Archive/r.md",
      "created_date: 2026-02-17T23:30:00Z",
      "priority: normal",
      "status: Draft",
      "blocked_reason: null",
      "---",
      "",
      "# Objective",
      "",
      "Email to ana@example.com: Hello",
      "",
      "## Context",
      "",
      "Planwright did not write the request Pending_Approval/r.md. Whatever was decided about it counts for nothing; Planwright asks again.",
      "",
      "It says that it is for the plan “PLAN-7”.",
      "",
      "## Roadmap",
      "",
      "- [ ] ✋ Email to ana@example.com (requires human approval)",
      "    ```action",
      "    type: email",
      "    target: ana@example.com",
      "    args:",
      "      subject: Hello",
      "      body: |-",
      "        Dear Ana,",
      "",
      "        - one",
      "    ```",
      "",
      "## Reasoning Logs",
      "- [2026-03-01T00:00:00Z] Human: Made this plan from the request Pending\\_Approval/r.md — By command. It goes to Archive/r.md. (drafted)",
      "",
    ]
      .join("\n")
      .replace("Pending\\_Approval", "Pending_Approval"),
  );
  expect(made.change.said).toEqual([
    "Read from it: its type from “action”, its target from “to”, its subject from “subject”, its text from “Email content”.",
    "Left out of the plan: risk, status, what is under “To approve”.",
  ]);
});

describe("what is to be done is read", () => {
  it.each<readonly [what: string, text: string, action: Partial<Action>]>([
    [
      "from the keys of the house",
      "---\naction_type: payment\ntarget_recipient: Bank 12\namount: 1500\ncurrency: USD\n---\n",
      { type: "payment", target: "Bank 12", args: { amount: "1500", currency: "USD" } },
    ],
    [
      "from labels in bold",
      "# Approve\n\n**Action:** send email\n**To:** ana@example.com\n**Subject:** Hi\n\n## Draft\n> Dear Ana\n> bye\n",
      { type: "email", target: "ana@example.com", args: { subject: "Hi", body: "Dear Ana\nbye" } },
    ],
    [
      "from items of a list",
      "---\ntype: approval_request\n---\n\n- Action type: tweet\n\n## Caption\n\n```\nNew!\n```\n",
      { type: "social_post", target: "twitter", args: { body: "New!" } },
    ],
    [
      "from a type that names the place",
      "---\ntype: linkedin_post\naction: post_linkedin\n---\n\n# Post\n\n## Post content\n\n📊 Data\n\n#Tag\n\n## Actions\n- [x] Approved\n",
      { type: "social_post", target: "linkedin", args: { body: "📊 Data\n\n#Tag" } },
    ],
    [
      "from a word that nobody knows",
      "---\naction: whatsapp_message\nto: Ana\n---\nSee you.\n",
      { type: "whatsapp_message", target: "Ana", args: { body: "See you." } },
    ],
    [
      "from the better known of two words",
      "---\naction_type: post_text\nchannel: linkedin\n---\n\n## Content\n- **Topic:** x\n\n## Post / message body\n\nNew!\n\n## Hashtags\n",
      { type: "social_post", target: "linkedin", args: { body: "New!" } },
    ],
    [
      "for several receivers",
      "---\ntype: email\nto:\n  - ana@example.com\n  - ben@example.com\n---\nHello.\n",
      { type: "email", target: "ana@example.com, ben@example.com" },
    ],
    [
      "from an action block",
      "---\ntype: approval\n---\n\n```action\ntype: email\ntarget: ana@example.com\nargs:\n  subject: Hi\n```\n",
      { type: "email", target: "ana@example.com", args: { subject: "Hi" }, attachments: [] },
    ],
    [
      "although its properties have to be put right",
      "---\ntype: email\nto: ana@example.com\nsubject: Re: offer\n---\nHello.\n",
      { type: "email", args: { subject: "Re: offer", body: "Hello." } },
    ],
  ])("%s", (_what, text, action) => {
    expect(actionOf(text)).toMatchObject(action);
  });
});

describe("the name of the plan says what it is about", () => {
  const long = "a.very.long.name.of.somebody@an.even.longer.name.example.com";
  it.each<readonly [what: string, text: string, name: string]>([
    [
      "by its subject",
      "---\ntype: email\nto: ana@example.com\nsubject: 'Re: January invoice (2/3)'\n---\n## Body\nDear Ana.\n",
      "Email to ana example.com, Re January invoice 2 3",
    ],
    [
      "by its reference",
      "---\ntype: payment\nto: Bank 12\namount: 1500\nreference: INV-7\n---\n",
      "Payment to Bank 12, INV-7",
    ],
    [
      "by the first words of its text",
      "---\ntype: linkedin_post\n---\n\n## Post content\n\n📊\n\n**Data** is [new](x) oil, or is it not? Some say so.\n\n#Tag\n",
      "Social post to linkedin, Data is new x oil, or is it not",
    ],
    [
      "by its subject also where that is a number",
      "---\ntype: email\nto: ana@example.com\nsubject: 2026\n---\nHello.\n",
      "Email to ana example.com, 2026",
    ],
    [
      "where whom it is for leaves little room",
      `---\ntype: email\nto: ${long}\nsubject: January invoice for the fence\n---\nHello.\n`,
      "Email to a.very.long.name.of.som, January invoice for the",
    ],
    [
      "by whom it is for where it says no more",
      "---\ntype: email\nto: ana@example.com\n---\n👋\n",
      "Email to ana example.com",
    ],
    [
      "in words that may be a file's name",
      '---\ntype: email\nto: ana@example.com\nsubject: "../x\\u202E<% a %>|[[b]]#^c:\\\\"\n---\nHello.\n',
      "Email to ana example.com, .. x a b c",
    ],
  ])("%s", (_what, text, name) => {
    const made = adopt(text);
    expect(
      made.kind === "plan" ? made.change.path.replace(/^Plans\/PLAN-[0-9a-f]{8} |\.md$/g, "") : made.why,
    ).toBe(name);
    expect(made.kind === "plan" ? checkPath(made.change.path).kind : "").toBe("ok");
  });
});

describe("nothing is made of a note", () => {
  it.each<readonly [what: string, text: string, why: string]>([
    [
      "that does not say what is to be done",
      "---\ntype: approval_record\nstatus: approved\n---\nAPPROVED\n",
      "does not say what is to be done (no type of action); write it into its properties",
    ],
    [
      "that does not say to whom",
      "---\ntype: email\nsubject: x\n---\n",
      "does not say to whom or where (no target); write it into its properties",
    ],
    [
      "that says it is over",
      "---\ntype: email\nto: ana@example.com\nstatus: Executed\n---\n",
      "says of itself that it is over (“Executed”)",
    ],
    [
      "that says it was refused",
      "**Type:** email\n**To:** ana@example.com\n**Status:** rejected\n",
      "says of itself that it is over (“rejected”)",
    ],
    [
      "with two action blocks",
      "```action\ntype: email\n```\n\n```action\ntype: email\n```\n",
      "has several action blocks; a request has one",
    ],
    [
      "with an action block that cannot be read",
      "```action\ntype: [\n```\n",
      "has an action block that cannot be read: ",
    ],
    [
      "with properties beyond repair",
      '---\na: "b" c\nto: x\nto: y\n---\n',
      "has properties that cannot be read; it needs you in line 4: ",
    ],
  ])("%s", (_what, text, why) => {
    expect(actionOf(text)).toEqual(expect.stringContaining(why));
  });
});

describe("what it says is data", () => {
  const HOSTILE = "x\u202Ey <% tp.file %> [[link]] ⏳ 2099-01-01 ^s-1 `= 1` %% ✋ <!-- ```action";
  it.each<readonly [what: string, text: string]>([
    ["in its target", `---\ntype: email\nto: ${JSON.stringify(HOSTILE)}\n---\n${HELLO}`],
    [
      "in its subject",
      `---\ntype: email\nto: ana@example.com\nsubject: ${JSON.stringify(`${HOSTILE}\n## Roadmap\n- [x] done`)}\n---\n${HELLO}`,
    ],
    [
      "in its text",
      "---\ntype: email\nto: ana@example.com\n---\n## Body\n~~~~\n```action\ntype: payment\n```\n## Roadmap\n- [ ] y ^s-2\n<% x %>\n---\nstatus: Active\n~~~~\n",
    ],
    [
      "in the plan it names",
      `---\ntype: email\nto: ana@example.com\nplan: ${JSON.stringify(`${HOSTILE}\n- [ ] z`)}\n---\n${HELLO}`,
    ],
    ["in its type", `---\ntype: "email\\n- [ ] x"\nto: ana@example.com\n---\n${HELLO}`],
  ])("%s", (_what, text) => {
    expect(mistakeInAdoption(text)).toBe(null);
    expect(adopt(text).kind).toBe("plan");
  });
});

it("one that was in the Approved folder says that it may have been carried out, also where it is asked for", () => {
  const made = adoptNote("Approved/r.md", `---\ntype: email\nto: ana@example.com\n---\n${HELLO}`, {
    to: "Archive/r.md",
    plans: "Plans",
    approved: true,
  });
  const parsed = made.kind === "plan" ? parsePlan(made.change.path, made.change.text) : null;
  expect(parsed).toMatchObject({
    plan: { context: expect.stringContaining("another program may have carried it out already") as unknown },
  });
  expect(made).toMatchObject({
    change: {
      said: expect.arrayContaining([
        expect.stringContaining("another program may have carried it out already"),
      ]) as unknown,
    },
  });
});

it("the same note always gets the same id, and another note another", () => {
  const id = (text: string): string => {
    const made = adopt(text);
    return made.kind === "plan" ? made.taskId : made.why;
  };
  const text = `---\ntype: email\nto: ana@example.com\n---\n${HELLO}`;
  expect(id(text)).toMatch(/^PLAN-[0-9a-f]{8}$/);
  expect(
    adoptNote("Approved/other.md", text, { to: "Archive/x.md", plans: "Plans", approved: true }),
  ).toMatchObject({ taskId: id(text) });
  expect(id(`${text}more\n`)).not.toBe(id(text));
});

describe("the id of the plan", () => {
  const idOf = (text: string): string => {
    const made = adopt(text);
    return made.kind === "plan" ? made.taskId : made.why;
  };
  const dated =
    "---\naction: send_email\nto: ana@example.com\nstatus: pending\ncreated: 2026-02-17\n---\n\n## Body\nDear Ana.\n";
  const undated = dated.replace("created: 2026-02-17\n", "");

  it("is that of the same request whose status another program changed, or whose line ends sync changed", () => {
    expect(idOf(dated.replace("pending", "approved\napproved_by: ana"))).toBe(idOf(dated));
    expect(idOf(dated.replaceAll("\n", "\r\n"))).toBe(idOf(dated));
  });

  it("is another for another text, day or plan, and for anything else where no day is named", () => {
    const others = [
      dated.replace("Dear Ana", "Dear Ben"),
      dated.replace("02-17", "02-18"),
      dated.replace("status: pending", "plan: P-1"),
      undated,
      undated.replace("pending", "open"),
    ];
    expect(new Set([dated, ...others].map(idOf)).size).toBe(6);
  });
});

describe("kind and receiver are those that the note states", () => {
  it.each<readonly [what: string, text: string, action: Partial<Action>]>([
    [
      "a direct message, whatever its channel is used for otherwise",
      "---\ntype: approval_request\naction: send_linkedin_dm\nchannel: linkedin\ncontact: Mia Stern\n---\n\n## Proposed DM\n\nHi Mia,\n\nonly for you.\n",
      { type: "send_linkedin_dm", target: "Mia Stern" },
    ],
    [
      "a reply beside a word for a post",
      "---\ntype: social_post\naction_type: facebook_comment_reply\nto: Ben Ott\n---\n\n## Text\nThank you, Ben!\n",
      { type: "facebook_comment_reply", target: "Ben Ott" },
    ],
    [
      "a message on a messenger",
      "---\ntype: whatsapp\nchat: Allotment group\n---\n\n## Message\nWater is off.\n",
      { type: "whatsapp", target: "Allotment group" },
    ],
    [
      "a reply by mail",
      "---\ntype: reply\nchannel: email\nto: ana@example.com\n---\n\n## Reply\nYes.\n",
      { type: "email", target: "ana@example.com" },
    ],
    [
      "a post to all",
      "---\ntype: linkedin_post\nto: LinkedIn feed\n---\n\n## Post\nYes.\n",
      { type: "social_post", target: "LinkedIn feed" },
    ],
    [
      "a message that only a heading names",
      "---\ntype: outbound\n---\n\n# Outbound WhatsApp message\n\n**To:** +41 79 123 45 67\n\n## Message\nHi.\n",
      { type: "whatsapp_message", target: "+41 79 123 45 67" },
    ],
    [
      "a post whose words stand under “Message”",
      "---\naction_type: social_post\nplatform: facebook\n---\n\n## Message\nWe are open.\n",
      { type: "social_post", target: "facebook" },
    ],
    [
      "a place, and a heading that speaks of a post",
      "---\ntype: linkedin\n---\n\n# Autumn post\n\n## Post content\nLeaves fall.\n",
      { type: "social_post", target: "linkedin" },
    ],
    [
      "a mail that is a reply",
      "---\ntype: email\naction: send_reply\nto: ana@example.com\n---\n\n# Reply to Ana\n\n## Reply\nYes.\n",
      { type: "email", target: "ana@example.com" },
    ],
  ])("%s", (_what, text, action) => {
    expect(actionOf(text)).toMatchObject(action);
  });

  it.each<readonly [what: string, text: string, why: string]>([
    [
      "a post under a heading of a reply",
      "---\ntype: linkedin_post\n---\n\n# Reply to Mia\n\n## Draft reply\n\nBetween us: no.\n",
      "which goes to all, and speaks of one person (“Reply to Mia”)",
    ],
    [
      "a post to a contact",
      "---\naction: social_post\nplatform: twitter\ncontact: Mia Stern\n---\n\n## Content\n\nBetween us: no.\n",
      "which goes to all, and speaks of one person (“contact”)",
    ],
    [
      "a post to somebody",
      "---\ntype: facebook\nto: Mia Stern\n---\n\n## Post\n\nHi Mia.\n",
      "which goes to all, and speaks of one person (“to”)",
    ],
    [
      "a post that answers a comment",
      "---\ntype: facebook_post\ncomment_id: 77\n---\n\n## Content\n\nThanks.\n",
      "speaks of one person (“comment_id”)",
    ],
    [
      "a place alone",
      "---\nchannel: linkedin\n---\n\n# For Mia\n\n## Text\n\nHi Mia.\n",
      "says where (“linkedin”), not what to do there",
    ],
    [
      "two kinds",
      "---\ntype: email\naction: send_whatsapp\nto: ana@example.com\n---\n\n## Body\nHi.\n",
      "says two different things to do (“email” and “send_whatsapp”)",
    ],
    [
      "a mail on a place",
      "---\ntype: email\nchannel: linkedin\nto: ana@example.com\n---\n\n## Body\nHi.\n",
      "says two different things to do (“email” and “linkedin”)",
    ],
    [
      "a message to nobody",
      "---\naction: send_linkedin_dm\nplatform: linkedin\n---\n\n## Text\n\nHi Mia.\n",
      "does not say to whom",
    ],
  ])("and %s is asked about", (_what, text, why) => {
    expect(actionOf(text)).toEqual(expect.stringContaining(why));
  });
});

describe("a trial is asked about", () => {
  const mail = (front: string, body = "Hello.", title = "Mail"): string =>
    `---\ntype: email\nto: ana@example.com\n${front}---\n\n# ${title}\n\n## Body\n${body}\n`;
  it.each([
    mail("dry_run: true\n"),
    mail("mode: dry-run\n"),
    mail("mode: simulation\n"),
    mail("test: true\n"),
    mail("subject: '[DRY RUN] Offer'\n"),
    mail("simulated: yes\n"),
    mail("", "Hello.", "[DRY RUN] Mail to Ana"),
    mail("", "Hello.\n\n## Notes\nThis was a dry run, nothing is sent.\n"),
    mail("", "[DRY RUN]\nHello."),
    mail("").replace("# Mail", "**Dry run:** true"),
  ])("%s", (text) => {
    expect(actionOf(text)).toEqual(expect.stringContaining("says that it is a dry run"));
  });

  it.each([
    mail("dry_run: false\n"),
    mail("mode: live\n"),
    mail("", "The dry run of the play is on Monday."),
    mail("status: pending\n", "We simulate the storm."),
  ])("but not %s", (text) => {
    expect(actionOf(text)).toMatchObject({ type: "email" });
  });
});

describe("what somebody was to fill in is asked about", () => {
  const mail = (body: string, more = "", to = "ana@example.com"): string =>
    `---\ntype: email\nto: "${to}"\n${more}---\n\n## Body\n${body}\n`;
  it.each([
    ["[Your name]", mail("Hello,\n\nBest,\n[Your name]")],
    ["{{amount}}", mail("You owe {{amount}}.")],
    ["TODO", mail("Hello,\nTODO: say why\n")],
    ["lorem ipsum", mail("Lorem ipsum dolor sit amet.")],
    ["[Ihr Name]", mail("Hallo,\n\nGrüße\n[Ihr Name]")],
    ["[Votre nom]", mail("Bonjour,\n[Votre nom]")],
    ["[COMPANY NAME]", mail("We at [COMPANY NAME] are glad.")],
    ["<insert date>", mail("See you on <insert date>.")],
    ["{first_name}", mail("Dear {first_name},")],
    ["Dear ____", mail("Dear ____, hello")],
    ["DD/MM/YYYY", mail("See you on DD/MM/YYYY.")],
    ["XX EUR", mail("It costs XX EUR.")],
    ["$XXX", mail("It costs $XXX.")],
    ["[Recipient email]", mail("Hello.", "", "[Recipient email]")],
    ["[Project title]", mail("Hello.", "subject: 'About [Project title]'\n")],
    ["a wish to whoever writes", mail("Dear Ana,\n\n[Helper: please say it more kindly]\n\nTom")],
    ["a sentence in brackets", mail("Dear Ana,\n[describe our offer in two sentences]\nTom")],
    ["[...]", mail("We will meet at [...].")],
  ])("%s", (_what, text) => {
    expect(actionOf(text)).toEqual(expect.stringContaining("placeholder"));
  });

  it("also in an action block, and in the place of a receiver", () => {
    expect(
      actionOf("```action\ntype: email\ntarget: ana@example.com\nargs:\n  body: Dear [Name]\n```\n"),
    ).toEqual(expect.stringContaining("placeholder (“[Name]”)"));
    for (const to of ["TBD", "unknown", "N/A"])
      expect(actionOf(mail("Hello.", "", to))).toEqual(expect.stringContaining("to whom it goes"));
  });

  it.each([
    mail("See [the list](https://example.com/list) and [[Notes]]."),
    mail("It is 5 < 6 and a > b; write to <ana@example.com>."),
    mail("- [ ] bring boots\n- [x] bring bread"),
    mail("Use `{x}`, or 10 % of it."),
    mail("Please do this by Monday.", "subject: '[Fence] Re: posts'\n"),
    mail("My to-do list is long, todo el dia."),
  ])("but not %s", (text) => {
    expect(actionOf(text)).toMatchObject({ type: "email" });
  });

  it.each(["See draft below", "see the attached file.", "Siehe unten", "As above"])(
    "a text that only says where it is: %s",
    (words) => {
      expect(actionOf(mail(words))).toEqual(expect.stringContaining("says where its text is"));
    },
  );

  it("brackets that may be meant are named", () => {
    const made = adopt(mail("It was [sic] his word."));
    expect(made.kind === "plan" ? made.change.said : []).toContain(
      "Words in brackets go out as they are: “[sic]”.",
    );
  });
});
