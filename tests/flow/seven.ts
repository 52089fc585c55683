/**
 * Seven steps as they were first asked for, key for key: names of agents that nobody described, patterns with folders,
 * a loop, tests.
 */
export const SEVEN = `flow:
  - step: brainstorming
    agent: claude
    check:
      artifact: "docs/plans/*-design.md"
  - step: writing-plans
    agent: codex
    check:
      artifact: "docs/plans/*-plan.md"
  - step: implement
    agent: codex
    loop: tasks-from-plan
    check:
      tests: true
  - step: spec-review
    agent: claude
    check:
      output: "APPROVED"
    on_fail: implement
  - step: code-quality
    agent: claude
    check:
      output: "APPROVED"
    on_fail: implement
  - step: final-review
    agent: codex
    check:
      output: "APPROVED"
  - step: finishing
    agent: codex`;
