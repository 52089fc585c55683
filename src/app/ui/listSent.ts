/** “Show what was sent…”: all that went out, by its time, receiver, step and plan; a choice opens its record. */
import { escapeLine, escapeInvisible } from "../../kit/text";
import { showIn } from "../../kit/dates";
import type { World } from "../../rules/world";
import { sentOf, type Sent } from "../../overview/sent";
import { sayAge } from "../../overview/titles";
import type { EngineClient } from "./engineClient";
import { openNote } from "./opening";
import { pick } from "./pick";
import { WORDS } from "./words";

const { sent: words, none } = WORDS.commands;

export async function listSent(client: EngineClient): Promise<void> {
  const world = await client.look();
  if (world === null) {
    client.say(WORDS.starting);
    return;
  }
  const all = sentOf(world);
  if (all.length === 0) client.say(words.none);
  const show = showIn(world.settings.time_zone);
  pick(
    client.app,
    all,
    (each) => lineOf(each, show),
    words.which,
    ({ note }) => void openNote(client, { target: note, block: null }),
    ({ note }) => note,
  );
}

/** Where there is nothing left to take back: the newest thing that went out. */
export function sayTooLate(client: EngineClient, world: World): void {
  const [last] = sentOf(world);
  const tells: string[] = [none.hold];
  if (last !== undefined)
    tells.push(
      words.last(
        escapeLine(last.what, 80),
        escapeInvisible(escapeLine(last.to, 80)),
        sayAge(last.at, client.now()),
      ),
    );
  client.say(tells.join(" "));
}

function lineOf({ at, to, what, plan, isDoubtful }: Sent, show: (ms: number) => string): string {
  return [
    show(at),
    isDoubtful ? words.maybe : "",
    escapeInvisible(escapeLine(to, 60)),
    escapeLine(what, 60),
    escapeLine(plan, 60),
  ]
    .filter((each) => each !== "")
    .join(" · ");
}
