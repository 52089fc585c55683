import { of } from "./cut.mjs";

/**
 * A question to Anthropic here: a system text, texts, calls of function tools and their results as texts, marks of the
 * cache, the longest answer (adapters/models/readStream.ts, adapters/models/anthropic.ts).
 */
export const anthropicRows = of("@ai-sdk/anthropic/dist/internal/index.js", [
  {
    why: "options of a question that nobody here gives; what hangs on them goes with them",
    from: "options: { userSuppliedBetas, prompt, maxOutputTokens, temperature, topP, topK, frequencyPenalty, presencePenalty, stopSequences, responseFormat, seed, tools, toolChoice, reasoning, providerOptions, stream } }) {",
    to: `options: { userSuppliedBetas, prompt, maxOutputTokens, tools, toolChoice, stream } }) {
		const temperature = void 0, topP = void 0, topK = void 0, frequencyPenalty = void 0, presencePenalty = void 0,
			stopSequences = void 0, responseFormat = void 0, seed = void 0, anthropicOptions = void 0,
			contextManagement = void 0, compaction = void 0, thread = void 0, useStructuredOutput = false,
			jsonResponseTool = void 0, isThinking = false, sendThinking = false, thinkingType = void 0,
			thinkingBudget = void 0, thinkingBlockBinding = void 0, thinkingDisplay = void 0, toolNameMapping = void 0;`,
  },
  {
    why: "what those options would have done",
    lines: {
      "if (temperature != null && temperature > maxTemperature) {": "",
      "const canonicalOptions = await parseProviderOptions({": "",
      "const { options: customProviderOptions, namespaces: [customProviderOptionsName] } =": "",
      "const usedCustomProviderKey = customProviderOptionsName ===": "",
      "const anthropicOptions = Object.assign(": "",
      "if (anthropicOptions.serviceTier != null) {": "",
      "if (rejectsSamplingParameters) {": "",
      "let useStructuredOutput =": "",
      "if (!useStructuredOutput && rejectsForcedToolUse &&": "",
      "const contextManagement = anthropicOptions?.contextManagement;": "",
      "const compaction = anthropicOptions?.compaction;": "",
      "const thread = anthropicOptions?.thread;": "",
      "if (isCustomReasoning(reasoning) &&": "",
      "if (rejectsThinkingDisabled && anthropicOptions?.thinking != null) {": "",
      'if (rejectsBudgetThinking && anthropicOptions?.thinking?.type === "enabled") {': "",
      "if (rejectsThinkingDisabledAboveHighEffort && anthropicOptions?.thinking?.type": "",
      'if (anthropicOptions?.thinking?.type === "between_tools" &&': "",
      "let thinkingBudget =": "",
      "const jsonResponseTool =": "",
      "const thinkingType =": "",
      "const isThinking =": "",
      "const thinkingBlockBinding =": "",
      "const sendThinking =": "",
      "const thinkingDisplay =": "",
      "if (isThinking) {": "",
    },
  },
  {
    why: "tools by other names than their own: the provider's, and tools that come within a conversation",
    lines: {
      "const inlineTools = await getInlineToolsFromPrompt(prompt);": "",
      "const toolNameMapping = createToolNameMapping({": "",
      "const toolsetNames = getAnthropicToolsetNames(tools);": "",
      "const inlineToolDefinitions = [];": "",
      "toolsetNames,": "",
      "convertInlineTool: async (tool) => {": "",
      "hasInlineTools: inlineTools.length > 0,": "",
      'if (toolChoice?.type === "tool" && (anthropicToolChoice?.type === "auto"': "",
      'case "system": {': `case "system":
				system = block.messages.map(({ content: text, providerOptions }) => ({
					type: "text",
					text,
					cache_control: validator.getCacheControl(providerOptions, { type: "system message", canCache: true })
				}));
				break;`,
    },
  },
  {
    why: "choices of a tool other than “auto”, and tools that run at the provider",
    from: /\t{2}case "required":\n.*?(?=\t{2}default: throw)/s,
    to: "",
  },
  { why: "the same", lines: { 'case "provider":': "" } },
  {
    why: "capabilities that only tell a person about a model; what a question needs of them is in the rules",
    lines: {
      "function getAnthropicModelCapabilities(modelId) {": `function getAnthropicModelCapabilities(modelId) {
	const { maxOutputTokens, nativeStructuredOutput, knownModel } = resolveRuntimeDefinition(modelId);
	return { maxOutputTokens, supportsStructuredOutput: nativeStructuredOutput, isKnownModel: knownModel };
}`,
      "const anthropicModelCatalog = Object.fromEntries(": "const anthropicModelCatalog = {};",
    },
  },
  {
    why: "files and pictures, and what a document may be cited by",
    lines: {
      "async function shouldEnableCitations(": "",
      "async function shouldUseContainerUpload(": "",
      "async function getDocumentMetadata(": "",
      'case "content":': "",
      'case "file": {': "",
      "convertMediaPart: config.convertMediaPart,": "",
      "const outputProviderOptions =": "const outputProviderOptions = void 0;",
      "const textMetadata = part.providerOptions?.anthropic;": "const textMetadata = void 0;",
      "const citationDocuments = [...this.extractCitationDocuments(options.prompt)];": "",
      "extractCitationDocuments(prompt) {": "",
      "const createTextEnd = (id, citations) => ({":
        'const createTextEnd = (id) => ({ type: "text-end", id });',
      "citation: anthropicCitationSchema()": "citation: z.unknown()",
      'case "citations_delta": {': 'case "citations_delta": return;',
      "if (!hasWebSearchResults) for (const citation of fallbackWebCitations) {": "",
    },
  },
  {
    why: "parts of an answer that were not asked for, in what was said before",
    lines: {
      'case "tool-result": {': "",
      "if (part.providerExecuted) {": "",
      "const codeExecutionToolCallIds = ": "",
      "for (const message of messages) {": "",
      "const warnedToolCallIds = ": "",
      "for (let i = 0; i < lastUserMessageIndex; i++) {": "",
    },
  },
  {
    why: "the same toolset, of a call and of a result",
    times: 2,
    lines: { "const toolsetName = getAnthropicToolsetName({": "const toolsetName = void 0;" },
  },
  {
    why: "the same parts, as they arrive",
    lines: {
      'if (contentBlockType === "fallback") {': "",
      "if (!TEXT_OR_THINKING_BLOCK_TYPES.has(contentBlockType)) heldBackText": "",
      'case "server_tool_use": {': "",
      'case "web_fetch_tool_result":': "",
      'case "web_search_tool_result":': "",
      'case "code_execution_tool_result":': "",
      'case "bash_code_execution_tool_result":': "",
      'case "text_editor_code_execution_tool_result":': "",
      'case "tool_search_tool_result": {': "",
      'case "advisor_tool_result": {': "",
      'case "mcp_tool_use":': "",
      'case "mcp_tool_result":': "",
    },
  },
  {
    why: "thoughts that are sent back, and a summary instead of what was said",
    from: /(?<=\n)\t{7}case "(reasoning|compaction)":\n.*?(?=\n\t{7}case "tool[-_])/s,
    times: 2,
    to: "",
  },
  {
    why: "the same, by their shapes",
    from: /\t{3}z\.object\(\{\n\t{4}type: z\.literal\("compaction"\),(?:(?!\n\t\t\}).)*?anthropicFallbackContentSchema\(\)\n/s,
    to: "",
  },
  {
    why: "an answer as JSON, and calls within a toolset",
    from: /if \(usesJsonResponseTool && part\.name === "json"\) \{\n.*?\n\t{8}\} else \{/s,
    to: "{",
  },
  {
    why: "the same",
    from: 'async doStream(options) {\n\t\t"use step";',
    to: `async doStream(options) {
		const usesJsonResponseTool = false, markCodeExecutionDynamic = false, includePings = false;
		const isJsonResponseFromTool = false;`,
  },
  {
    why: "the same",
    from: "betas, usesJsonResponseTool, markCodeExecutionDynamic, includePings, toolNameMapping, preparedTools, providerOptionsName, usedCustomProviderKey } =",
    to: "betas } =",
  },
  {
    why: "the same, and what is told about an answer beside its parts and its usage",
    lines: {
      "markCodeExecutionDynamic: hasDynamicFilteringWebToolWithoutCodeExecution(": "",
      usedCustomProviderKey: "",
      "let isJsonResponseFromTool = false;": "",
      "heldBackTextByIndex.clear();": "",
      "if (!isJsonResponseFromTool && !isContinuationStopReason(finishReason.raw)) for": "",
      "heldBackText.length = 0;": "",
      "if (value.message.content != null) for (": "",
      "if (value.message.container != null) container = {": "",
      "if (value.message.input_transformations != null)": "",
      "stopSequence = value.delta.stop_sequence": "",
      "stopDetails = mapAnthropicStopDetails(": "",
      "container = value.delta.container != null ? {": "",
      "if (value.context_management) ": "",
      "if (value.input_transformations != null)": "",
      "if (value.delta.safeguard_results != null)": "",
      "const anthropicMetadata = {": "const anthropicMetadata = {};",
      "if (usedCustomProviderKey &&": "",
    },
  },
  { why: "calls within a toolset", times: 2, lines: { "if (contentBlock.toolset != null) {": "" } },
]);
