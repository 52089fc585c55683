/** A person's click on Approve, Reject or Hold. The only place in the code that moves a request into Approved. */
import { countsAsApproved } from "../device/device";
import { pathOf } from "../settings/settings";
import type { RequestView } from "../world/world";
import type { Bench } from "./bench";
import { no, told, yes, type Command, type Obeyed } from "./command";
import { change } from "./change";

type Answer = Extract<Command, { kind: "approve" | "reject" | "hold" }>;

export async function answerRequest(answer: Answer, request: RequestView, bench: Bench): Promise<Obeyed> {
  const from = answer.kind === "hold" ? "approved" : "pending";
  const note = request.notes.find(({ folder }) => folder === from) ?? (answer.kind === "reject" ? request.notes.find(({ folder }) => folder === "approved") : undefined);
  if (note === undefined) return no(`${request.name} does not lie in ${pathOf(bench.settings, from)}: ${request.reason}`);
  if (answer.kind === "approve" && request.state !== "waiting") return no(`${request.name} cannot be approved: ${request.reason}`);
  if (answer.kind === "reject" && answer.note.trim() !== "") {
    const noted = await change(note.path, (text) => addRemark(text, answer.note), bench);
    if (noted.kind !== "done") return told(noted, "");
  }
  const to = answer.kind === "approve" ? "approved" : answer.kind === "reject" ? "rejected" : "pending";
  // Before it moves: whoever puts it back at once has approved it anew.
  if (note.folder === "approved" && request.latch !== null && countsAsApproved(request.latch)) await bench.memory.add({ kind: "taken-back", action: request.id, at: bench.clock.now() });
  const moved = await bench.vault.move(note.path, `${pathOf(bench.settings, to)}/${request.name}`);
  switch (moved.kind) {
    case "moved":
      return yes(SAID[answer.kind]);
    case "exists":
      return no(`A note of that name lies in ${pathOf(bench.settings, to)} already; look at both.`);
    case "absent":
      return no("The note was moved away just now; look again.");
    case "refused":
      return no(`That could not be done: ${moved.why}`);
  }
}

const SAID = { approve: "Approved.", reject: "Rejected. Nothing is sent.", hold: "Taken back. Nothing is sent until you approve it again." } as const;

/** A person's words go at the end of the note, under the heading that is theirs. */
function addRemark(text: string, remark: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text.endsWith(end) ? "" : end;
  return `${text}${gap}${end}${remark.trim().replace(/\r*\n/g, end)}${end}`;
}
