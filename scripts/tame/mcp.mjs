import { of } from "./cut.mjs";

const client = (name) => `@modelcontextprotocol/client/dist/${name}`;

/**
 * The client shakes hands in either era, asks a server for its tools and calls one of them; it answers a ping
 * (adapters/mcp/connection.ts).
 */
export const mcpRows = [
  {
    file: client("shimsNode.mjs"),
    why: "its JSON Schema validator writes code and runs it; the other one interprets",
    from: /import \{ n as AjvJsonSchemaValidator \} from "\.\/ajvProvider-[\w-]+\.mjs";/,
    to: 'import { CfWorkerJsonSchemaValidator as AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";',
  },
  {
    file: client("cfWorkerProvider-l7BFVI5n.mjs"),
    why: "checks answers by their schema where nobody gives another checker; ours is always given (adapters/mcp/connection.ts)",
    to: `class CfWorkerJsonSchemaValidator {
  getValidator() { throw new Error("Answers are not checked by their schema here."); }
}
export { CfWorkerJsonSchemaValidator as t };
`,
  },
  {
    file: "jose/dist/webapi/index.js",
    why: "signs in to servers by OAuth, which no server in the settings can ask for",
    to: "export {};",
  },
  ...["core/dist/schemas-DscsoNZN.mjs", "core/dist/auth-UMQCo-ad.mjs"].map((name) => ({
    file: `@modelcontextprotocol/${name}`,
    why: "shapes of all messages that there are; the few that are used stay",
    pure: true,
  })),

  ...of(client("index.mjs"), [
    { why: "constants and classes that only define things", pure: true },
    {
      why: "sign-in by OAuth; a server that wants it gets no answer",
      lines: { "if (response.status === 403) {": "", "if (isOAuthClientProvider(opts?.authProvider)) {": "" },
      times: 2,
    },
    {
      why: "the same, of every request",
      lines: { "if (response.status === 401 && this._authProvider) {": "" },
      times: 3,
    },
    { why: "the same, of either transport", methods: ["finishAuth"], times: 2 },
    { why: "more rights while it runs", methods: ["_stepUpAuthorize", "_stepUpAuthorizeInner"] },
    {
      why: "a stream that broke is not resumed: no retry is allowed (adapters/mcp/http.ts)",
      lines: {
        "const delay = this._getNextReconnectionDelay(attemptCount);": "",
        "const reconnect = () => {": "",
        "if (this._reconnectionScheduler) {": "",
      },
    },
    { why: "the same", methods: ["_getNextReconnectionDelay"] },
  ]),

  ...of(client("public-CvV4ZHkX.mjs"), [
    { why: "constants and classes that only define things", pure: true },
    {
      why: "sign-in by OAuth; a server that wants it gets no answer",
      from: /async function auth\(provider, options\) \{\n.*?\n\}\n/s,
      to: 'async function auth() { throw new Error("No sign-in by OAuth here."); }\n',
    },
    {
      why: "a call is never sent a second time",
      from: /const isHeaderMismatch = .*?(?=\n\t\t\}\n\t\tconst validator = )/s,
      to: "throw error;",
    },
    {
      why: "the tool that is called is always given, so no list of tools is kept",
      lines: {
        "let compiled = options?.toolDefinition === void 0 ?":
          "let compiled = this._compileOutputValidator(options.toolDefinition);",
        "const tool = override ?? await this._cache.toolDefinition(name);": "const tool = override;",
        "this._cache = new ClientResponseCache(": "",
        "this._cache.resetForReconnect();": "",
      },
    },
    {
      why: "the same, in each handshake",
      lines: { "this._cache.setServerIdentity(this._deriveServerIdentity(transport));": "" },
      times: 3,
    },
    {
      why: "no news of changed lists, no earlier handshake to go on from, and no server that the client starts itself",
      lines: {
        "if (this._listChangedConfig) {": "",
        "if (this._listChangedConfig) this._setupListChangedHandlers(": "",
        "if (options?.listChanged) this._listChangedConfig =": "",
        "if (options?.prior != null) return this._connectFromPrior(": "",
        "const stdioParams = transportKind ===": "",
        "for (const timer of this._listChangedDebounceTimers.values())": "",
        "this._listChangedDebounceTimers.clear();": "",
        "clientInternals.enforceStrictCapabilities =": "",
        "clientInternals.walkPages =": "",
        "clientInternals.readResource =": "",
        "return runInputRequiredFlow({": "",
        "_wrapHandler(method, handler) {": "\t_wrapHandler(method, handler) {\n\t\treturn handler;\n\t}",
        "assertRequestHandlerCapability(method) {": "\tassertRequestHandlerCapability() {}",
      },
    },
    {
      why: "nobody listens to a subscription",
      methods: ["_onnotification", "_onresponse", "_onclose", "listen", "autoOpenedSubscription"],
    },
    { why: "the same", lines: { "if (this._listenState.size > 0) {": "", "this._listenState.clear();": "" } },
    {
      why: "prompts, resources, logs and all else that a server may offer beside its tools",
      methods: [
        ...[
          "_connectFromPrior",
          "_setupListChangedHandlers",
          "_setupListChangedHandler",
          "_deriveServerIdentity",
        ],
        ...["registerCapabilities", "setVersionNegotiation", "assertCapability", "assertCapabilityForMethod"],
        ...["getServerCapabilities", "getServerVersion", "getNegotiatedProtocolVersion", "getInstructions"],
        ...[
          "getDiscoverResult",
          "ping",
          "discover",
          "complete",
          "setLoggingLevel",
          "getPrompt",
          "listPrompts",
        ],
        ...["listResources", "listResourceTemplates", "readResource", "_readResource", "subscribeResource"],
        ...["unsubscribeResource", "sendRootsListChanged", "listTools", "_excludeInvalidXMcpHeaderTools"],
        ...["_listAllPages", "_walkPages", "_freshness", "_serveFromCache"],
      ],
    },
    {
      why: "a program is started by us (adapters/mcp/stdio.ts)",
      from: /stdioParams === void 0 \? (await negotiateEra\(negotiation, \{\n.*?\n\t*\}\)) : await negotiateStdioViaSibling\([^)]*\)/s,
      to: `await negotiateEra(negotiation, {
				...baseDeps,
				transport,
				transportKind
			})`,
    },
  ]),

  ...of(client("src-CeKsbNLO.mjs"), [
    { why: "constants and classes that only define things", pure: true },
    {
      why: "the only shape that is asked for by its name",
      lines: {
        "for (const key of SPEC_SCHEMA_KEYS) register(":
          'register("ImplementationSchema", ImplementationSchema);',
        "for (const [key, schema] of Object.entries(authSchemas)) register(": "",
      },
    },
    {
      why: "messages of the earlier era: the handshake, the list of tools and a call, and what a server may say meanwhile",
      lines: {
        "function registryMaps() {": `function registryMaps() {
	const s = buildSchemas2025();
	return maps$1 ??= {
		requestSchemas: { ping: s.PingRequestSchema },
		notificationSchemas: {
			"notifications/cancelled": s.CancelledNotificationSchema,
			"notifications/progress": s.ProgressNotificationSchema
		},
		resultSchemas: {
			initialize: s.InitializeResultSchema,
			"tools/call": s.CallToolResultWireSchema,
			"tools/list": s.ListToolsResultSchema
		}
	};
}`,
        "samplingResultVariant: ((hasTools, raw) => {": "samplingResultVariant: () => NOT_IN_ERA$1,",
        "projectCallToolResult(result, advertisedOutputSchema) {": "",
        "encodeResult(method, result) {": "encodeResult: (method, result) => result,",
      },
    },
    {
      why: "the same",
      unused: "function build$1() {",
      keeps: [
        ...["PingRequestSchema", "CancelledNotificationSchema", "ProgressNotificationSchema"],
        ...["InitializeResultSchema", "CallToolResultWireSchema", "ListToolsResultSchema"],
      ],
    },
    {
      why: "messages of this era; a server may not ask a client anything by itself",
      lines: {
        "function getRequestSchema2026(method) {": "function getRequestSchema2026() {}",
        "function getInputRequestSchema2026(method) {": "function getInputRequestSchema2026() {}",
        "function getInputResponseSchema2026(method) {": "function getInputResponseSchema2026() {}",
        '"prompts/get": s.GetPromptResultSchema,': "",
        '"prompts/list": s.ListPromptsResultSchema,': "",
        '"resources/list": s.ListResourcesResultSchema,': "",
        '"resources/templates/list": s.ListResourceTemplatesResultSchema,': "",
        '"resources/read": s.ReadResourceResultSchema,': "",
        '"completion/complete": s.CompleteResultSchema,': "",
        "validateEnvelopeMeta(meta) {": "validateEnvelopeMeta: () => [],",
        "projectCallToolResult: (result) => appendTextFallbackForNonObject(result),": "",
        "encodeResult(method, result, serverInfo) {": "encodeResult: (method, result) => result,",
        "checkInboundEnvelope(material) {": "checkInboundEnvelope: () => void 0",
      },
    },
    {
      why: "the same, as they are looked up",
      lines: {
        '"prompts/get": liftedResult({': "",
        '"prompts/list": liftedResult({': "",
        '"resources/list": liftedResult({': "",
        '"resources/templates/list": liftedResult({': "",
        '"resources/read": liftedResult({': "",
        '"completion/complete": liftedResult({': "",
        '"subscriptions/listen": liftedResult({': "",
        '"notifications/message": LoggingMessageNotificationSchema$1,': "",
        '"notifications/resources/updated": ResourceUpdatedNotificationSchema$1,': "",
        '"notifications/resources/list_changed": ResourceListChangedNotificationSchema$1,': "",
        '"notifications/tools/list_changed": ToolListChangedNotificationSchema$1,': "",
        '"notifications/prompts/list_changed": PromptListChangedNotificationSchema$1,': "",
        '"notifications/subscriptions/acknowledged": SubscriptionsAcknowledgedNotificationSchema$1': "",
      },
    },
    {
      why: "the same",
      unused: "function build() {",
      keeps: [
        ...["dispatchResultSchemas", "notificationSchemas2026", "ResultMetaSchema"],
        ...["CallToolResultSchema", "ListToolsResultSchema", "DiscoverResultSchema"],
      ],
    },
    {
      why: "an answer to a ping needs nothing of what a handler may ask a server meanwhile",
      lines: {
        "const sendNotification = (notification, options) =>": "",
        "const sendRequest = (r, resultSchema, options) =>": "",
        "const partitionedInputResponses = lifted": "",
        "const baseCtx = {": "const baseCtx = {};",
        "if (this._options?.enforceStrictCapabilities === true) try {": "",
      },
    },
  ]),
];
