/** Answers of Google’s servers, as events of a stream. */

export const said = (text: string, more: object = {}): object => ({ text, ...more });

export const wants = (name: string, args: object, more: object = {}): object => ({
  functionCall: { name, args },
  ...more,
});

/** One piece of an answer. */
export function piece(parts: readonly object[], finish: string | null = null, usage: object = {}): object {
  return {
    candidates: [
      { content: { role: "model", parts }, index: 0, ...(finish === null ? {} : { finishReason: finish }) },
    ],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 3, totalTokenCount: 15, ...usage },
    modelVersion: "m",
  };
}

export function pieces(...all: readonly object[]): string {
  return all.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join("");
}

export const failed = (code: number, status: string, message: string): object => ({
  error: { code, status, message },
});
