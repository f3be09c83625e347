import * as z from "zod";
import { cardSchemes } from "../card";
import { problem } from "../field-words";
import {
  booleanValue,
  checkedText,
  choice,
  harmless,
  integerBetween,
  jsonObject,
  nameText,
  nonBlankText,
  optional,
} from "../fields";
import { cardBrands, cardFamilies } from "./installments";

// What staff send about the BIN table.

/** Why something is changed, which the audit log keeps. */
const reason = harmless(nonBlankText(500));

/** A choice of a list that has an empty entry, which means null. */
const orNull = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .enum(["", ...values])
    .nullable()
    .transform((value) => (value || null) as T[number] | null);

/** The first six to eight digits of a card. A longer text may be a card number. */
export const binText = checkedText((text) => (/^[0-9]{6,8}$/.test(text) ? null : problem("invalid")));

export const binOverrideInput = jsonObject({
  bin: binText,
  bank: optional(nameText(120)).transform((name) => name?.trim().normalize("NFC") ?? ""),
  brand: orNull(cardBrands),
  family: choice(cardFamilies),
  scheme: optional(z.enum(["", ...cardSchemes])).transform((scheme) => scheme ?? ""),
  commercial: booleanValue(),
  confidence: choice(["low", "medium", "high"]),
  reason,
});

export const overrideRemovalInput = jsonObject({ bin: binText, reason });

/** The largest file of the BIN table that is uploaded, in characters; larger ones are imported by the command. */
const binFileMax = 4_000_000;

const fileContent = z.string().max(binFileMax, problem("max_characters", binFileMax));
const fileName = nameText(200);

export const binComparisonInput = jsonObject({ content: fileContent, fileName });

export const binImportInput = jsonObject({
  content: fileContent,
  fileName,
  /** The version of the table with which the file was compared. */
  version: integerBetween(0, Number.MAX_SAFE_INTEGER),
  removeMany: booleanValue(),
  reason,
});
