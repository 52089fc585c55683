/**
 * All that the stand-in promises. Each case has a fresh app over an empty folder in happy-dom; in Chromium they share
 * one.
 */
import type { Case } from "./kit";
import { noteCases } from "./noteCases";
import { vaultCases } from "./vaultCases";
import { windowCases } from "./windowCases";

export const cases: readonly Case[] = [...vaultCases, ...windowCases, ...noteCases];
