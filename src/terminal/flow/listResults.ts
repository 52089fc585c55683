/** `reasoning list`: the results of flows by their places, and what can be done with an approved one. */
import type { Engine } from "../../engine/engine";
import { RESULT_PLACES, type ResultNote } from "../../flow/result/resultNote";
import { escapeLine } from "../../kit/text";
import { json } from "../json";
import type { Output } from "../streams";
import type { Call } from "../words";

export async function listResults(
  { json: asJson }: Pick<Call, "json">,
  engine: Engine,
  { out }: Pick<Output, "out">,
): Promise<number> {
  const { results } = await engine.look();
  const ordered = RESULT_PLACES.flatMap((place) => results.filter((each) => each.place === place));
  if (asJson)
    out(
      json({
        results: ordered.map(({ path, place, title, plan, carriedOutBy }) => ({
          path,
          status: place,
          title,
          plan,
          carried_out_by: carriedOutBy === "" ? null : carriedOutBy,
        })),
      }),
    );
  else out(ordered.length === 0 ? `${NONE}\n` : `${ordered.map(tell).join("\n")}\n`);
  return 0;
}

const NONE =
  "There is no result of a flow yet. To think a question through: planwright flow start deep-reasoning --input topic=…";

function tell({ path, place, title, steps, carriedOutBy }: ResultNote): string {
  const lines = steps === null ? "" : ` --lines ${String(steps.from)}-${String(steps.to)}`;
  const next =
    place !== "approved"
      ? ""
      : carriedOutBy === ""
        ? `\n    Make a plan of it: planwright plan "${escapeLine(path, 200)}"${lines}`
        : `\n    Carried out by ${escapeLine(carriedOutBy, 120)}`;
  return `${place}: ${escapeLine(title, 120)} (${escapeLine(path, 200)})${next}`;
}
