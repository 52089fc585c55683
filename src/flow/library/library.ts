/** Flows that are built in, by name: each is the text of a note, as a person would write it. */
import { ANSWER_A_CUSTOMER } from "./answerACustomer";
import { DEEP_REASONING } from "./deepReasoning";
import { DESIGN_TO_DONE } from "./designToDone";
import { REVIEW_AGAIN } from "./reviewAgain";
import { WEEKLY_NEWSLETTER } from "./weeklyNewsletter";
import { WRITE_AND_REVIEW } from "./writeAndReview";

export const LIBRARY: ReadonlyMap<string, string> = new Map([
  ["answer-a-customer", ANSWER_A_CUSTOMER],
  ["deep-reasoning", DEEP_REASONING],
  ["design-to-done", DESIGN_TO_DONE],
  ["review-again", REVIEW_AGAIN],
  ["weekly-newsletter", WEEKLY_NEWSLETTER],
  ["write-and-review", WRITE_AND_REVIEW],
]);
