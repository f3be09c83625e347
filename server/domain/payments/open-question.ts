import { choice, codeText, harmless, jsonObject, nonBlankText } from "../fields";

/** The kinds of calls of unknown outcome about which a bank can be asked now (D-256). */
const inquirableKinds = ["capture", "refund", "money_return"] as const;
export type InquirableKind = (typeof inquirableKinds)[number];

/** The kinds of open questions about money; `money_kept` is money of a payment that was given up, not gone back yet. */
export type OpenQuestionKind = InquirableKind | "money_kept";

/** `id` is that of the attempt, the refund or the money return. */
export const inquireInput = jsonObject({ kind: choice(inquirableKinds), id: codeText(64) });

/** A person's findings about a capture at the bank (D-75). */
export const captureVerdicts = ["captured", "not_taken", "give_back", "returned"] as const;
export type CaptureVerdict = (typeof captureVerdicts)[number];

/** A person's findings about a refund at the bank (D-46). */
export const refundVerdicts = ["approved", "declined"] as const;

const seen = { reason: harmless(nonBlankText(500)), evidence: harmless(nonBlankText(500)) };

/** Proposals of staff on how an open capture or refund ended, on which a second person decides (D-256). */
export const captureOutcomeInput = jsonObject({ paymentCode: codeText(64), verdict: choice(captureVerdicts), ...seen });
export const refundOutcomeInput = jsonObject({ refundId: codeText(64), verdict: choice(refundVerdicts), ...seen });

/** The form of both, for a question with some possible answers. */
export const outcomeForm = <const V extends readonly [string, ...string[]]>(verdicts: V) =>
  jsonObject({ verdict: choice(verdicts), ...seen });
