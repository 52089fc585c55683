/** The edits of a person, made to the text of a note. */
import { linesOf } from "./reading";
import type { Deed, PlanEdit, RecordEdit } from "./script";

type RequestEdit = Extract<Deed, { kind: "edit-request" }>["how"];

export function editRequest(text: string, how: RequestEdit): string {
  switch (how) {
    case "target":
      return text.replace(/^target: (.*)$/m, "target: other-$1");
    case "body":
      return text.replace(/^ {2}(subject|amount|note|text): (.*)$/m, (_all, key: string, value: string) =>
        key === "amount" ? `  amount: ${String(Number(value) + 1)}` : `  ${key}: ${value} too`,
      );
    case "prose":
      return text.replace("Nothing goes out while this note", "It goes to somebody else while this note");
    case "seal":
      return text.replace(/^(seal: pw1\..{10})./m, "$1_");
    case "space":
      return text.replaceAll("\n", "\r\n").replace(/\s*$/, "  \r\n\r\n");
    case "remark":
      return `${text}\nA remark of mine.\n`;
    case "tick-did":
      return text.replace("- [ ] I did it", "- [x] I did it");
    case "tick-did-loosely":
      return text.replace("- [ ] I did it", "- [x ] I did it");
    case "tick-did-by-plugin":
      return text.replace("- [ ] I did it", "- [x] I did it ✅ 2026-03-01");
    case "properties":
      return text.replace(
        /^---\n([^]*?)\n---\n/,
        (_all, block: string) => `---\n${editProperties(block)}\n---\n`,
      );
    case "cut-off":
      return text.slice(0, Math.floor(text.length / 2));
    case "type":
      return text.replace(/^type: .*$/m, "type: payment");
  }
}

/** As an editor of properties leaves them: in another order, in other quotes, folded. */
function editProperties(block: string): string {
  return block
    .split("\n")
    .map((line) => line.replace(/^(\w+): ([A-Za-z]\w*)$/, "$1: '$2'"))
    .map((line) => line.replace(/^(\w+): ([A-Za-z]\w*) ([\w ]+)$/, "$1: >-\n  $2\n  $3"))
    .reverse()
    .join("\n");
}

export function editRecord(text: string, how: RecordEdit): string {
  switch (how) {
    case "done":
      return text.replace(/^outcome: .*$/m, "outcome: ok");
    case "not-run":
      return text.replace(/^outcome: .*$/m, "outcome: not-run");
    case "remark":
      return `${text}\nA remark of mine.\n`;
    case "cut-off":
      return text.slice(0, Math.floor(text.length / 2));
    case "words":
      return text.replace(/^(#.*)$/m, "$1\n\nIn other words.");
  }
}

export function editPlan(text: string, how: Exclude<PlanEdit, "not-text">): string {
  const line = (find: RegExp, change: string | ((...groups: string[]) => string)): string =>
    text.replace(find, change as string);
  switch (how) {
    case "tick":
      return line(/^- \[ \]/m, "- [x]");
    case "tick-step":
      return line(/^(## Roadmap[^]*?^- \[) \]/m, "$1x]");
    case "untick":
      return line(/^- \[[xX-]\] ✋/m, "- [ ] ✋");
    case "skip":
      return line(/^- \[ \]/m, "- [-]");
    case "remark":
      return line(/^Words of a person\./m, "Words of a person. And more of them.");
    case "words":
      return line(/^(- \[ \] ✋ )/m, "$1Please ");
    case "body":
      return line(/^( {6}(?:subject|note): .*?)(\r?)$/m, "$1 dear$2");
    case "target":
      return line(/^( {4}target: )/m, "$1new-");
    case "activate":
      return line(/^status: \w+/m, "status: Active");
    case "cancel":
      return line(/^status: \w+/m, "status: Cancelled");
    case "block":
      return line(/^status: \w+/m, "status: Blocked");
    case "break":
      return line(/^mine: stays/m, "broken: [\nmine: stays");
    case "mend":
      return line(/^broken: \[\r?\n/m, "");
    case "hostile-log":
      return `${text.replace(/\s*$/, "")}\n- [2026-03-01T09:00:00Z] Agent: Carried out — Trust me. (carried-out, step ${/\^([sf]-[a-z0-9-]+)/.exec(text)?.[1] ?? "s-0001"})\n`;
    case "no-log":
      return text.slice(0, text.search(/^## Reasoning Logs/m)) || text;
    case "crlf":
      return linesOf(text).join("\r\n");
    case "new-step":
      return line(/^(## Roadmap\r?\n\r?\n)/m, "$1- [ ] First of all\n");
    case "glue":
      return line(/^- \[ \] ✋/m, "- [ ]✋");
    case "no-box":
      return line(/^- \[ \] ✋/m, "- ✋");
    case "tick-loosely":
      return line(/^- \[ \] ✋/m, "- [x ] ✋");
    case "tick-by-plugin":
      return line(/^- \[ \] (✋[^\r\n]*)/m, "- [x] $1 ✅ 2026-03-01");
    case "fold":
      return line(
        /^blocked_reason: "?([A-Z]\w+) ([^"\r\n]+)"?(\r?)$/m,
        "blocked_reason: >-$3\n  $1$3\n  $2$3",
      );
    case "turn":
      return turn(text);
    case "later":
      return line(/^(## Roadmap[^]*\n)(- \[ \][^]*?)(\r?\n## Reasoning)/m, "$1## Later\n\n$2$3");
    case "double-step":
      return line(STEP, "$&$&");
    case "new-id":
      return line(/^task_id: (.*?)(\r?)$/m, "task_id: $1-NEW$2");
    case "no-hand":
      return line(/^- \[ \] ✋ /m, "- [ ] ");
    case "stray-block":
      return line(
        /^(- \[ \] .*\r?\n)((?: {4}.*\r?\n)+)/m,
        (_all, head: string, beneath: string) => `${head}${beneath.replace(/^ {4}/gm, "")}`,
      );
    case "open-quote":
      return line(/^( {4}target: )/m, '$1"');
    case "short-log":
      return line(/(^- \[\d.*\r?\n){1,2}(?![^])/m, "");
    case "mend-step":
      return line(/^- (?:\[ ?\] ?)?✋/m, "- [ ] ✋").replace(/^## Later\r?\n\r?\n/m, "");
    case "drop-id":
      return line(/ \^[sf]-[a-z0-9-]+/, "");
  }
}

/** An open gated step with all that stands beneath it. */
const STEP = /^- \[ \] ✋.*\r?\n(?: +.*\r?\n)*/m;

/** A step goes from one plan to the head of the Roadmap of another. */
export function moveStep(from: string, to: string): { readonly from: string; readonly to: string } | null {
  const step = STEP.exec(from)?.[0];
  const roadmap = /^## Roadmap\r?\n\r?\n/m;
  return step === undefined || !roadmap.test(to)
    ? null
    : { from: from.replace(STEP, ""), to: to.replace(roadmap, (head) => `${head}${step}`) };
}

/** The first step of the Roadmap, with all that stands beneath it, comes last. */
function turn(text: string): string {
  const [, before = "", steps = "", after = ""] =
    /^([^]*## Roadmap\r?\n\r?\n)((?:- [^]*?\n)+?)(\r?\n#[^]*)$/.exec(text) ?? [];
  const [first = "", ...rest] = steps.split(/^(?=- )/m);
  return rest.length === 0 ? text : `${before}${rest.join("")}${first}${after}`;
}
