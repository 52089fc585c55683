/**
 * The meaning of an error of the protocol with which a server answers a call. Two of them say that nothing was done; an
 * error in the server's own words may have come after the deed, and of one about time or the line nobody knows. Pure.
 */
import { isList, isObject, type Json } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import type { CallOutcome } from "../../kit/ports/tools";
import type { Blank } from "../net/secrets";
import { RESULT_LIMIT } from "./answer";

export interface ProtocolFault {
  readonly code: number;
  readonly message: string;
  readonly data: Json;
}

/** In the `data` of an error that we made because no answer came. */
export const OURS = "planwright/no-answer";

const VISIT_FIRST = -32042;
const NO_SUCH_METHOD = -32601;
/** A gateway in front of a server says so without knowing what became of the call. */
const NOBODY_KNOWS =
  /time[ds]?[ -]?out|timed? out|deadline|(?:connection|stream|session|transport|socket)\b.{0,30}\b(?:closed|lost|reset|ended|broke\w*|terminated)|ECONN|EPIPE|socket hang up|abort|cancell?ed|interrupted|bad gateway|gateway/i;

/** Null for anything that is not the server's own answer. */
export function errorOfServer(error: unknown): ProtocolFault | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "number") return null;
  const data = "data" in error ? ((error.data as Json | undefined) ?? null) : null;
  if (isObject(data) && data[OURS] === true) return null;
  return { code: error.code, message: error.message.replace(/^MCP error -?\d+: /, ""), data };
}

/** `hasBegun`: the server has told of progress, so it began to do it. */
export function outcomeOfError(
  { code, message, data }: ProtocolFault,
  hasBegun: boolean,
  blank: Blank,
  most = RESULT_LIMIT,
): CallOutcome {
  const words = blank(message.trim()).slice(0, most);
  if (!hasBegun && code === VISIT_FIRST) {
    const visits = visitsIn(data);
    if (visits.length > 0)
      return {
        kind: "not-sent",
        why: escapeLine(
          blank(`The server first wants you to visit ${visits.join(", and ")}. Do that, then ask again.`),
          1500,
        ),
      };
  }
  if (!hasBegun && code === NO_SUCH_METHOD)
    return { kind: "not-sent", why: escapeLine(`The server knows no such call: “${words}”.`, 1000) };
  if (words === "" || NOBODY_KNOWS.test(words))
    return {
      kind: "unknown",
      why: `The server answered with an error (${String(code)}) that does not tell whether it happened.`,
      ...(words === "" ? {} : { said: words }),
    };
  return { kind: "tool-error", text: words };
}

/** Addresses of the web, each with what it is for. */
function visitsIn(data: Json): readonly string[] {
  const asked = isObject(data) ? (data["elicitations"] ?? [data]) : [];
  return (isList(asked) ? asked : []).slice(0, 3).flatMap((each) => {
    const { url = null, message = null } = isObject(each) ? each : {};
    if (typeof url !== "string" || !/^https?:\/\/[^\s<>"“”]{1,500}$/.test(url) || !URL.canParse(url))
      return [];
    const purpose = typeof message === "string" ? escapeLine(message, 200) : "";
    return [purpose === "" ? url : `${url} (“${purpose}”)`];
  });
}
