/**
 * A moment as the clock on the wall shows it, with its zone. Notes and JSON keep UTC, so that every device writes the
 * same.
 */

/**
 * Each knows the short names of the zones of its own part of the world; a name that none knows is told by its distance
 * from UTC.
 */
const LOCALES = ["en-US", "en-GB", "en-AU", "en-NZ", "en-IN", "en-ZA"] as const;

/** `2026-02-21 11:40 CET`. `zone`: a name such as `Europe/Zurich`; without one, that of this computer. */
export function showLocal(ms: number, zone?: string): string {
  const at = new Date(ms);
  const parts = new Map(
    formatFor("en-GB", zone, NUMBERS)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return `${of("year")}-${of("month")}-${of("day")} ${of("hour")}:${of("minute")} ${zoneName(at, zone)}`;
}

const NUMBERS = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

function zoneName(at: Date, zone: string | undefined): string {
  const names = LOCALES.map((each) => nameIn(formatFor(each, zone, { timeZoneName: "short" }), at));
  const known =
    names.find((name) => /^[A-Z]{2,5}$/.test(name) && name !== "GMT") ?? names.find((name) => name === "GMT");
  return (
    known ??
    nameIn(formatFor("en-US", zone, { timeZoneName: "longOffset" }), at)
      .replace("GMT", "UTC")
      .replace("+00:00", "")
  );
}

function nameIn(format: Intl.DateTimeFormat, at: Date): string {
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once each: making one takes longer than using it a hundred times. */
function formatFor(
  locale: string,
  zone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${zone ?? ""} ${JSON.stringify(options)}`;
  const made =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) });
  formats.set(key, made);
  return made;
}
