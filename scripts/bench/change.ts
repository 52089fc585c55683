/** Notes that change under a desk that watches, and how long it takes until the Dashboard on the disk says so. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { plansIn, stayAt } from "./desk";

/** Ticks and unticks the last step of a plan that is under way, so that the Dashboard has something new to say. */
function flip(folder: string): () => void {
  const isFit = (text: string): boolean =>
    /^status: Active$/m.test(text) && (text.match(/^- \[x\]/gm)?.length ?? 0) < 7;
  const file = plansIn(folder).find((each) => isFit(readFileSync(each, "utf8"))) ?? "";
  const [off, on] = [
    readFileSync(file, "utf8"),
    readFileSync(file, "utf8").replace(/- \[ \](?![\s\S]*- \[ \])/, "- [x]"),
  ];
  let ticked = false;
  return () => {
    ticked = !ticked;
    writeFileSync(file, ticked ? on : off);
  };
}

/** A vault in which nobody acts yet, whatever was measured in it before. */
export function forget(folder: string): void {
  for (const name of ["Acting device.md", "Dashboard.md"]) rmSync(path.join(folder, name), { force: true });
}

export interface Changing {
  /** One note is changed outside, and the Dashboard on the disk comes to say so. */
  once(): Promise<void>;
  /** So many notes are changed in one go, in a way that shows nowhere, and one more in a way that shows; until the Dashboard says so. Milliseconds from the last of these writes. */
  many(count: number): Promise<number>;
  /** So many notes are changed in a way that shows nowhere, until the desk has come to rest. */
  unseen(count: number): Promise<void>;
  /** How often the Dashboard was written so far. */
  drawn(): number;
  stop(): Promise<void>;
}

/** A desk that watches a vault in which notes are changed from outside. */
export async function changing(folder: string): Promise<Changing> {
  forget(folder);
  const desk = await stayAt(folder);
  const change = flip(folder);
  const dashboard = path.join(folder, "Dashboard.md");
  const texts = new Map<string, string>();
  let round = 0;
  const touch = (count: number): void => {
    round += 1;
    for (const file of plansIn(folder).slice(0, count)) {
      const text = texts.get(file) ?? readFileSync(file, "utf8");
      texts.set(file, text);
      writeFileSync(file, text + "\n".repeat(1 + (round % 2)));
    }
  };
  const seen = async (work: () => void): Promise<void> => {
    const before = readFileSync(dashboard, "utf8");
    await desk.after(work, () => readFileSync(dashboard, "utf8") !== before);
  };
  return {
    once: () => seen(change),
    many: async (count) => {
      let written = 0;
      await seen(() => {
        touch(count);
        change();
        written = performance.now();
      });
      return performance.now() - written;
    },
    unseen: (count) =>
      desk.after(
        () => touch(count),
        () => true,
      ),
    drawn: desk.drawn,
    stop: desk.stop,
  };
}

/** The work of the disk for one note read and one written so that it survives a power cut. */
export function readAndReplace(folder: string): () => void {
  const [from = ""] = plansIn(folder);
  const to = path.join(folder, "Dashboard of the bench.md");
  return () => {
    writeFileSync(`${to}.tmp`, readFileSync(from));
    for (const each of [`${to}.tmp`, folder]) {
      const file = openSync(each, "r");
      fsyncSync(file);
      closeSync(file);
    }
    renameSync(`${to}.tmp`, to);
  };
}
