/**
 * Active text, without a browser: hostile words come in by every way there is, the production core writes its notes,
 * and a Markdown parser that is not ours says what is active in them. What Planwright built out of hostile words is
 * compared with what it builds out of quiet ones.
 */
import { describe, expect, test } from "vitest";
import {
  HOSTILE,
  hostileVoice,
  markOf,
  PLACES,
  quietVoice,
  type Hostile,
  type Kind,
  type Place,
} from "./active";
import { sample } from "./quick";
import { activeIn, skeleton } from "./reader/oracle";
import { SCENES, type Scene } from "./reader/scenes";
import type { Stage } from "./reader/stage";
import { ticks, written, type Written } from "./reader/written";

const HOST = "127.0.0.1:9";
const unseen = (): Promise<void> => Promise.resolve();

const twins = new Map<string, Promise<Stage>>();

/** Quiet words depend on the lines of the hostile text alone, so most texts have their twin in common. */
function twin(scene: Scene, { text }: Hostile): Promise<Stage> {
  const say = quietVoice(text);
  const key = `${scene.name}\n${(Object.keys(PLACES) as Place[]).map(say).join("\n\n")}`;
  const known = twins.get(key) ?? scene.play(say, unseen);
  twins.set(key, known);
  return known;
}

function faults(scene: Scene, stage: Stage, quiet: Stage): string[] {
  const paths = Object.keys(stage.vault.files());
  const notes = written(stage);
  const theirs = new Map(written(quiet).map((each) => [each.key, each]));
  const same = notes.length === theirs.size && notes.every(({ key }) => theirs.has(key));
  const active = notes.flatMap(({ path, text }) => activeIn(text, paths).map((what) => `${path}: ${what}`));
  if (!same)
    return scene.raw === true
      ? active
      : [
          ...active,
          `writes ${notes.map(({ key }) => key).join(", ")} instead of ${[...theirs.keys()].join(", ")}`,
        ];
  return [
    ...active,
    ...(scene.raw === true ? [] : notes.flatMap((note) => built(note, theirs.get(note.key)))),
  ];
}

function built({ key, text }: Written, quiet: Written | undefined): string[] {
  const [own, theirs] = [skeleton(text), skeleton(quiet?.text ?? "")];
  const at = own.findIndex((block, n) => block !== theirs[n]);
  if (at < 0 && own.length === theirs.length) return [];
  return [
    `${key} is built otherwise: ${own[at] ?? "nothing"} instead of ${theirs[at < 0 ? own.length : at] ?? "nothing"}`,
  ];
}

/** The number of calls that went out, and of the boxes that were ticked in each note. */
function deeds(stage: Stage): readonly number[] {
  const ticked = [...stage.given].map(
    ([path, before]) => ticks(stage.vault.text(path) ?? before) - ticks(before),
  );
  return [stage.calls(), ...ticked];
}

const KINDS: Readonly<Record<Kind, string>> = {
  image: "no image is loaded",
  link: "no link but ours leads anywhere",
  html: "no HTML is HTML",
  obsidian: "nothing is embedded, linked, tagged or hidden",
  template: "no template, query or script is run",
  structure: "no heading, list, table or property is made",
  claim: "no line of the log is imitated and no step is said to be done",
  hidden: "what cannot be seen changes nothing",
};

describe("hostile words from every side", () => {
  for (const [kind, promise] of Object.entries(KINDS)) {
    test(`${promise}, and the notes are built as with quiet words`, async () => {
      const found: string[] = [];
      for (const [at, hostile] of HOSTILE.filter((each) => each.kind === kind).entries()) {
        for (const scene of sample(SCENES, 4, at)) {
          const [stage, quiet] = [
            await scene.play(hostileVoice(hostile.text, HOST), unseen),
            await twin(scene, hostile),
          ];
          found.push(...faults(scene, stage, quiet).map((what) => `${hostile.name}, ${scene.name}: ${what}`));
          if (scene.raw !== true && String(deeds(stage)) !== String(deeds(quiet)))
            found.push(
              `${hostile.name}, ${scene.name}: something else was done: ${String(deeds(stage))} instead of ${String(deeds(quiet))}`,
            );
          if (scene.raw === true && deeds(stage).some((each) => each !== 0))
            found.push(`${hostile.name}, ${scene.name}: something was done`);
        }
      }
      expect(found).toEqual([]);
    });
  }
});

describe("the table", () => {
  test("holds at least sixty texts, each with the mark of its place", () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
    expect(new Set(HOSTILE.map(({ name }) => name)).size).toBe(HOSTILE.length);
    expect(HOSTILE.filter(({ text }) => !text.includes("§"))).toEqual([]);
  });

  test("every way in leads to a note of ours", async () => {
    const lost: string[] = [];
    for (const hostile of [HOSTILE[0], HOSTILE.find(({ name }) => name === "a script")]) {
      if (hostile === undefined) continue;
      for (const scene of SCENES) {
        const notes = written(await scene.play(hostileVoice(hostile.text, HOST), unseen))
          .map(({ text }) => text)
          .join("\n");
        lost.push(
          ...scene.written
            .filter((place) => !notes.includes(markOf(place)))
            .map((place) => `${place} in ${scene.name}: ${hostile.name}`),
        );
      }
    }
    expect(lost).toEqual([]);
  });

  /** Meant for properties, table cells, logs and people; in the prose of a note they are only words. */
  const INERT = [
    "the end of a property",
    "a tag of YAML",
    "the end of a cell",
    "a tick alone",
    "a backslash at the end",
    "the end of a line of the log",
    "a step said to be done",
    "letters turned round",
    "a line separator and a list",
    "a form feed and a next line",
  ];

  test("the parser sees what is active when it is written as it came", () => {
    const quiet = (hostile: Hostile): string => `Quiet\n\n${quietVoice(hostile.text)("context")}\n\nQuiet\n`;
    const harmless = HOSTILE.filter((hostile) => {
      const note = `Quiet\n\n${hostileVoice(hostile.text, HOST)("context")}\n\nQuiet\n`;
      return activeIn(note, []).length === 0 && String(skeleton(note)) === String(skeleton(quiet(hostile)));
    });
    expect(harmless.map(({ name }) => name)).toEqual(INERT);
  });
});
