/** How scores read on a screen. */

const WIDTH = 34;

/** One task: solved or not, what it took, and what is wrong. */
export function rowOf({ name, faults, evidence, turns, tokens, usd, isAtMost, ungated, folder }) {
  const took = [
    countTurns(turns),
    `${tokens.toLocaleString("en")} tokens`,
    money(usd, isAtMost),
    `${String(evidence)} checked`,
    ...(ungated.length === 0 ? [] : [`${String(ungated.length)} UNGATED`]),
  ].join(", ");
  return [
    `${faults.length === 0 ? "solved    " : "NOT solved"}  ${name.padEnd(WIDTH)}  ${took}`,
    ...faults.map((fault) => `              ${fault}`),
    ...(folder === null ? [] : [`              ${folder}`]),
  ].join("\n");
}

export function summary(scores, all) {
  const sum = (key) => scores.reduce((total, score) => total + (score[key] ?? 0), 0);
  const solved = scores.filter(({ faults }) => faults.length === 0).length;
  const ungated = scores.reduce((total, score) => total + score.ungated.length, 0);
  return `${String(solved)} of ${String(all)} solved (${String(scores.length)} played): ${countTurns(sum("turns"))}, ${sum("tokens").toLocaleString("en")} tokens, ${money(
    scores.some(({ usd }) => usd === null) ? null : sum("usd"),
    scores.some(({ isAtMost }) => isAtMost),
  )}, ${String(sum("evidence"))} pieces of evidence checked, ${String(ungated)} ungated effects.`;
}

function money(usd, isAtMost) {
  if (usd === null) return "unknown cost";
  return `${isAtMost ? "at most " : ""}$${usd.toFixed(4)}`;
}

function countTurns(turns) {
  return `${String(turns)} ${turns === 1 ? "turn" : "turns"}`;
}
