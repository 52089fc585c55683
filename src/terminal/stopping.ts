/** Words for a run that is told to stop. */
import { escapeLine } from "../kit/text";
import type { Running } from "../overview/activity";
import type { Signal } from "./interrupt";

/** `server` is the one that a call is under way to; null when there is none. */
export function tellStopping(by: Signal, server: string | null): string {
  const what =
    server === null
      ? "Stopping: nothing else is sent."
      : `Stopping: finishing the call under way to ${escapeLine(server, 80)}; nothing else is sent.`;
  return `planwright: ${what} ${by === "SIGINT" ? "Press Ctrl+C again" : "Press Ctrl+C, or send another signal,"} to leave now.\n`;
}

/** Programs that were at work when the run was told to stop: it has ended them. */
export function tellStopped(running: readonly Running[]): string {
  return running
    .filter(({ isProgram }) => isProgram)
    .map(({ doing, model, view: { plan, step } }) => {
      const named = escapeLine(doing === null ? model : doing.replace(/^running /, ""), 80);
      const at = `${step === null ? "" : `step ${String(step.n)} of `}${escapeLine(plan.taskId, 80)}`;
      return `planwright: Stopped the program “${named}” (${at}); check what it did before it runs again.\n`;
    })
    .join("");
}

export function tellLeaving(server: string | null): string {
  return server === null
    ? "planwright: Left at once.\n"
    : `planwright: Left while a call to ${escapeLine(server, 80)} was under way, so it may have gone out. The next run asks you about it.\n`;
}
