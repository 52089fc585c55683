/**
 * Makes a failing script shorter while the same invariant still fails: fewer events, fewer interruptions, fewer
 * devices, plainer choices.
 */
import type { Amid, Event, Script } from "./script";

export async function shrink(
  script: Script,
  stillFails: (script: Script) => Promise<boolean>,
  most = 600,
): Promise<Script> {
  let best = script;
  let tries = 0;
  const attempt = async (next: Script): Promise<boolean> => {
    tries += 1;
    if (tries > most || !(await stillFails(next))) return false;
    best = next;
    return true;
  };
  for (let found = true; found && tries <= most;) {
    found = false;
    for (
      let size = Math.ceil(best.events.length / 2);
      size >= 1;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    ) {
      for (let at = 0; at < best.events.length;) {
        const without = { ...best, events: dropEvents(best.events, at, size) };
        if (without.events.length < best.events.length && (await attempt(without))) found = true;
        else at += size;
      }
    }
    for (let at = 0; at < best.events.length; at += 1) {
      const event = best.events[at];
      if (event === undefined || !("amid" in event) || event.amid === undefined) continue;
      for (let inner = 0; inner < (event.amid as readonly Amid[]).length; inner += 1) {
        const list = (event.amid as readonly Amid[]).filter((_each, index) => index !== inner);
        if (
          await attempt({
            ...best,
            events: best.events.map((each, index) =>
              index === at ? ({ ...event, amid: list } as Event) : each,
            ),
          })
        ) {
          found = true;
          break;
        }
      }
    }
    for (const plainer of plainerScripts(best)) if (await attempt(plainer)) found = true;
  }
  return best;
}

/** A restore names an event by its number, which changes when others go. */
function dropEvents(events: readonly Event[], at: number, size: number): readonly Event[] {
  const gone = Math.min(size, events.length - at);
  return [...events.slice(0, at), ...events.slice(at + size)].map((event) =>
    event.do === "restore" && event.to > at ? { ...event, to: Math.max(0, event.to - gone) } : event,
  );
}

function plainerScripts(script: Script): Script[] {
  const used = new Set(script.events.flatMap((event) => ("on" in event ? [event.on] : [])));
  const plainer: Script[] = [];
  if (script.sync !== null) plainer.push({ ...script, sync: null });
  if (script.devices.some(({ name }) => !used.has(name)))
    plainer.push({ ...script, devices: script.devices.filter(({ name }) => used.has(name)) });
  if (script.tick !== 1) plainer.push({ ...script, tick: 1 });
  if (script.story !== "letter") plainer.push({ ...script, story: "letter" });
  if (script.devices.some(({ hints }) => hints !== "soon"))
    plainer.push({ ...script, devices: script.devices.map((each) => ({ ...each, hints: "soon" as const })) });
  return plainer;
}
