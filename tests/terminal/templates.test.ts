/**
 * Templates: a plan is saved as one, and the next begins from it as a draft, with nothing of the first one’s history.
 */
import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openRoom } from "./call";

const room = openRoom();
afterAll(() => room.leave());

const DONE = `---
task_id: PLAN-20260302-abcd
source_link: "[[Mail]]"
created_date: 2026-03-02T09:00:00Z
priority: high
status: Done
blocked_reason: null
agent: auto
tags:
  - invoices
---

# Objective

January invoice to CLIENT

## Context

- [x] Ask Berit for the hours

## Roadmap

### First

- [x] Write the invoice ^s-0a1b2c3d
- [-] ✋ Send it ^s-0a1b2c3e
    \`\`\`action
    type: email
    to: CLIENT@example.com
    subject: Invoice
    body: |
      - [x] paid
    \`\`\`

## Questions

- What? (step 1 “Write the invoice”) ^q-c1-s-0a1b2c3d
    - [x] Skip this step

## Reasoning Logs

- 2026-03-02T09:00:00Z **Human** Created the plan
`;

test("a plan becomes a template, and the template a draft, in which nothing is ticked and nothing is known", async () => {
  const vault = ["--vault", room.folder("vault"), "--device", room.at("device")];
  const run = (...words: readonly string[]): ReturnType<typeof room.run> => room.run(...words, ...vault);
  await run("init");
  expect((await run("template")).out).toContain("No template yet.");
  room.write("vault/Done/Plans/PLAN-20260302-abcd Invoice.md", DONE);
  const saved = await run("template", "save", "PLAN-20260302-abcd");
  expect(saved).toMatchObject({ code: 0 });
  expect(saved.out).toContain("Saved as the template Templates/January invoice to CLIENT.md.");
  const template = room.read("vault/Templates/January invoice to CLIENT.md");
  expect(template).toBe(`---
template: plan
priority: high
tags:
  - invoices
---

# Objective

January invoice to CLIENT

## Context

- [ ] Ask Berit for the hours

## Roadmap

### First

- [ ] Write the invoice
- [ ] ✋ Send it
    \`\`\`action
    type: email
    to: CLIENT@example.com
    subject: Invoice
    body: |
      - [x] paid
    \`\`\`
`);
  const again = await run("template", "save", "PLAN-20260302-abcd");
  expect(again).toMatchObject({ code: 1 });
  expect(again.err).toContain("exists already and stays as it is");

  room.write("vault/Templates/Daily.md", "# {{date}}\n\n- [ ] Water the plants\n");
  expect((await run("template", "list")).out).toBe(
    "January invoice to CLIENT: of a plan (Templates/January invoice to CLIENT.md)\n",
  );
  const made = await run("template", "new", "january invoice to client", "February invoice to Berit");
  expect(made).toMatchObject({ code: 0 });
  const [name = ""] = readdirSync(room.at("vault/Plans")).filter((each) => each.startsWith("PLAN-"));
  expect(name).toContain("February invoice to Berit");
  const plan = room.read(`vault/Plans/${name}`);
  expect(plan).toContain("status: Draft");
  expect(plan).toContain("# Objective\n\nFebruary invoice to Berit\n\n## Context");
  expect(plan).toContain("- [ ] ✋ Send it\n    ```action\n    type: email");
  expect(plan).toContain("priority: high\ntags:\n  - invoices\n---");
  for (const gone of ["abcd", "s-0a1b", "[[Mail]]", "agent:", "template: plan", "## Questions"])
    expect(plan).not.toContain(gone);
  expect(plan.match(/\*\*Human\*\*|Created the plan/g)?.length).toBeGreaterThan(0);
  expect((await run("template", "new", "Febuary")).err).toContain("There is no template “Febuary”.");
  expect((await run("template", "new", "Daily")).err).toContain("There is no template “Daily”.");
});

test("an approved result becomes a template, from which the next question is thought through", async () => {
  const vault = ["--vault", room.folder("vault2"), "--device", room.at("device2")];
  const run = (...words: readonly string[]): ReturnType<typeof room.run> => room.run(...words, ...vault);
  await run("init");
  const note = (status: string): string =>
    `---\nstatus: ${status}\ntitle: Should we move?\niterations: 1\nplan: "[[PLAN-20260302-abcd]]"\n---\n\n## Next steps\n\n1. Ring Berit\n`;
  room.write("vault2/Reasoning/Move.md", note("draft"));
  expect((await run("template", "save", "Move")).err).toContain("Only an approved result");
  room.write("vault2/Reasoning/Approved/Stay.md", note("approved").replace("move", "stay"));
  expect(await run("template", "save", "Stay")).toMatchObject({ code: 0 });
  expect((await run("template")).out).toContain("Should we stay: of a result (Templates/Should we stay.md)");
  expect(room.read("vault2/Templates/Should we stay.md")).toBe(
    '---\ntemplate: result\ntitle: "Should we stay?"\n---\n\nThis is a template: use again how it is built, and not what it says.\n\n## Next steps\n\n1. Ring Berit\n',
  );
  expect((await run("template", "new", "Should we stay")).err).toContain(
    "Say what you want to think through.",
  );
  expect(await run("template", "new", "Should we stay", "Should we sell?")).toMatchObject({ code: 0 });
  const [name = ""] = readdirSync(room.at("vault2/Plans")).filter((each) => each.startsWith("PLAN-"));
  expect(room.read(`vault2/Plans/${name}`)).toContain(
    "- topic: Should we sell?\n- context: [[Templates/Should we stay|Should we stay]]",
  );
});
