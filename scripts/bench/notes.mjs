/**
 * Notes as real vaults hold them, drawn from a seed: the same seed gives the same notes. Sizes and habits follow a
 * survey of public vaults.
 */

/** Numbers from 0 up to, not including, 1. */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WHAT = [
  "invoice",
  "newsletter",
  "tax return",
  "offer",
  "workshop",
  "garden fence",
  "website",
  "contract",
  "survey",
  "delivery",
  "photo album",
  "lease",
  "insurance",
  "roof repair",
  "concert",
  "translation",
];
const WHO = [
  "Ana",
  "the council",
  "Müller & Co",
  "the school",
  "Oyster Bay",
  "the landlord",
  "Dr. Okafor",
  "our printer",
  "the choir",
  "李伟",
  "the tenants",
  "Baker Street 4",
];
const DO = [
  "Collect the figures for",
  "Write a first draft of",
  "Ask two people about",
  "Compare three offers for",
  "Correct the list for",
  "Choose a date for",
  "Put together the papers for",
  "Check the sums of",
  "File the copies of",
  "Take photos for",
];
const WHY = [
  "Nothing was missing",
  "Took long",
  "As agreed by telephone",
  "The list was old",
  "Checked against last year",
  "Two answers came",
];
const PROSE =
  "It has to be ready before the end of the month, and whoever asks should get an answer on the same day. The last time this was done without a list, and half of it had to be done twice. ";

const MINUTE = 60_000;
const FIRST = Date.UTC(2025, 0, 6, 8);

function stamp(ms) {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

function word(random, length) {
  let made = "";
  while (made.length < length) made += Math.floor(random() * 36).toString(36);
  return made;
}

/**
 * A plan that is at rest: nothing has to be written into it. 1.7 to 4.7 KB, eight steps, twenty lines of log.
 * @returns {{ name: string, text: string }}
 */
export function drawPlan(n, seed = 1) {
  const random = dice(Math.imul(n + 1, 0x9e3779b1) ^ seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const about = `${pick(WHAT)} for ${pick(WHO)}`;
  const begun = FIRST + Math.floor(random() * 400) * 1440 * MINUTE;
  const share = random();
  const status = share < 0.55 ? "Active" : share < 0.75 ? "Draft" : share < 0.85 ? "Cancelled" : "Blocked";
  const ours = share >= 0.9;
  const done = status === "Draft" ? 0 : Math.floor(random() * 8);
  const steps = Array.from(
    { length: 8 },
    (_, at) =>
      `- [${at < done ? "x" : " "}] ${at === done && ours ? `✋ Send the ${about} ^s-${word(random, 4)}` : `${pick(DO)} the ${about}`}`,
  );
  const log = Array.from(
    { length: ours ? 19 : 20 },
    (_, at) =>
      `- [${stamp(begun + at * 377 * MINUTE)}] ${random() < 0.3 ? "Human" : "Agent"}: ${pick(DO)} it — ${pick(WHY)}.${random() < 0.1 ? ` ${PROSE.slice(0, 60)}` : ""}`,
  );
  if (ours)
    log.push(
      `- [${stamp(begun + 20 * 377 * MINUTE)}] Agent: Blocked at step ${done + 1} — Planwright cannot ask for this action yet. Nobody has said yet exactly what to send. (blocked, step ${/\^(\S+)$/.exec(steps[done])?.[1] ?? ""}, block action)`,
    );
  const reason =
    status !== "Blocked"
      ? "null"
      : ours
        ? '"Planwright cannot ask for this action yet. Nobody has said yet exactly what to send."'
        : `"${pick(WHO)} is away"`;
  const id = `PLAN-${stamp(begun).slice(0, 10).replaceAll("-", "")}-${n.toString(36).padStart(4, "0")}`;
  const text = `---\ntask_id: ${id}\nsource_link: /Inbox/${n.toString(36)}.md\ncreated_date: ${stamp(begun)}\npriority: ${pick(["high", "normal", "low"])}\nstatus: ${status}\nblocked_reason: ${reason}\n---\n\n# Objective\nGet the ${about} done, number ${n}.\n\n## Context\n${PROSE.repeat(Math.floor(random() * 10))}\n\n## Roadmap\n${steps.join("\n")}\n\n## Reasoning Logs\n${log.join("\n")}\n`;
  return { name: `${id} ${about}.md`, text };
}

/** One way each in which frontmatter of real vaults is broken. */
const BREAKS = [
  (text) => text.replace(/^source_link: .*$/m, "source_link: Re: your question: when"),
  (text) => text.replace(/^priority: .*$/m, 'from: "Ana" <ana@example.com>'),
  (text) => text.replace(/^status: .*$/m, (line) => `${line}\n${line}`),
  (text) => text.replace(/^blocked_reason: .*\n---$/m, "blocked_reason: null---"),
  (text) => text.replace(/^status: .*$/m, "status: Blocked: Awaiting Human Approval"),
  (text) => text.replace(/^priority: .*$/m, "summary: first line\nand a second line without a key"),
];

/**
 * The vault of somebody who let loose scripts run for a year: 1,049 plans of 38 sources, 37 in 100 with broken
 * properties, and 900 requests that nobody sealed.
 * @returns {{ path: string, text: string }[]}
 */
export function drawMixed(seed = 1) {
  const random = dice(seed);
  const plans = Array.from({ length: 1049 }, (_, n) => {
    const { name, text } = drawPlan(n, seed);
    const sourced = text.replace(/^source_link: .*$/m, `source_link: /Inbox/mail-${n % 38}.md`);
    const broken = random() < 0.37 ? BREAKS[Math.floor(random() * BREAKS.length)](sourced) : sourced;
    return { path: `Plans/${name}`, text: broken };
  });
  const requests = Array.from({ length: 900 }, (_, n) => ({
    path: `Pending_Approval/EMAIL_${String(n).padStart(4, "0")}${random() < 0.1 ? " 1" : ""}.md`,
    text: `---\ntype: approval_request\naction: send_email\nto: client${n}@example.com\nstatus: ${random() < 0.2 ? "approved" : "pending"}\nplan: Plans/Plan_${n % 38}.md\n---\n\n# Approval needed\n\nDear client ${n}, here is our offer.\n\n- [ ] Approve\n- [ ] Reject\n`,
  }));
  return [...plans, ...requests];
}
