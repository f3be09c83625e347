import * as z from "zod";
import { isCalendarDay } from "../business-day";
import { problem } from "../field-words";
import { checkedText, codeText, freeText, harmless, jsonObject, nonBlankText } from "../fields";
import { dayFileFormats } from "./day-file-format";

// What staff send about banks' day-end files (D-400).

export const oneBankDay = jsonObject({ bankDayId: codeText(64) });

/** A file in base64, packed by gzip where the browser can: a request has at most 1 MiB. */
const contents = z.base64().min(1).max(1_000_000);

export const bankDayImportInput = jsonObject({
  formatId: z.enum(dayFileFormats.map(({ id }) => id)),
  scope: z.object({ of: z.enum(["bank", "protocol", "all"]), name: freeText(64) }),
  day: checkedText((value) => (isCalendarDay(value) ? null : problem("day"))),
  fileName: harmless(nonBlankText(200)),
  contents,
});

export const explanationInput = jsonObject({
  differenceId: codeText(64),
  explanation: harmless(nonBlankText(1_000)),
});
