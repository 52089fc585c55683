/** Why this device does not act, or from when on it does; asked again every second while it is shown. */
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";

const words = WORDS.settings.device;

export interface DeviceStateNow {
  readonly acts: boolean;
  /** Empty where it is not meant to act and nobody else is known to. */
  readonly sentence: string;
}

export function stateOfDevice(client: EngineClient): DeviceStateNow {
  const not = (sentence: string): DeviceStateNow => ({ acts: false, sentence });
  const world = client.world();
  if (world === null) return not(words.starting);
  const { acting, device } = world;
  const other = acting.kind === "named" && acting.device !== device.device?.id ? acting.name : null;
  if (other !== null) return not(words.other(escapeLine(other, 60)));
  if (!client.device.acts()) return not(acting.kind === "nobody" ? words.nobody : "");
  if (device.paused !== null) return not(words.paused);
  const at = client.device.waitsUntil();
  if (at !== null && at > client.now()) return not(words.startsIn(Math.ceil((at - client.now()) / SECOND)));
  // Until it has named itself as the acting device, nobody is: that takes a moment, and is no reason not to act.
  const isExecutor = world.role === "executor" && !world.mayClaim;
  const [why] = [...client.device.hindrances(), ...(isExecutor ? world.standing : [])];
  if (why !== undefined) return not(why);
  return isExecutor ? { acts: true, sentence: words.now } : not(words.starting);
}
