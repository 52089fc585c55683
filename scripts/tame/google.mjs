import { of } from "./cut.mjs";

export const googleRows = of("@ai-sdk/google/dist/internal/index.js", [
  { why: "tools that run at the provider; ours all run here", lines: { "if (hasProviderTools) {": "" } },
  {
    why: "pages that such tools found; nobody asks for them",
    from: /(?<=function extractSources\([^\n]*\n).*?(?=\n\}\n)/s,
    to: "",
  },
  {
    why: "the same pages, as they arrive",
    from: /(?<=const getGroundingMetadataSchema = \(\) => )z\.object\(\{\n.*?\n\}\)(?=;\n)/s,
    to: "z.any()",
  },
]);
