/** One call of the terminal program, from words to exit code. */
import { complain, DAMAGED } from "./complain";
import { HELP } from "./commands";
import { json } from "./json";
import { isForPrograms, outputOf, type Streams } from "./streams";
import { VERSION } from "./version";
import { readWords } from "./words";

/**
 * 0 done, 1 failed, 2 wrong use, 3 where a call failed or may have, more than 128 where a signal stopped it. Standard
 * error gets one line for 1 and 2.
 */
export async function runTerminal(argv: readonly string[], streams: Streams): Promise<number> {
  const reading = readWords(argv);
  if (reading.kind === "help") {
    streams.out(HELP);
    return 0;
  }
  if (reading.kind === "version") {
    streams.out(reading.json ? json({ version: VERSION }).text : `planwright ${VERSION}\n`);
    return 0;
  }
  if (reading.kind === "wrong") return complain(`${reading.say} --help shows how.`, 2, streams);
  // All the rest takes a few times as long to load as Node itself takes to start.
  const rest = await import("./runCall").catch(() => null);
  return rest === null
    ? complain(DAMAGED, 1, streams)
    : await rest.runCall(reading.call, argv, outputOf(streams, isForPrograms(reading.call)));
}
