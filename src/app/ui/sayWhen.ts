/** A moment in the zone of this device: the clock today, otherwise the day, with its year where it is another one. */
export function sayWhen(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString())
    return then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const isThisYear = then.getFullYear() === today.getFullYear();
  return then.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}
