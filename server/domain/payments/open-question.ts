import { choice, codeText, jsonObject } from "../fields";

/** The kinds of calls of unknown outcome about which a bank can be asked now (D-256). */
export const inquirableKinds = ["capture", "refund", "money_return"] as const;
export type InquirableKind = (typeof inquirableKinds)[number];

/** The kinds of open questions about money; `money_kept` is money of a payment that was given up, not gone back yet. */
export type OpenQuestionKind = InquirableKind | "money_kept";

/** `id` is that of the attempt, the refund or the money return. */
export const inquireInput = jsonObject({ kind: choice(inquirableKinds), id: codeText(64) });
