/** The id of a plan as its note gives it, also where the properties as a whole cannot be read. */

/** One short line of text. */
export function isLegalId(id: string): boolean {
  return id.length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(id);
}

/** By its line alone, the first that begins with `task_id`; "" where none does, or what stands there is no id. */
export function statedId(text: string): string {
  const [line = ""] = /^task_id[ \t]*:[^\r\n]{0,400}/m.exec(text) ?? [];
  const [, double, single, bare = ""] = /:[ \t]*(?:"([^"]*)"|'([^']*)'|(.*))/.exec(line) ?? [];
  const id = (double ?? single ?? bare.replace(/[ \t]#.*/, "")).trim();
  return isLegalId(id) ? id : "";
}
