/** No model is reached from here. */
import type { ModelPort, ModelSizes } from "../../kit/ports/model";

export const noModels: ModelPort & ModelSizes = {
  ask: () =>
    Promise.resolve({
      kind: "failed",
      code: "bad-address",
      why: "This door of Planwright reaches no models.",
      usage: { in: null, cached: null, out: null },
    }),
  contextOf: () => Promise.resolve(null),
  list: () => Promise.resolve(null),
};
