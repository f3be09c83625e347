import * as z from "zod";
import { cardSchemes } from "../card";
import { problem } from "../field-words";
import {
  booleanValue,
  boundedList,
  checkedText,
  choice,
  codeText,
  harmless,
  integerBetween,
  jsonObject,
  kurusBetween,
  nameText,
  nonBlankText,
  optional,
} from "../fields";
import { cardBrands, cardFamilies } from "./installments";
import { countMax, feeMaxKurus, rateMaxBps } from "./tariff";

// What staff send about tariffs and the BIN table.

/** Why something is changed, which the audit log keeps. */
const reason = harmless(nonBlankText(500));

const priceInput = jsonObject({
  family: choice(cardFamilies),
  onUs: z.boolean().nullable(),
  brand: z.enum(cardBrands).nullable(),
  installmentCount: integerBetween(1, countMax),
  rateBps: integerBetween(0, rateMaxBps),
  fixedFee: kurusBetween(0n, feeMaxKurus).nullable(),
});

/** More than every price that a tariff can have. */
const pricesMax = 1_500;

/** The prices of a tariff, whose rules `checkTariff` holds together. */
export const pricesInput = boundedList(priceInput, 1, pricesMax);

export const reasonForm = jsonObject({ reason });

export const withdrawalInput = jsonObject({ tariffId: codeText(64), reason });

/** The first six to eight digits of a card. A longer text may be a card number. */
export const binText = checkedText((text) => (/^[0-9]{6,8}$/.test(text) ? null : problem("invalid")));

export const binOverrideInput = jsonObject({
  bin: binText,
  bank: optional(nameText(120)),
  /** Empty for a card without a programme. */
  brand: choice(["", ...cardBrands]),
  family: choice(cardFamilies),
  /** Empty where it is not known. */
  scheme: choice(["", ...cardSchemes]),
  commercial: booleanValue(),
  confidence: choice(["low", "medium", "high"]),
  reason,
});

export const overrideRemovalInput = jsonObject({ bin: binText, reason });

/** The largest file of the BIN table that is uploaded, in characters; larger ones are imported by the command. */
export const binFileMax = 4_000_000;

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
