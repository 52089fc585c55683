/**
 * A text with a fence of its own ends the action block around it. What it would cut off holds the step, and repair can
 * make the block whole.
 */
import { describe, expect, it } from "vitest";
import { repairNote } from "../../src/note/proposal/repair";
import { planIn, withRoadmap } from "./note";

const lines = (...each: readonly string[]): string => each.join("\n");
/** A step whose block opens four columns in, with more beneath. */
const step = (...each: readonly string[]): string =>
  lines(
    "- [ ] ✋ Send it",
    "    ```action",
    "    type: email",
    "    target: a@example.com",
    ...each,
    "- [ ] After",
  );
const gateIn = (roadmap: string) => planIn(withRoadmap(roadmap)).steps[0]?.approval;

const WHOLE: readonly (readonly [string, string, string])[] = [
  [
    "a fence in a mail with small indents",
    step(
      "    args:",
      "     body: |",
      "      Run this:",
      "      ```",
      "      npm i",
      "      ```",
      "      Bye, Bob",
      "    ```",
    ),
    "Run this:\n```\nnpm i\n```\nBye, Bob\n",
  ],
  [
    "a fence that names its language",
    step(
      "    args:",
      "     body: |",
      "      Run this:",
      "      ```sh",
      "      npm i",
      "      ```",
      "      Bye, Bob",
      "    ```",
    ),
    "Run this:\n```sh\nnpm i\n```\nBye, Bob\n",
  ],
  [
    "two examples",
    step(
      "    args:",
      "     body: |",
      "      ```",
      "      a",
      "      ```",
      "      and",
      "      ```js",
      "      b",
      "      ```",
      "    ```",
    ),
    "```\na\n```\nand\n```js\nb\n```\n",
  ],
  [
    "an example at the end",
    step("    args:", "     body: |", "      Run:", "      ```", "      npm i", "      ```", "    ```"),
    "Run:\n```\nnpm i\n```\n",
  ],
  [
    "keys behind the mail",
    step("    args:", "     body: |", "      ```", "      a", "      ```", "     subject: Hi", "    ```"),
    "```\na\n```\n",
  ],
  [
    "tildes",
    step("    args:", "     body: |", "      ~~~", "      a", "      ~~~", "      Bye", "    ```").replaceAll(
      "```",
      "~~~",
    ),
    "~~~\na\n~~~\nBye\n",
  ],
  [
    "a longer fence in the text",
    step("    args:", "     body: |", "      `````", "      a", "      `````", "      Bye", "    ```"),
    "`````\na\n`````\nBye\n",
  ],
];

describe("a block that its own text ends", () => {
  it.each(WHOLE)("holds the step: %s", (_what, roadmap) => {
    const approval = gateIn(roadmap);
    expect(approval).toMatchObject({ kind: "unclear", fixable: true });
    expect(approval?.kind === "unclear" ? approval.why : "").toMatch(
      /^the action block ends in line \d+, but this line looks like part of it; if so, open and close the block with [`~]{4,}; if not, move it above the block$/,
    );
  });

  it.each(WHOLE)("is made whole by repair, with two lines changed: %s", (_what, roadmap, body) => {
    const note = withRoadmap(roadmap);
    const repair = repairNote("Plans/A.md", note);
    expect(repair.kind === "change" ? repair.change.lines.length : repair.why).toBe(2);
    const approval = repair.kind === "change" ? planIn(repair.change.text).steps[0]?.approval : undefined;
    expect(approval).toMatchObject({ kind: "action", action: { args: { body } } });
  });

  it.each([
    [
      "a block that opens further in than its words",
      lines(
        "- [ ] ✋ Send it",
        "        ```action",
        "    type: email",
        "    target: a@example.com",
        "    args:",
        "      body: |",
        "        Run:",
        "        ```",
        "        npm i",
        "        ```",
        "        Bye",
        "    ```",
      ),
    ],
    [
      "code at the margin of the block",
      step(
        "    args:",
        "      body: |",
        "        Run:",
        "    ```",
        "    npm i",
        "    ```",
        "        Bye",
        "    ```",
      ),
    ],
    [
      "words that go on behind the end",
      step("    args:", "      body: |", "        Hello", "    ```", "        Bye, Bob"),
    ],
    ["the arguments behind the end", step("    ```", "    args:", "      subject: Hi")],
    ["a field of a message behind the end", step("    args:", "      to: x", "    ```", "    subject: Hi")],
    [
      "words below an empty line",
      step("    args:", "      body: |", "        Hello", "    ```", "", "        Bye, Bob"),
    ],
    [
      "words in a list of the mail",
      step("    args:", "      body: |", "        Hello", "    ```", "        - one", "        - two"),
    ],
    [
      "another fence that is never closed",
      step("    args:", "      body: |", "        Hello", "    ```", "    ```"),
    ],
  ])("holds the step, and needs a person: %s", (_what, roadmap) => {
    expect(gateIn(roadmap)).toMatchObject({ kind: "unclear" });
    expect(repairNote("Plans/A.md", withRoadmap(roadmap)).kind).toBe("none");
  });
});

it.each([
  [
    "nothing behind it",
    step(
      "    args:",
      "      body: |",
      "        Run:",
      "        ```",
      "        npm i",
      "        ```",
      "        Bye",
      "    ```",
    ),
    "Run:\n```\nnpm i\n```\nBye\n",
  ],
  [
    "longer fences",
    step("    args:", "     body: |", "      ```", "      a", "      ```", "    ````").replace(
      "```action",
      "````action",
    ),
    "```\na\n```\n",
  ],
  [
    "a note behind it",
    step(
      "    args:",
      "      body: x",
      "    ```",
      "    Ask Ana before: she knows.",
      "      She is back on Monday.",
    ),
    "x",
  ],
  [
    "a list behind it",
    step(
      "    args:",
      "      body: x",
      "    ```",
      "    - ask Ana",
      "        - twice",
      "",
      "        - or more",
    ),
    "x",
  ],
  [
    "an example with its language behind it",
    step("    args:", "      body: x", "    ```", "    ```js", "    deep()", "    ```"),
    "x",
  ],
  ["a comment behind it", step("    args:", "      body: x", "    ```", "    %% type: of our own %%"), "x"],
  [
    "a paragraph at the margin behind it",
    step("    args:", "      body: x", "    ```", "", "Then, later:"),
    "x",
  ],
  [
    "tildes of another block behind it",
    step("    args:", "      body: x", "    ```", "    ~~~", "    plain", "    ~~~"),
    "x",
  ],
])("a block is read with %s", (_what, roadmap, body) => {
  expect(gateIn(roadmap)).toMatchObject({ kind: "action", action: { args: { body } } });
});

it("the block of a step that is over stays as it is", () => {
  for (const mark of ["x", "-"]) {
    for (const text of [WHOLE[0]?.[1] ?? "", step("    args:", "      subject: Re: x", "    ```")]) {
      expect(repairNote("Plans/A.md", withRoadmap(text.replace("[ ]", `[${mark}]`))).kind).toBe("none");
    }
  }
});
