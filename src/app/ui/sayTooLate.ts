/** Tells, where there is nothing left to take back, the newest thing that went out. */
import { escapeLine, escapeInvisible } from "../../kit/text";
import type { World } from "../../rules/world";
import { sentOf } from "../../overview/sent";
import { sayAge } from "../../overview/titles";
import type { EngineClient } from "./engineClient";
import { WORDS } from "./words";

const { lastSent, none } = WORDS.commands;

export function sayTooLate(client: EngineClient, world: World): void {
  const [last] = sentOf(world);
  const tells: string[] = [none.hold];
  if (last !== undefined)
    tells.push(
      lastSent(
        escapeLine(last.what, 80),
        escapeInvisible(escapeLine(last.to, 80)),
        sayAge(last.at, client.now()),
      ),
    );
  client.say(tells.join(" "));
}
