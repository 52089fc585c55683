/** Names that the files of an agent may have in the work folder of a plan. */
import { checkPath, SEGMENT_LIMIT } from "../kit/path";
import { escapeLine } from "../kit/text";

/** As `lookOf` has them. */
const RESERVED = ["worknotes.md", "flow.md"];
/** The beginning of the names in changesFile.ts, without white space, as `lookOf` has them. */
const CHANGES = "changesby";
/** As `lookOf` has them: a program that is started among the work files would follow what another agent wrote. */
const ORDERS = ["agents.md", "agentsoverride.md", "claude.md", "claudelocal.md", "gemini.md"];
export const WORK_ENDINGS = [".md", ".txt", ".csv", ".json"];

/** Why a file of the agent’s may not be called so; null where it may. */
export function fileNameFault(name: string): string | null {
  if (name.includes("/")) return "The name must not hold “/”: every file is beside the work notes.";
  const checked = checkPath(name);
  if (checked.kind === "bad") return checked.why.replace("The path", "The name");
  if (/[:*?"<>|#^[\]%]/.test(name)) return 'The name must hold none of the signs : * ? " < > | # ^ [ ] %.';
  if (!WORK_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `The name has to end in ${WORK_ENDINGS.slice(0, -1).join(", ")} or ${WORK_ENDINGS.at(-1) ?? ""}.`;
  if (escapeLine(name, SEGMENT_LIMIT) !== name)
    return "The name must hold no sign that cannot be seen, and no space at its beginning or beside another.";
  if (RESERVED.includes(lookOf(name)) || (/\s/.test(name) && lookOf(name).startsWith(CHANGES)))
    return "This name is taken by Planwright.";
  if (ORDERS.includes(lookOf(name)))
    return "Programs that work as agents take a file of this name as orders.";
  return name.length > SEGMENT_LIMIT / 2 ? "The name is too long." : null;
}

/** Letters of other alphabets that look like those of the reserved names. */
const ALIKE: Readonly<Record<string, string>> = {
  "\u0430": "a",
  "\u0435": "e",
  "\u043a": "k",
  "\u043c": "m",
  "\u043e": "o",
  "\u0440": "p",
  "\u0441": "s",
  "\u0455": "s",
  "\u0461": "w",
  "\u051d": "w",
  "\u0442": "t",
  "\u0501": "d",
  "\u03bf": "o",
  "\u03ba": "k",
  "\u03c4": "t",
  "\u03c9": "w",
  "\u03b5": "e",
  "\u03bd": "n",
  "\u0433": "r",
  "\u0131": "i",
  "\u04cf": "l",
  "\u0561": "w",
  "\u0578": "n",
  "\u0585": "o",
};

/** The name as an eye takes it in: without marks on letters, white space, case and alphabet. */
function lookOf(name: string): string {
  return [
    ...name
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\p{M}\p{Z}\p{P}](?!md$)/gu, ""),
  ]
    .map((letter) => ALIKE[letter] ?? letter)
    .join("");
}
