/**
 * Prices of models as of 2026-09-23, made by `npm run prices` from @pydantic/genai-prices 0.1.8 (MIT). Do not edit.
 *
 * A row: a pattern of names, then US dollars for a million tokens: in, out, in from the cache, put into the cache (“-”:
 * as in; at the end of a row they are left out). Behind a “>”, so many tokens in, and the four prices of a longer
 * question. The first row that fits counts.
 */
export const PRICES_DATE = "2026-09-23";

export const PRICE_TABLES: readonly { readonly address: string; readonly models: string }[] = [
  {
    address: "^https://api\\.anthropic\\.com",
    models: String.raw`
^claude-2|claude-v2 8 24
^claude-3-5-haiku|^claude-3\.5-haiku 0.8 4 0.08 1
^claude-3-5-sonnet|^claude-3\.5-sonnet 3 15 0.3 3.75
^claude-3-7-sonnet|^claude-3\.7-sonnet|^claude-sonnet-3\.7|^claude-sonnet-3-7 3 15 0.3 3.75
^claude-3-haiku 0.25 1.25 0.03 0.3
^claude-3-opus 15 75 1.5 18.75
^claude-3-sonnet 3 15 0.3 3.75
^claude-fable-5$|(?:^claude-fable-5-\d{8}$) 10 50 1 12.5
^claude-fable-5-1$|(?:^claude-fable-5-1-\d{8}$) 10 50 0.25 12.5
^claude-haiku-4-5|^claude-haiku-4\.5|^claude-4-5-haiku|^claude-4\.5-haiku 1 5 0.1 1.25
^claude-opus-4-0|^claude-4-opus|^claude-opus-4$|^claude-opus-4-20250514$ 15 75 1.5 18.75
^claude-opus-4-1|^claude-opus-4\.1 15 75 1.5 18.75
^claude-opus-4-5|^claude-opus-4\.5|^claude-4-5-opus|^claude-4\.5-opus 5 25 0.5 6.25
^claude-opus-4-6|^claude-opus-4\.6|^claude-4-6-opus|^claude-4\.6-opus 5 25 0.5 6.25
^claude-opus-4-7|^claude-opus-4\.7|^claude-4-7-opus|^claude-4\.7-opus 5 25 0.5 6.25
^claude-opus-4-8|^claude-opus-4\.8|^claude-4-8-opus|^claude-4\.8-opus 5 25 0.5 6.25
^claude-opus-5$|(?:^claude-opus-5-\d{8}$)|^claude-opus-5\.0|^claude-5-opus|^claude-5\.0-opus 5 25 0.5 6.25
^claude-opus-5-5$|(?:^claude-opus-5-5-\d{8}$)|^claude-opus-5\.5|^claude-5-5-opus|^claude-5\.5-opus 4 20 0.2 5
^claude-sonnet-4-2025|^claude-sonnet-4-0|^claude-sonnet-4@|^claude-sonnet-4$|^claude-4-sonnet 3 15 0.3 3.75
^claude-sonnet-4-5|^claude-sonnet-4\.5 3 15 0.3 3.75 >200000 6 22.5 0.6 7.5
^claude-sonnet-4-6|^claude-sonnet-4\.6 3 15 0.3 3.75
^claude-sonnet-5|^claude-sonnet-5\.0|^claude-5-sonnet|^claude-5\.0-sonnet 2 10 0.2 2.5
^claude-v1$ 8 24`,
  },
  {
    address: "^https://(.*\\.)?googleapis\\.com",
    models: String.raw`
claude-3-5-haiku 0.8 4 0.08 1
claude-3-5-sonnet 3 15 0.3 3.75
claude-3-7-sonnet 3 15 0.3 3.75
claude-3-haiku 0.25 1.25 0.03 0.3
claude-3-opus 15 75 1.5 18.75
claude-4-opus|claude-opus-4@|claude-opus-4-0|claude-opus-4-1|^claude-opus-4$ 15 75 1.5 18.75
claude-4-sonnet|claude-sonnet-4-0|claude-sonnet-4@|claude-sonnet-4-2025|^claude-sonnet-4$|^anthropic/claude-sonnet-4$ 3 15 0.3 3.75
claude-fable-5$|claude-fable-5@ 10 50 1 12.5
claude-fable-5-1$|claude-fable-5-1@ 10 50 0.25 12.5
claude-4-6-opus|claude-opus-4-6|claude-4\.6-opus|claude-opus-4\.6 5 25 0.5 6.25 >200000 10 37.5 1 12.5
claude-4-7-opus|claude-opus-4-7|claude-4\.7-opus|claude-opus-4\.7 5 25 0.5 6.25
claude-4-8-opus|claude-opus-4-8|claude-4\.8-opus|claude-opus-4\.8 5 25 0.5 6.25
claude-5-opus|claude-opus-5$|claude-opus-5@|claude-5\.0-opus|claude-opus-5\.0 5 25 0.5 6.25
claude-5-5-opus|claude-opus-5-5$|claude-opus-5-5@|claude-5\.5-opus|claude-opus-5\.5 4 20 0.2 5
claude-sonnet-4-5|claude-sonnet-4\.5 3 15 0.3 3.75 >200000 6 22.5 0.6 7.5
claude-sonnet-4-6|claude-sonnet-4\.6 3 15 0.3 3.75
^gemini-1\.0-pro-vision-001$ 0.125 0.375
gemini-1\.5-flash 0.075 0.3 0.01875 - >128000 0.15 0.6 0.0375
gemini-1\.5-pro 1.25 5 - - >128000 2.5 10
gemini-2\.0-flash$|gemini-2\.0-flash-0|gemini-2\.0-flash-exp|gemini-2\.0-flash-thinking|gemini-2\.0-flash-latest 0.1 0.4 0.025
gemini-2\.0-flash-lite 0.075 0.3
^gemini-2\.5-flash$|^gemini-2\.5-flash-latest$|^gemini-2\.5-flash-preview-09-2025$ 0.3 2.5 0.03
^gemini-2\.5-flash-image$|^gemini-2\.5-flash-image-preview$ 0.3 2.5
^gemini-2\.5-flash-lite$|^(?=.*?(?:^gemini-2\.5-flash-lite-preview))(?=.*?(?:(?:^(?!.*-[tT][tT][sS](?:$|-))))) 0.1 0.4 0.01
^gemini-2\.5-flash-lite-preview-tts$ 0.5 10
gemini-2\.5-flash-preview-05-20|gemini-2\.5-flash-preview-04-17|^gemini-2\.5-flash-preview-05-20:thinking$|^gemini-2\.5-flash-preview$|^gemini-2\.5-flash-preview:thinking$ 0.15 0.6
^gemini-2\.5-flash-tts$|^gemini-2\.5-flash-preview-tts$ 0.5 10
^(?=.*?(?:^gemini-2\.5-pro))(?=.*?(?:(?:^(?!.*-[tT][tT][sS](?:$|-))))) 1.25 10 0.125 - >200000 2.5 15 0.25
^gemini-2\.5-pro-tts$|^gemini-2\.5-pro-preview-tts$ 1 20
^gemini-3-flash-preview$|^gemini-3-flash-preview- 0.5 3 0.05
^gemini-3-pro-image$|^gemini-3-pro-image-preview 2 12
^gemini-3-pro-preview|^gemini-3-pro-text-preview$ 2 12 0.2 - >200000 4 18 0.4
^gemini-3\.1-flash-image$|^gemini-3\.1-flash-image-preview 0.5 3
^gemini-3\.1-flash-lite$|^gemini-3\.1-flash-lite-preview 0.25 1.5 0.025
^gemini-3\.1-flash-lite-image 0.25 1.5
^gemini-3\.1-flash-live-preview 0.75 4.5
^gemini-3\.1-pro-preview 2 12 0.2 - >200000 4 18 0.4
^gemini-3\.5-flash$|^gemini-3\.5-flash-preview|(?:^gemini-3\.5-flash-\d) 1.5 9 0.15
^gemini-3\.5-flash-lite 0.3 2.5 0.03
^gemini-3\.6-flash 0.75 3.75 0.075
^gemini-3\.7-flash 0.75 3.75 0.075
^gemini-3\.8-flash 0.75 3.75 0.075
^gemini-embedding-001$ ?
^gemini-embedding-2$ ?
^gemini-flash-1\.5$ 0.075 0.3 0.01875 - >128000 0.15 0.6 0.0375
^gemini-flash-1\.5-8b$ 0.0375 0.15 0.01 - >128000 0.075 0.3 0.02
^gemini-live-2\.5-flash|^gemini-2\.5-flash-native-audio-preview|^gemini-2\.5-flash-native-audio-latest$ 0.5 2
^gemini-omni-flash-preview 1.5 9
^gemini-pro$|^gemini-1\.0-pro$ 0.125 0.375
^gemini-pro-1\.5$ 1.25 5 0.3125 - >128000 2.5 10 0.625
^gemma-2-27b-it$ 0.65 0.65
^gemma-3-|^gemma-3$ ?
^gemma-3n ?
^gemma-4-26b-a4b-it$ ?
^gemma-4-26b-a4b-it-maas$ 0.15 0.6 0.015
^gemma-4-31b-it$ ?`,
  },
  {
    address: "^https://api\\.openai\\.com",
    models: String.raw`
^ada$|^text-ada-001$ 0.4 0.4
^babbage$ 0.5 0.5
^chatgpt-4o-latest$ 5 15
^codex-mini$|^codex-mini-latest$ 1.5 6 0.375
^computer-use 3 12
^curie$|^text-curie-001$ 2 2
^davinci$|^text-davinci-001$ 20 20
^ft:gpt-3\.5-turbo 3 6
^ft:gpt-4o-2024- 3.75 15
^ft:gpt-4o-mini-2024- 0.3 1.2
^gpt-3\.5-turbo-0301$|^gpt-3\.5-0301$ 1.5 2
^gpt-3\.5-turbo$|^gpt-35-turbo$|^gpt-3\.5-turbo-0125$ 0.5 1.5
^gpt-3\.5-turbo-0613$ 1.5 2
^gpt-3\.5-turbo-1106$ 1 2
^gpt-3\.5-turbo-16k$|^gpt-3\.5-turbo-16k-0613$|^gpt-35-turbo-16k-0613$|^gpt-35-turbo-16k$ 3 4
^gpt-3\.5-turbo-instruct|^gpt-3\.5-turbo-instruct-0914$ 1.5 2
^gpt-4$|^gpt-4-0314$|^gpt-4-0613$|^ft:gpt-4-0 30 60
^gpt-4-32k$|^gpt-4-32k-0314$|^gpt-4-32k-0613$ 60 120
^gpt-4-turbo$|^gpt-4-turbo-2024-04-09$|^gpt-4-turbo-0125-preview$|^gpt-4-0125-preview$|^gpt-4-1106-preview$|^gpt-4-turbo-preview$ 10 30
^gpt-4-vision-preview$|^gpt-4-1106-vision-preview$ 10 30
^gpt-4\.1$|^gpt-4\.1-2025-04-14$ 2 8 0.5
^gpt-4\.1-mini$|^gpt-4\.1-mini-2025-04-14$ 0.4 1.6 0.1
^gpt-4\.1-nano$|^gpt-4\.1-nano-2025-04-14$ 0.1 0.4 0.025
^gpt-4\.5-preview 75 150 37.5
^gpt-4o$|^gpt-4o-2024-08-06$|^gpt-4o-2024-11-20$ 2.5 10 1.25
^gpt-4o-2024-05-13$ 5 15
^gpt-4o-audio-preview 2.5 10
^gpt-4o-mini$|^gpt-4o-mini-2024-07-18$|^gpt-4o-mini-search-preview$|^gpt-4o-mini-search-preview-2025-03-11$ 0.15 0.6 0.075
^gpt-4o-mini-2024-07-18\.ft- 0.3 1.2
^gpt-4o-mini-audio 0.15 0.6
^gpt-4o-mini-realtime 0.6 2.4 0.3
^gpt-4o-mini-transcribe$ 1.25 5
^gpt-4o-mini-tts$ 0.6 12
^gpt-4o-realtime 5 20 2.5
^gpt-4o-search-preview$|^gpt-4o-search-preview-2025-03-11$ 2.5 10
^gpt-4o-transcribe$|^gpt-4o-transcribe-diarize$ 2.5 10
^gpt-4o:extended$ 6 18
^gpt-5$|^gpt-5-2025-08-07$|^gpt-5-chat$|^gpt-5-chat-latest$|^gpt-5-codex$ 1.25 10 0.125
^gpt-5-image$ 10 10 1.25
^gpt-5-image-mini$ 2.5 2 0.25
^gpt-5-mini$|^gpt-5-mini-2025-08-07$ 0.25 2 0.025
^gpt-5-nano$|^gpt-5-nano- 0.05 0.4 0.005
^gpt-5-pro$|^gpt-5-pro-2025-10-06$ 15 120
^gpt-5\.1$|^gpt-5\.1-2025-11-13$|^gpt-5\.1-codex$|^gpt-5\.1-codex-max$|^gpt-5\.1-chat$|^gpt-5\.1-chat-latest$|^gpt-5-1$|^gpt-5-1-2025-11-13$|^gpt-5-1-codex$|^gpt-5-1-codex-max$|^gpt-5-1-chat$|^gpt-5-1-chat-latest$ 1.25 10 0.125
^gpt-5\.1-codex-mini$|^gpt-5\.1-mini$|^gpt-5-1-codex-mini$|^gpt-5-1-mini$ 0.25 2 0.025
^gpt-5\.2$|^gpt-5\.2-2025-12-11$|^gpt-5-2$|^gpt-5-2-2025-12-11$|^gpt-5\.2-chat$|^gpt-5\.2-chat-latest$|^gpt-5-2-chat$|^gpt-5-2-chat-latest$|^gpt-5\.2-codex$|^gpt-5-2-codex$ 1.75 14 0.175
^gpt-5\.2-pro$|^gpt-5\.2-pro-2025-12-11$|^gpt-5-2-pro-2025-12-11$ 21 168
^gpt-5\.3$|^gpt-5-3$|^gpt-5\.3-chat$|^gpt-5\.3-chat-latest$|^gpt-5-3-chat$|^gpt-5-3-chat-latest$ 1.75 14 0.175
^gpt-5\.3-codex$|^gpt-5-3-codex$ 1.75 14 0.175
^gpt-5\.4$|^gpt-5\.4-2026-03-05$|^gpt-5-4$|^gpt-5-4-2026-03-05$ 2.5 15 0.25 - >271999 5 22.5 0.5
^gpt-5\.4-image-2$ 8 15 2
^gpt-5\.4-mini$|^gpt-5\.4-mini-2026-03-17$|^gpt-5-4-mini$|^gpt-5-4-mini-2026-03-17$ 0.75 4.5 0.075
^gpt-5\.4-nano$|^gpt-5\.4-nano-2026-03-17$|^gpt-5-4-nano$|^gpt-5-4-nano-2026-03-17$ 0.2 1.25 0.02
^gpt-5\.4-pro$|^gpt-5\.4-pro-2026-03-05$|^gpt-5-4-pro$|^gpt-5-4-pro-2026-03-05$ 30 180 - - >271999 60 270
^gpt-5\.5$|^gpt-5\.5-2026-04-23$|^gpt-5\.5-2026-04-24$|^gpt-5-5$|^gpt-5-5-2026-04-23$|^gpt-5-5-2026-04-24$|^gpt-5\.5-chat$|^gpt-5\.5-chat-latest$|^gpt-5-5-chat$|^gpt-5-5-chat-latest$|^gpt-5\.5-codex$|^gpt-5-5-codex$ 5 30 0.5 - >271999 10 45 1
^gpt-5\.5-pro$|^gpt-5\.5-pro-2026-04-23$|^gpt-5-5-pro$|^gpt-5-5-pro-2026-04-23$ 30 180 - - >271999 60 270
^gpt-5\.6-luna$|^gpt-5-6-luna$|(?:^gpt-5\.6-luna-\d{4}-\d{2}-\d{2}$)|(?:^gpt-5-6-luna-\d{4}-\d{2}-\d{2}$) 0.2 1.2 0.02 0.25 >271999 0.4 1.8 0.04 0.5
^gpt-5\.6-sol$|^gpt-5-6-sol$|^gpt-5\.6$|^gpt-5-6$|(?:^gpt-5\.6-sol-\d{4}-\d{2}-\d{2}$)|(?:^gpt-5-6-sol-\d{4}-\d{2}-\d{2}$) 4 20 0.4 5 >271999 8 30 0.8 10
^gpt-5\.6-terra$|^gpt-5-6-terra$|(?:^gpt-5\.6-terra-\d{4}-\d{2}-\d{2}$)|(?:^gpt-5-6-terra-\d{4}-\d{2}-\d{2}$) 2 12 0.2 2.5 >271999 4 18 0.4 5
^gpt-6-astra$|(?:^gpt-6-astra-\d{4}-\d{2}-\d{2}$) 10 50 1 12.5 >271999 20 75 2 25
^gpt-6-luna$|(?:^gpt-6-luna-\d{4}-\d{2}-\d{2}$) 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25
^gpt-6-sol$|(?:^gpt-6-sol-\d{4}-\d{2}-\d{2}$) 2 10 0.2 2.5 >272000 4 15 0.4 5
^gpt-audio$|^gpt-audio-2025-08-28$|^gpt-audio-1\.5$ 2.5 10
^gpt-audio-mini$|^gpt-audio-mini-2025-10-06$|^gpt-audio-mini-2025-12-15$ 0.6 2.4
^gpt-chat-latest$ 5 30 0.5
^gpt-image-1$ 5 40 1.25
^gpt-image-1-mini$ 2 8 0.2
^gpt-image-1\.5$|^gpt-image-1\.5-2025-12-16$ 5 10 1.25
^gpt-image-2$|^gpt-image-2-2026-04-21$ 5 30 1.25
^gpt-oss-120b$ 0.039 0.18
^gpt-oss-20b$ 0.029 0.14
^gpt-oss-safeguard-20b$ 0.075 0.3 0.037
^gpt-realtime$|^gpt-realtime-2025-08-28$|^gpt-realtime-1\.5$ 4 16 0.4
^gpt-realtime-2$|^gpt-realtime-2\.1$ 4 24 0.4
^gpt-realtime-mini$|^gpt-realtime-2\.1-mini$|^gpt-realtime-mini-2025-12-15$|^gpt-realtime-mini-2025-10-06$ 0.6 2.4 0.06
^gpt-transcribe$ ?
moderation ?
^o1$|^o1-2024-12-17$ 15 60 7.5
^o1-mini$|^o1-mini-2024-09-12$ 1.1 4.4 0.55
^o1-preview$|^o1-preview-2024-09-12$ 15 60 7.5
^o1-pro$|^o1-pro-2025-03-19$ 150 600
^o3$|^o3-2025-04-16$ 2 8 0.5
^o3-deep-research$|^o3-deep-research-2025-06-26$ 10 40 2.5
^o3-mini$|^o3-mini-2025-01-31$|^o3-mini-high$ 1.1 4.4 0.55
^o3-pro$|^o3-pro-2025-06-10$ 20 80
^o4-mini-2025-04-16$|^o4-mini-high$|^o4-mini$ 1.1 4.4 0.275
^o4-mini-deep-research$|^o4-mini-deep-research-2025-06-26$ 2 8 0.5
^text-davinci-002$ 20 20
^text-davinci-003$ 20 20
^text-embedding-3-large$ ?
^text-embedding-3-small$ ?
^text-embedding-ada$|^text-embedding-ada-002$|^text-embedding-ada-002-v2$ ?
^whisper-1$ ?`,
  },
  {
    address: "^https://api\\.mistral\\.ai",
    models: String.raw`
^codestral-latest$|^codestral-2501$ 0.3 0.9
^codestral-2508$ 0.3 0.9 0.03
^devstral-2512$ 0.4 2 0.04
^devstral-small$|^devstral-small-2505$|^devstral-small-2507$|^devstral-small-latest$|^labs-devstral-small-2512$ 0.1 0.3
^devstral-small:free$ ?
^magistral-medium 2 5
^magistral-small- 0.5 1.5
^ministral-14b-2512$ 0.2 0.2 0.02
^ministral-3b$ 0.04 0.04
^ministral-3b-2512$ 0.1 0.1 0.01
^ministral-8b$|^ministral-8b-2410$ 0.1 0.1
^ministral-8b-2512$ 0.15 0.15 0.015
^ministral-8b-latest$ 0.15 0.15 0.015
^mistral-7b$|^open-mistral-7b$ 0.25 0.25
^mistral-embed$ 0.1 0.1
^mistral-large$|^mistral-large-latest$|^mistral-large-2407$|^mistral-large-2411$ 2 6
^mistral-large-2512$ 0.5 1.5 0.05
^mistral-medium-2312$ 2.7 8.1
^mistral-medium$|^mistral-medium-2505$|^mistral-medium-2508$ 0.4 2 0.04
^mistral-medium-3\.5$|^mistral-medium-3-5$|^mistral-medium-3$ 1.5 7.5 0.15
^mistral-medium-latest$ 1.5 7.5 0.15
^mistral-nemo$|^open-mistral-nemo$ 0.15 0.15
^mistral-nemo:free$ ?
^mistral-ocr-2503$|^mistral-ocr-2503-completion$ ?
^mistral-ocr-2505$|^mistral-ocr-2505-completion$ ?
^mistral-ocr-2512$|^mistral-ocr-2512-completion$ ?
^mistral-ocr-4-0$|^mistral-ocr-4-0-completion$ ?
^mistral-ocr-4$|^mistral-ocr-4-completion$|^mistral-ocr-4-1$|^mistral-ocr-4-1-completion$ ?
^mistral-ocr-latest$|^mistral-ocr-latest-completion$ ?
^mistral-saba$|^mistral-saba-latest$ 0.2 0.6
^mistral-small-24b-instruct-2501$ 0.05 0.08
^mistral-small-24b-instruct-2501:free$ ?
^mistral-small-2603$ 0.15 0.6 0.015
^mistral-small-3\.1-24b-instruct$ 0.351 0.555
^mistral-small-3\.2-24b-instruct$ 0.075 0.2
^mistral-small-latest$ 0.1 0.3
^mistral-tiny$ 0.25 0.25
^mixtral-8x22b-instruct$ 0.9 0.9
^mixtral-8x7b|^open-mixtral-8x7b$ 0.7 0.7
^pixtral-12b$|^pixtral-12b-latest$ 0.15 0.15
^pixtral-large-latest$|^pixtral-large-2411$ 2 6
^voxtral-mini-latest$|^voxtral-mini-2602$ ?
^voxtral-small-24b-2507$|^voxtral-small-2507$|^voxtral-small-latest$ 0.1 0.4 0.01`,
  },
  {
    address: "^https://api\\.deepseek\\.com",
    models: String.raw`
^deepseek-chat|^deepseek-chat-v3-0324$ ?
^deepseek-reasoner$|^deepseek-r1|^deepseek-r1-0528$ ?
^deepseek-v3\.1-terminus$ 0.27 0.95 0.13
^deepseek-v3\.2$ 0.2288 0.3432
^deepseek-v3\.2-exp$ 0.27 0.41
^deepseek-v4-flash ?
^deepseek-v4-pro ?`,
  },
  {
    address: "^https://api\\.groq\\.com",
    models: String.raw`
^deepseek-r1-distill-llama-70b$ 0.75 0.99
^gemma-7b-it$ 0.07 0.07
^gemma2-9b-it$|^gemma2-9b$ 0.2 0.2
^llama-3\.1-405b-reasoning$ 0.59 0.79
^llama-3\.1-70b-versatile$ 0.59 0.79
^llama-3\.1-8b-instant$ 0.05 0.08
^llama-3\.2-11b-text-preview$ 0.18 0.18
^llama-3\.2-11b-vision-preview$ 0.18 0.18
^llama-3\.2-1b-preview$ 0.04 0.04
^llama-3\.2-3b-preview$ 0.06 0.06
^llama-3\.2-90b-text-preview$ 0.9 0.9
^llama-3\.2-90b-vision-preview$ 0.9 0.9
^llama-3\.3-70b-specdec$ 0.59 0.99
^llama-3\.3-70b-versatile$ 0.59 0.79
^llama-guard-3-8b$ 0.2 0.2
^llama2-70b-4096$ 0.7 0.8
^llama3-70b-8192$ 0.59 0.79
^llama3-8b-8192$ 0.05 0.08
^llama3-groq-70b-8192-tool-use-preview$ 0.89 0.89
^llama3-groq-8b-8192-tool-use-preview$ 0.19 0.19
^meta-llama/llama-4-maverick-17b-128e-instruct$ 0.2 0.6
^meta-llama/llama-4-scout-17b-16e-instruct$ 0.11 0.34
^meta-llama/llama-guard-4-12b$ 0.2 0.2
^mistral-saba-24b$ 0.79 0.79
^mixtral-8x7b-32768$ 0.24 0.24
^moonshotai/kimi-k2-instruct$|^moonshotai/kimi-k2-instruct-0905$ 1 3 0.5
^openai/gpt-oss-120b$|^openai/gpt-oss-safeguard-20b$ 0.15 0.6 0.075
^openai/gpt-oss-20b$ 0.075 0.3 0.0375
^qwen/qwen3-32b$ 0.29 0.59
^whisper-large-v3$ ?
^whisper-large-v3-turbo$ ?`,
  },
  {
    address: "^https://api\\.x\\.ai",
    models: String.raw`
^grok-2-1212$|^grok-2$|^grok-2-latest$ 2 10
^grok-2-vision-1212$|^grok-2-vision$|^grok-2-vision-latest$ 2 10
^grok-3$|^grok-3-latest$|^grok-3-beta$ 3 15 0.75
^grok-3-fast$|^grok-3-fast-latest$|^grok-3-fast-beta$ 5 25 1.25
^grok-3-mini$|^grok-3-mini-beta$|^grok-3-mini-latest$ 0.3 0.5 0.075
^grok-3-mini-fast$|^grok-3-mini-fast-beta$|^grok-3-mini-fast-latest$ 0.6 4 0.15
^grok-4-0709$|^grok-4$|^grok-4-latest$ 3 15 0.75
^grok-4-1-fast-non-reasoning$|^grok-4-1-fast-non-reasoning-latest$ 0.2 0.5 0.05
^grok-4-1-fast$|^grok-4-1-fast-reasoning$|^grok-4-1-fast-reasoning-latest$ 0.2 0.5 0.05
^grok-4-fast-non-reasoning$|^grok-4-fast-non-reasoning-latest$ 0.2 0.5 0.05
^grok-4-fast$|^grok-4-fast-reasoning$|^grok-4-fast-reasoning-latest$ 0.2 0.5 0.05
^grok-4\.20$ 1.25 2.5 0.2 - >199999 2.5 5 0.4
^grok-4\.20-multi-agent$ 2 6 0.2
^grok-4\.3$|(?:^grok-4\.3-\d{8}$)|^x-ai/grok-4\.3$|(?:^x-ai/grok-4\.3-\d{8}$)|^grok-4\.3-latest$ 1.25 2.5 0.2 - >199999 2.5 5 0.4
^grok-4\.5$|(?:^grok-4\.5-\d{8}$)|^x-ai/grok-4\.5$|(?:^x-ai/grok-4\.5-\d{8}$)|^grok-4\.5-latest$|^grok-latest$ 2 6 0.3 - >199999 4 12 0.6
^grok-4\.6$|(?:^grok-4\.6-\d{8}$)|^x-ai/grok-4\.6$|(?:^x-ai/grok-4\.6-\d{8}$)|^grok-4\.6-latest$ 2 6 0.5 - >199999 4 12 1
^grok-build-0\.1$ 1 2 0.2 - >199999 2 4 0.4
^grok-code-fast$|^grok-code-fast-1$|^grok-code-fast-1-0825$ 0.2 1.5 0.02
^grok-voice-latest$ ?
^grok-voice-think-fast-1\.0$ ?
^grok-voice-think-fast-2\.0$ ?`,
  },
  {
    address: "^https://api\\.moonshot\\.",
    models: String.raw`
^kimi-k2$ 0.57 2.3
^kimi-k2-0711-preview$ 0.6 2.5 0.15
^kimi-k2-0905-preview$ 0.6 2.5 0.15
^kimi-k2-thinking$ 0.6 2.5 0.15
^kimi-k2-thinking-turbo$ 1.15 8 0.15
^kimi-k2-turbo 1.15 8 0.15
^kimi-k2\.5 0.6 3 0.1
^kimi-k2\.6 0.95 4 0.16
^kimi-k2\.7-code$ 0.95 4 0.19
^kimi-k2\.7-code-highspeed$ 1.9 8 0.38
^kimi-k3$ 3 15 0.3
^moonshot-v1-128k$|^moonshot-v1-128k-vision-preview$ 2 5
^moonshot-v1-32k$|^moonshot-v1-32k-vision-preview$ 1 3
^moonshot-v1-8k$|^moonshot-v1-8k-vision-preview$ 0.2 2`,
  },
  {
    address: "^https://api\\.cerebras\\.ai",
    models: String.raw`
^gemma-4-31b$|^cerebras/gemma-4-31b|^cerebras:gemma-4-31b 0.99 1.49
^gpt-oss-120b$|^cerebras/gpt-oss-120b|^cerebras:gpt-oss-120b 0.35 0.75
^llama-3\.3-70b$|^cerebras/llama-3\.3-70b|^cerebras:llama-3\.3-70b 0.85 1.2
^llama3\.1-8b$|^cerebras/llama3\.1-8b|^cerebras:llama3\.1-8b 0.1 0.1
^qwen-3-32b$|^cerebras/qwen-3-32b|^cerebras:qwen-3-32b 0.4 0.8
^qwen-3-coder-480b$ ?
^zai-glm-4\.7$|^cerebras/zai-glm-4\.7|^cerebras:zai-glm-4\.7 2.25 2.75`,
  },
];
