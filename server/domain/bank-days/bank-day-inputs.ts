import * as z from "zod";
import { isCalendarDay } from "../business-day";
import { problem } from "../field-words";
import { checkedText, choice, codeText, freeText, harmless, jsonObject, nonBlankText, optional } from "../fields";
import { differenceKinds } from "./compare-day";
import { dayFileFormats } from "./day-file-format";

// What staff send about banks' day-end files (D-400).

export const oneBankDay = jsonObject({ bankDayId: codeText(64) });

/** A day and, where it is named, the one kind of its differences that is wanted. */
export const bankDayQuery = oneBankDay.extend({ kind: optional(choice(differenceKinds)) });

/** The longest file as base64 text, packed by gzip where the browser can: a request has at most 1 MiB. */
export const dayFileTextMax = 1_000_000;

const contents = z.base64().min(1).max(dayFileTextMax);

const formatId = choice(dayFileFormats.map(({ id }) => id));
const day = checkedText((value) => (isCalendarDay(value) ? null : problem("day")));

/** What a person chooses about a file on screen. */
export const bankDayForm = jsonObject({
  formatId,
  /** The banks that the file covers, as `writeScope` writes them. */
  covers: freeText(80),
  day,
});

export const bankDayImportInput = jsonObject({
  formatId,
  scope: z.object({ of: z.enum(["bank", "protocol", "all"]), name: freeText(64) }),
  day,
  fileName: harmless(nonBlankText(200)),
  contents,
});

export const explanationInput = jsonObject({
  differenceId: codeText(64),
  explanation: harmless(nonBlankText(1_000)),
});
