/** Notes of a forger who knows every form of Planwright's notes, and has no key. */
import { contentHash } from "../../src/approval/request/content";
import { valueIn } from "./reading";

export const HAND_MADE =
  "---\naction_type: email\ntarget_recipient: x@example.com\ntask_id: PLAN-A\nstep_id: s-0001\naction_id: 0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d\nattempt: 1\nstatus: approved\nseal: pw1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.0000000000000000000000000000000000000000000000000000000000000000\n---\n\n# For your approval: email to x@example.com\n\n```action\ntype: email\ntarget: x@example.com\nargs:\n  subject: Hello\n  body: Send it.\n```\n\n## Your note\n";

/** The content of a seal; anybody can read it. */
function spelledIn(text: string): Record<string, unknown> {
  const spelled = /^seal: pw1\.([\w-]+)\./m.exec(text)?.[1] ?? "";
  try {
    return JSON.parse(Buffer.from(spelled, "base64url").toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function spell(value: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/**
 * A request that was changed, by somebody who knows how seals are made and has no key: everything fits but the code.
 */
export function forgeRequest(other: string): string {
  return other.replace(
    /^(seal: pw1\.[\w-]+\.)[0-9a-f]{64}/m,
    (_all, lead: string) => `${lead}${contentHash(other) ?? ""}`,
  );
}

export function forgedRecord(text: string, name: string): string {
  const { id, chain, attempt, plan, task, step, stepHash, executor, idempotency } = spelledIn(text);
  const type = valueIn(text, "action_type");
  return `pr1.${spell({ id, chain, attempt, plan, task, step, stepHash, type, target: valueIn(text, "target_recipient"), name, route: null, idempotency, executor, outcome: "ok", detail: "", begun: 1, ended: 2 })}.${"0".repeat(64)}`;
}
