/** The providers of models, one row each. A row is data: `adapters/models/wires.ts` knows how a wire is spoken. */
import type { Wire } from "../kit/ports/model";

export interface Provider {
  /** As a person chooses it; null where no dialog offers it. */
  readonly name: string | null;
  /** The name that the settings give its first model. */
  readonly suggested: string;
  readonly wire: Wire;
  /** Null where the settings have to name it, or where there is none. */
  readonly address: string | null;
  readonly key: "needed" | "optional" | "none";
  /** It runs on the same computer, so a phone does not have it. */
  readonly isOnComputer: boolean;
  /** Where one gets a key, and what has to be done first; sentences. */
  readonly help: string;
}

/** A server of its own behind the internet, at an address that everybody uses. */
function hosted(name: string, suggested: string, wire: Wire, address: string, help: string): Provider {
  return { name, suggested, wire, address, key: "needed", isOnComputer: false, help };
}

function onComputer(name: string, suggested: string, wire: Wire, address: string, help: string): Provider {
  return { name, suggested, wire, address, key: "none", isOnComputer: true, help };
}

function serverless(name: string | null, suggested: string, wire: Wire, help: string): Provider {
  return { name, suggested, wire, address: null, key: "none", isOnComputer: false, help };
}

/** By the code in the settings, in the order in which a person chooses. */
export const PROVIDERS = {
  openai: hosted(
    "OpenAI",
    "openai",
    "openai",
    "https://api.openai.com/v1",
    "OpenAI makes a key for you at platform.openai.com/api-keys.",
  ),
  anthropic: hosted(
    "Anthropic",
    "anthropic",
    "anthropic",
    "https://api.anthropic.com/v1",
    "Anthropic makes a key for you at console.anthropic.com, under API keys.",
  ),
  google: hosted(
    "Google",
    "google",
    "google",
    "https://generativelanguage.googleapis.com/v1beta",
    "Google makes a key for you at aistudio.google.com/apikey.",
  ),
  mistral: hosted(
    "Mistral",
    "mistral",
    "openai",
    "https://api.mistral.ai/v1",
    "Mistral makes a key for you at console.mistral.ai/api-keys.",
  ),
  ollama: onComputer(
    "Ollama on this computer",
    "ollama",
    "ollama",
    "http://127.0.0.1:11434/v1",
    "Start Ollama first. What an agent reads stays on this computer.",
  ),
  "lm-studio": onComputer(
    "LM Studio on this computer",
    "lm-studio",
    "openai",
    "http://127.0.0.1:1234/v1",
    "Start the server of LM Studio first, under Developer. What an agent reads stays on this computer.",
  ),
  "openai-compatible": {
    name: "Another address",
    suggested: "main",
    wire: "openai",
    address: null,
    key: "optional",
    isOnComputer: false,
    help: "Any server that answers as OpenAI does, such as OpenRouter, llama.cpp or vLLM.",
  },
  program: serverless("A program on this computer", "program", "program", ""),
  "by-hand": serverless(
    "Me, by copy and paste",
    "me",
    "person",
    "You copy each question to any chat, or answer it yourself. Planwright sends nothing.",
  ),
  scripted: serverless(
    null,
    "script",
    "script",
    "This model is a script. Its answers come from a file, and only in a terminal.",
  ),
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderCode = keyof typeof PROVIDERS;

export const PROVIDER_CODES = Object.keys(PROVIDERS) as [ProviderCode, ...ProviderCode[]];

export const providerOf = ({ provider }: { readonly provider: ProviderCode }): Provider =>
  PROVIDERS[provider];

/** Whether a server answers for its models. */
export function isServed(code: ProviderCode): boolean {
  return !["person", "program", "script"].includes(PROVIDERS[code].wire);
}
