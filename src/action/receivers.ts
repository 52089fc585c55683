/** One target as the receivers it names. */

/**
 * Split at commas, semicolons and line ends only where every part is an address: “Ana, 12 Hill Street” is one receiver, and
 * “a@example.com, b@example.com” are two.
 */
export function receivers(target: string): readonly string[] {
  const parts = target.split(/[,;\n]/).map((each) => each.trim()).filter((each) => each !== "");
  const whole = target.trim();
  return parts.length > 1 && parts.every((each) => each.includes("@")) ? parts : whole === "" ? [] : [whole];
}
