import { istanbulYearMonth } from "../business-day";
import { isCardNumber, securityCodeLength, withoutSpaces } from "../card";
import { Secret } from "../secret";

/** The four fields of the handoff that are the card (§4.7), as the browser sent them. */
export interface RawCard {
  readonly pan: Secret;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cv2: Secret;
}

/** A card whose form is right: digits only, `MM`, `YY`. Whether the bank takes it is another question. */
export interface CheckedCard {
  readonly pan: Secret;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cv2: Secret;
}

export type CardField = "pan" | "expireMonth" | "expireYear" | "cv2";
/** `past`: well written, but the month is over. */
export type CardFieldProblem = "missing" | "wrong" | "past";
export type CardFieldErrors = Partial<Record<CardField, CardFieldProblem>>;

/** D-20: the form of a card. `now` is the product's clock; a card is good until its month ends in Istanbul. */
export function checkCard(raw: RawCard, now: Date): { card: CheckedCard } | { errors: CardFieldErrors } {
  const pan = withoutSpaces(raw.pan.reveal());
  const errors: CardFieldErrors = {
    ...numberErrors(pan),
    ...expiryErrors(raw.expireMonth, raw.expireYear, now),
    ...securityCodeErrors(raw.cv2.reveal(), securityCodeLength(pan)),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    card: { pan: new Secret(pan), expireMonth: raw.expireMonth, expireYear: raw.expireYear, cv2: raw.cv2 },
  };
}

const numberErrors = (pan: string): CardFieldErrors =>
  pan === "" ? { pan: "missing" } : isCardNumber(pan) ? {} : { pan: "wrong" };

function expiryErrors(month: string, year: string, now: Date): CardFieldErrors {
  const errors: CardFieldErrors = {};
  if (!/^(0[1-9]|1[0-2])$/.test(month)) errors.expireMonth = month === "" ? "missing" : "wrong";
  if (!/^[0-9]{2}$/.test(year)) errors.expireYear = year === "" ? "missing" : "wrong";
  if (errors.expireMonth || errors.expireYear) return errors;
  const today = istanbulYearMonth(now);
  const monthsLeft = (2000 + Number(year) - today.year) * 12 + Number(month) - today.month;
  if (monthsLeft >= 0) return {};
  return Number(year) + 2000 < today.year ? { expireYear: "past" } : { expireMonth: "past" };
}

const securityCodeErrors = (cv2: string, length: number): CardFieldErrors =>
  cv2 === "" ? { cv2: "missing" } : new RegExp(`^[0-9]{${length}}$`).test(cv2) ? {} : { cv2: "wrong" };
