/**
 * The witness's view of programs: each start, with the entry that was noted before it, and the programs that a person
 * allowed on each device.
 */
import { createHash } from "node:crypto";
import type { ProgramCall, ProgramEnd } from "../../../src/kit/ports/programs";
import type { Device, Life } from "../device";
import type { Sight } from "../witness";
import type { Noted } from "./eyes";
import { CODER } from "./flows";

export interface Started {
  readonly device: Device;
  readonly life: Life;
  readonly identity: number;
  readonly kind: "agent" | "check";
  readonly call: ProgramCall;
  /** Names the command, and where it runs. */
  readonly what: string;
  /** The hash of the copy of its flow, as its program last read it; of an agent. */
  readonly copy: string;
  /** The entry that was written before; null where there was none. */
  readonly noted: Noted | null;
  /** How often a person had allowed programs on this device by then. */
  readonly words: number;
  /** Null while nobody has heard it. */
  end: ProgramEnd | null;
  /** It came to its end, with a result. */
  isWhole: boolean;
}

export interface Programs {
  readonly all: Started[];
  /** A person allows it on this device, or no longer (null). `copy`: of its flow; empty for a check. */
  says(device: Device, what: string, copy: string | null): void;
  /** The copy that it is allowed for; undefined where it is not. */
  allowed(device: Device, what: string): string | undefined;
  starting(device: Device, call: ProgramCall): Started;
}

/** The command, and of an agent the work folder of its plan. */
export function nameOfProgram(line: string, work: string): string {
  return work === "" ? line : `${line} for ${work}`;
}

export function createPrograms(
  hold: (started: Started) => void,
  noted: ReadonlyMap<string, Noted>,
  sightOf: (life: Life) => Sight,
  identityOf: (device: Device) => number,
): Programs {
  const yes = new Map<string, string>();
  const words = new Map<Device, number>();
  const key = ({ name }: Device, what: string): string => `${name} ${what}`;
  const programs: Programs = {
    all: [],
    says(device, what, copy) {
      words.set(device, (words.get(device) ?? 0) + 1);
      if (copy === null) yes.delete(key(device, what));
      else yes.set(key(device, what), copy);
    },
    allowed: (device, what) => yes.get(key(device, what)),
    starting(device, call) {
      const { life } = device;
      if (life === null) throw new Error("A program that has ended starts another.");
      const kind = call.command === CODER.command ? "agent" : "check";
      const last = [...noted.values()].findLast(
        (each) => each.life === life && each.entry.kind === (kind === "agent" ? "asked" : "started"),
      );
      const isNew = last !== undefined && !programs.all.some((each) => each.noted === last);
      const work = kind === "agent" ? (last?.folder ?? "") : "";
      const copy = sightOf(life).reads.get(`${work}/Flow.md`) ?? "";
      const started: Started = {
        device,
        life,
        identity: identityOf(device),
        kind,
        call,
        what: nameOfProgram([call.command, ...call.args].join(" "), work),
        copy: kind === "agent" ? createHash("sha256").update(copy).digest("hex") : "",
        noted: isNew ? last : null,
        words: words.get(device) ?? 0,
        end: null,
        isWhole: false,
      };
      hold(started);
      programs.all.push(started);
      return started;
    },
  };
  return programs;
}
