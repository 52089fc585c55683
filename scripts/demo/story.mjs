/**
 * The story, act by act. Whatever is printed was looked up in the notes, in Planwright's answers or at the SMTP server
 * just before.
 */
import { setTimeout } from "node:timers/promises";
import { tellMoves } from "./moves.mjs";
import { GROUPS } from "./programs.mjs";

const INVOICE = "Invoice Marrow Street Library.md";
const ORDER = "Paper for the spring journals.md";
const ACCOUNTS = "Money/Accounts 2026.md";
/** Seconds: longer than a call that was cut off may last. */
const PATIENCE = 60;
const CHECKED = "Sums of the order.md";
const BOOKED = "Write it into [[Accounts 2026]]";

export async function tellStory({ page, stage, sink, person, program }) {
  const scene = { page, stage, sink, person };
  const own = (await stage.read("Dashboard.md")).trimEnd();
  await open(scene, program);
  const settings = await stage.mailByOthers();
  const request = await appear(scene, settings);
  if (!(await send(scene, settings, request))) return await close(scene, own);
  await finish(scene, settings);
  const doubt = await cutOff(scene, await think(scene));
  if (doubt !== null) await resolve(scene, doubt);
  return await close(scene, own);
}

async function open({ page, stage, sink, person }, program) {
  const plans = await notesIn(stage, "Plans");
  page.title("Planwright: what a vault may do, and what it has to ask for");
  page.say(
    "Tove Lindqvist binds books. Two mails have to go out, and neither may go out by itself, or twice. You are Tove.",
  );
  page.gap();
  page.does("The vault", `a copy of examples/vault with ${plans.length} plans in Plans/`, stage.vault);
  page.does("Planwright", `${program}, started anew each time, acting for this vault`);
  page.does(
    "Post office",
    `an SMTP server on 127.0.0.1, port ${sink.port}, that keeps what it is given. Nothing leaves this computer.`,
  );
  page.does(
    "You",
    person.byHand
      ? "move and edit the notes yourself; this text says when"
      : "are played by the demo, which says so each time",
  );
  page.say(
    "Below, each line is something that was done, and > says in which note. What Planwright notes in its own memory, outside the vault, is left out.",
  );
}

async function appear({ page, stage, sink }, settings) {
  page.act("A request appears");
  page.say(
    "The invoice for the library is next. Its step is marked ✋, and an action block beneath it says what to send. The mail server is email-mcp, written by others, spoken to over MCP on standard input and output.",
  );
  page.gap();
  const told = await settle({ page, stage }, settings);
  const request = must(
    told.status.requests.find(({ state }) => state === "waiting"),
    "No request appeared.",
  );
  must(sink.messages.length === 0, "A mail went out before anybody had approved it.");
  page.does("Post office", "has 0 mails");
  page.say("This is the note to decide on, from its heading to how to answer:");
  const text = await stage.read(request.path);
  page.quote(nameOf(request.path), text.slice(text.indexOf("\n# ") + 1, text.indexOf("## Why")));
  return request;
}

/** Whether the mail was sent: by hand, a person may well refuse. */
async function send({ page, stage, sink, person }, settings, request) {
  page.act("Approved: one mail");
  if ((await decide({ stage, person }, request)) === "rejected") {
    await settle({ page, stage }, settings);
    must(sink.messages.length === 0, "A mail went out although it was refused.");
    page.does("Post office", "has 0 mails. You refused, so nothing was sent, and the plan says so.");
    return false;
  }
  page.does("Planwright", `waits ${stage.grace} s, in case you take it back (3 s unless told otherwise)`);
  await settle({ page, stage }, settings);
  must(sink.messages.length === 1, `The post office has ${sink.messages.length} mails instead of 1.`);
  page.does("Post office", "has 1 mail, as received:");
  showMail(page, sink.messages[0]);
  return true;
}

async function finish({ page, stage, sink, person }, settings) {
  page.act("The plan goes on, finishes, and is archived");
  page.say("The last step is no business of a program: Tove keeps her accounts herself.");
  await person.does({
    what: person.byHand
      ? "Tick the last step of the invoice’s plan (and, if you like, book it)."
      : `write the invoice into ${ACCOUNTS}, and tick the last step`,
    how: "Turn its “[ ]” into “[x]” and save.",
    where: `Plans/${INVOICE}`,
    folders: [stage.path("Plans")],
    async play() {
      const row = "| 2026-11-05 | 2026-30 | [[Osei and Daughters]] | £70.00 | yes |\n";
      await stage.edit(
        ACCOUNTS,
        row,
        `${row}| ${new Date().toISOString().slice(0, 10)} | 2026-31 | [[Marrow Street Library]] | £727.50 | |\n`,
      );
      await stage.edit(`Plans/${INVOICE}`, `- [ ] ${BOOKED}`, `- [x] ${BOOKED}`);
    },
    done: async () => ((await stage.read(`Plans/${INVOICE}`)).includes(`[x] ${BOOKED}`) ? "ticked" : null),
  });
  await settle({ page, stage }, settings);
  must(
    (await notesIn(stage, "Done/Plans")).includes(INVOICE),
    "The finished plan did not reach the archive.",
  );
  must(sink.messages.length === 1, "A second mail went out.");
  page.does("Post office", "still has 1 mail");
}

