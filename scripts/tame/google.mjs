import { of } from "./cut.mjs";

/** A question to Google here is as one to Anthropic (tame/anthropic.mjs); its server is the one of the Gemini API. */
export const googleRows = of("@ai-sdk/google/dist/internal/index.js", [
  {
    why: "options of a question that nobody here gives; what hangs on them goes with them",
    from: "options: { prompt, maxOutputTokens, temperature, topP, topK, frequencyPenalty, presencePenalty, stopSequences, responseFormat, seed, tools, toolChoice, reasoning, providerOptions, abortSignal }, isStreaming = false }) {",
    to: `options: { prompt, maxOutputTokens, tools, toolChoice } }) {
		const temperature = void 0, topP = void 0, topK = void 0, frequencyPenalty = void 0, presencePenalty = void 0,
			stopSequences = void 0, responseFormat = void 0, seed = void 0, googleOptions = void 0, isVertexProvider = false,
			imageConfig = void 0, thinkingConfig = void 0, streamFunctionCallArguments = void 0, safetySettings = void 0,
			toolNameMapping = void 0, vertexPaygoHeaders = void 0, bodyServiceTier = void 0;`,
  },
  {
    why: "what those options would have done",
    lines: {
      "const { options: googleOptions } = await resolveProviderOptions({": "",
      "const isVertexProvider = config.provider.startsWith(": "",
      'if (tools?.some((tool) => tool.type === "provider" &&': "",
      "const vertexPaygoHeaders = isVertexProvider &&": "",
      "const bodyServiceTier =": "",
      "let imageConfig =": "",
      "if (imageConfig != null && !isVertexProvider) {": "",
      "const toolNameMapping = createToolNameMapping({": "",
      "const resolvedThinking =": "",
      "const thinkingConfig =": "",
      "const streamFunctionCallArguments =": "",
      "const safetyThreshold =": "",
      "const safetySettings =": "",
    },
  },
  {
    why: "files among the results of tools",
    from: /config\.downloadToolResultFiles \? await .*?\}\) : prompt/s,
    to: "prompt",
  },
  {
    why: "answers as JSON",
    lines: {
      "let jsonResponseTool;": "const jsonResponseTool = void 0;",
      'if (responseFormat?.type === "json" && responseFormat.schema != null && tools?.some(': "",
      "stream: jsonResponseToolName == null ?": "stream: result.stream",
    },
  },
  {
    why: "capabilities that only tell a person about a model; what a question needs of them is in the rules",
    lines: {
      "const googleModelCatalog = Object.fromEntries(": "const googleModelCatalog = {};",
      "providerOptions: { language: declareProviderOptions(": "",
    },
  },
  {
    why: "tools that run at the provider; ours all run here",
    lines: { "if (hasProviderTools) {": "", "lazySchema(() => zodSchema(z.looseObject({": "" },
  },
  { why: "the same", from: /(?<=\n)const googleTools = \{\n.*?\n\};\n/s, to: "const googleTools = {};\n" },
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
  {
    why: "files and thoughts in what was said before",
    lines: {
      'case "file": {': "",
      'case "reasoning-file":': "",
      'case "reasoning": return part.text.length === 0': "",
      'case "tool-result": {': "",
    },
  },
  {
    why: "the same, and code that ran at the provider",
    from: /\t{6}case "file":\n\t{7}switch \(part\.data\.type\) \{\n.*?(?=\t{6}case "tool-call": \{)/s,
    to: "",
  },
  {
    why: "results of tools in many parts; ours are texts",
    from: /if \(output\.type === "content"\) \{\n.*?\n\t{4}\} else \{/s,
    to: "{",
  },
  { why: "an answer in one piece", methods: ["convertGenerateContentResponse"] },
  {
    why: "code that ran at the provider, as it arrives",
    from: /if \("executableCode" in part && part\.executableCode\?\.code\) \{\n\t{7}const toolCallId = generateId\(\);\n.*?\n\t{6}\} else (?=if \("text" in part)/s,
    to: "",
  },
  {
    why: "files, and tools that ran at the provider, as they arrive",
    from: /else if \("inlineData" in part\) \{\n\t{7}if .*?(?=else if \("functionCall" in part\))/s,
    to: "",
  },
  {
    why: "calls in parts, which only another server gives to who asks for them",
    lines: { "const finishActiveStreamingToolCall =": "" },
  },
  {
    why: "the same",
    from: /if \(isStreamingChunk\) \{\n.*?else (?=if \(isCompleteCall\))/s,
    to: `if (isStreamingChunk) controller.enqueue({ type: "error", error: new Error("The model gave a part of a call.") });
							else `,
  },
]);
