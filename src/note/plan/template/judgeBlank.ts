/** Why a blank of a template cannot stay as a person filled it in. */
import { partsOf, readReceivers } from "../../action/receivers";
import type { Blank } from "./planTemplates";

export type BlankFault = "missing" | "amount" | "address";

/** Null where it can. A price may have its currency before or behind it, as a sign or in a few letters. */
export function judgeBlank({ is }: Pick<Blank, "is">, written: string): BlankFault | null {
  const text = written.trim();
  if (text === "") return "missing";
  if (is === "number" || is === "price") {
    const isNumber = (is === "number" ? NUMBER : PRICE).test(text);
    return isNumber && /[1-9]/.test(text) ? null : "amount";
  }
  return is === "address" && !isAddressed(text) ? "address" : null;
}

const NUMBER = /^\d+(?:[.,]\d+)*$/;
const PRICE = /^[\p{L}\p{Sc}.\s]{0,5}\d+(?:[.,’'\s]\d+)*(?:[.,][-–—])?[\p{L}\p{Sc}.\s]{0,9}$/u;
const DOMAIN = /^[^.]+(?:\.[^.]+)+$/;

function isAddressed(text: string): boolean {
  const read = readReceivers(text);
  return read.kind === "receivers" && read.all.every(({ address }) => DOMAIN.test(partsOf(address).domain));
}