/** An agent does the step before the order. Answers the request for the order, and the settings. */
async function think({ page, stage, sink, person }) {
  page.act("A step is thought through");
  page.say(
    "The second mail is an order for paper, and somebody should check its sums first. That step needs no approval, and the plan says “agent: auto”, so an agent may do it. It reads notes, writes files beside its work notes, and can do nothing else. A language model would be asked for that; the demo has none, so its model is a script that replays a file.",
  );
  const settings = await stage.mailWithIds();
  await person.does({
    what: person.byHand
      ? "Start the order’s plan."
      : "start the order’s plan: status: Draft becomes status: Active",
    how: "Change “status: Draft” to “status: Active” in it and save.",
    where: `Plans/${ORDER}`,
    folders: [stage.path("Plans")],
    play: () => stage.edit(`Plans/${ORDER}`, "status: Draft", "status: Active"),
    done: async () =>
      /^status: (Active|Blocked)/m.test(await stage.read(`Plans/${ORDER}`)) ? "started" : null,
  });
  const asked = await settle({ page, stage }, settings);
  const [folder] = await stage.folders("Work");
  const file = `Work/${must(folder, "The agent left no work.")}/${CHECKED}`;
  page.say("This is the file that the agent wrote. The work notes beside it have its reasons, turn by turn.");
  page.quote(CHECKED, (await stage.read(file)).trimEnd());
  const plan = await stage.read(`Plans/${ORDER}`);
  must(/^- \[x\] Check the sums/m.test(plan), "The step of the agent was not ticked.");
  page.say("And this is its line in the plan’s log:");
  page.quote(
    "log",
    must(/^- \[.*Agent: Finished .*$/m.exec(plan)?.[0], "The log does not say what was checked."),
  );
  const request = must(
    asked.status.requests.find(({ state }) => state === "waiting"),
    "No request appeared for the order.",
  );
  must(sink.messages.length === 1, "A mail went out that nobody had approved.");
  page.does("Post office", "still has 1 mail: the order waits for you");
  return { settings, request };
}

/** The doubt that is left when Planwright is killed while the mail is under way; null when the person refused. */
async function cutOff({ page, stage, sink, person }, { settings, request }) {
  page.act("Pulling the plug in the middle");
  page.say(
    "An order that is sent twice is paid twice. For this mail the settings name another mail server, a small one of this project, because it lets the caller choose the Message-ID, and by that a mail can be recognised.",
  );
  if ((await decide({ stage, person }, request)) === "rejected") {
    await settle({ page, stage }, settings);
    must(sink.messages.length === 1, "A mail went out although it was refused.");
    page.does("Post office", "still has 1 mail. You refused, so there is nothing to cut off.");
    return null;
  }
  const record = `Done/Actions/${nameOf(request.path).replace(/\.md$/, "_receipt.md")}`;
  sink.behave("hang");
  const run = stage.startSettling(settings);
  const arrived = await Promise.race([sink.arrived(2).then(() => true), run.ended.then(() => false)]);
  must(arrived, "Planwright ended before the mail was under way.");
  must(/^outcome: unknown$/m.test(await stage.read(record)), "The record does not say “unknown”.");
  page.does("Planwright", "has written the record, still “unknown”, and called the mail server", record);
  page.does("Post office", "has taken the mail, and keeps quiet about it: no answer yet");
  run.kill();
  const { code } = await run.ended;
  must(code === null, "Planwright ended by itself before it could be killed.");
  sink.behave("accept");
  page.does(
    "The demo",
    `kills Planwright${GROUPS ? " and the mail server it had started," : ""} in the middle of the call (SIGKILL). Planwright never learns how it ended.`,
  );
  return { settings, request, record };
}

async function resolve({ page, stage, sink, person }, { settings, request, record }) {
  page.act("Maybe sent, please check");
  page.say(
    "Planwright is started again, as after a power cut. It cannot know whether the order went out, so it does not send it again, and does not claim that it was sent. A mail server that lived on could still be sending it: for as long as the call may take, it waits. Then it asks.",
  );
  page.gap();
  const { status } = await untilAsked({ page, stage }, settings, record);
  const doubt = must(
    status.requests.find(({ action_id }) => action_id === request.action_id),
    "The request that was cut off was forgotten.",
  );
  must(doubt.state === "in-doubt", `The request that was cut off is “${doubt.state}”, not in doubt.`);
  must(sink.messages.length === 2, "The mail was sent again by itself.");
  const again = await stage.settle(settings);
  must(sink.messages.length === 2, "Started once more, Planwright sent the mail again.");
  if (tellMoves(again).length === 0)
    page.does("", "(started once more: there is nothing to do, it waits for you)");
  page.does("Post office", "has 2 mails: the invoice, and the order once");
  page.say("The Dashboard says so:");
  page.quote(
    "Dashboard.md",
    must(
      /^## Needs you\n[^]*?(?=\n## )/m.exec(await stage.read("Dashboard.md"))?.[0],
      "The Dashboard does not say what needs you.",
    ),
  );
  page.say("At the end of the record there is now a question:");
  const text = await stage.read(record);
  must(text.includes("## Please check"), "The record does not ask.");
  page.quote(nameOf(record), text.slice(text.indexOf("## What happened")));

  const key = `<${request.action_id}@planwright.invalid>`;
  const order = sink.messages[1];
  must(text.includes(key.slice(1, -1)), "The record does not name the Message-ID.");
  must(order.messageId === key, `The mail bears the Message-ID ${order.messageId} instead of ${key}.`);
  page.say(
    "So you look where it should have arrived. There it is, under the Message-ID that the record names:",
  );
  showMail(page, order);
  const answer = await person.does({
    what: person.byHand ? "Tick one box in the record." : "tick “It happened” in the record",
    how: "It did happen, as you see above. Turn one “[ ]” into “[x]” and save.",
    where: record,
    folders: [stage.path("Done/Actions")],
    play: () => stage.edit(record, "- [ ] It happened", "- [x] It happened"),
    done: async () => answerIn(await stage.read(record)),
  });
  const settled = await settle({ page, stage }, settings);
  must(sink.messages.length === 2, "The mail was sent again.");
  if (answer === "happened") {
    must((await notesIn(stage, "Done/Plans")).includes(ORDER), "The order’s plan did not reach the archive.");
    page.does("Post office", "still has 2 mails. Each was approved by you and sent once.");
    return;
  }
  must(
    settled.status.requests.some(({ state }) => state === "waiting"),
    "The order was not asked for again.",
  );
  page.does(
    "Post office",
    "still has 2 mails. You said it did not happen, so the order is asked for anew; without your approval it does not go out again.",
  );
}

/** Settles until the record asks: not before the call that was cut off can have ended. */
async function untilAsked({ page, stage }, settings, record) {
  for (let second = 0; second < PATIENCE; second += 1) {
    const settled = await settle({ page, stage }, settings);
    if ((await stage.read(record)).includes("## Please check")) return settled;
    await setTimeout(1000);
  }
  throw new Error("The record does not ask.");
}

/** `own`: what stood in the Dashboard before anything happened. */
async function close({ page, stage, person }, own) {
  const dashboard = await stage.read("Dashboard.md");
  must(
    ["begin", "end"].every((mark) => dashboard.includes(`planwright:dashboard ${mark}`)),
    "The Dashboard has no region of Planwright’s.",
  );
  must(person.byHand || dashboard.startsWith(own), "The person’s own lines in the Dashboard were changed.");
  page.act("What is left");
  page.say(
    `The Dashboard as it is now.${dashboard.startsWith(own) ? " The first lines are Tove’s own, and nobody has touched them:" : ""}`,
  );
  page.quote("Dashboard.md", dashboard);
  page.does("The vault", "stays here for you to look at; delete it whenever you like:", stage.vault);
  page.gap();
  page.does("Look at", "the requests that are over, each beside the record of how it ended", "Done/Actions/");
  page.does("", "the plans that are over, with their whole logs", "Done/Plans/");
  page.does("", "what you see every morning; or open the folder as a vault in Obsidian", "Dashboard.md");
  page.gap();
}

async function decide({ stage, person }, { path: from }) {
  const name = nameOf(from);
  const lies = async (folder) => (await stage.list(folder)).includes(name);
  return await person.does({
    what: person.byHand
      ? "Move this note into Approved/."
      : "read the request and move it from Pending_Approval/ to Approved/",
    how: "(Into Rejected/ if you would rather not.)",
    where: from,
    folders: [stage.path("Approved"), stage.path("Rejected")],
    play: () => stage.move(from, `Approved/${name}`),
    done: async () => ((await lies("Approved")) ? "approved" : (await lies("Rejected")) ? "rejected" : null),
  });
}

/** Lets Planwright work until nothing is left to do, and tells what it did. */
async function settle({ page, stage }, settings) {
  const result = await stage.settle(settings);
  tellMoves(result).forEach(({ what, where }, at) => page.does(at === 0 ? "Planwright" : "", what, where));
  for (const line of result.says) page.does("", `says: ${line}`);
  return result;
}

function showMail(page, { from, recipients, subject, messageId, text }) {
  const head = [
    `From: ${from.name} <${from.address}>`,
    `To: ${recipients.join(", ")}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
  ];
  page.quote("mail", `${head.join("\n")}\n\n${text.replace(/\r\n/g, "\n")}`);
}

function answerIn(text) {
  const happened = /^- \[[xX]\] It happened/m.test(text);
  const not = /^- \[[xX]\] It did not happen/m.test(text);
  return happened === not ? null : happened ? "happened" : "not-happened";
}

async function notesIn(stage, folder) {
  return (await stage.list(folder)).filter((name) => name !== "About this folder.md");
}

function nameOf(file) {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** Nothing is told that is not so. */
function must(value, otherwise) {
  if (!value) throw new Error(otherwise);
  return value;
}
