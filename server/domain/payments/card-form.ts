import { istanbulYearMonth } from "../business-day";
import { isCardNumber, removeSpaces, securityCodeLength } from "../card";
import { Secret } from "../secret";

/** The four card fields of the handoff (§4.7), as the browser sent them. */
export interface RawCard {
  readonly pan: Secret;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cv2: Secret;
}

/** A card with valid fields: the number without spaces, the month as `MM` and the year as `YY`. */
export interface CheckedCard extends RawCard {
  readonly [checked]: true;
}

/** Only `checkCard` and `trustCard` make a checked card; a raw one does not type-check in its place. */
declare const checked: unique symbol;

/**
 * Brands a card as checked. `checkCard` calls it after its checks; otherwise only tests call it, for the cards of bank
 * test vectors, whose expiry lies in the past.
 */
export const trustCard = (card: RawCard): CheckedCard => card as CheckedCard;

export type CardField = "pan" | "expireMonth" | "expireYear" | "cv2";
/** The problem of a card field. `past`: the format is right, but the card has expired. */
export type CardFieldProblem = "missing" | "wrong" | "past";
export type CardFieldErrors = Partial<Record<CardField, CardFieldProblem>>;

/**
 * Checks the fields of a card (D-20) and returns the card, or the errors by field.
 * @param now the time by the product's clock; a card is valid until its month ends in Istanbul
 */
export function checkCard(raw: RawCard, now: Date): { card: CheckedCard } | { errors: CardFieldErrors } {
  const pan = removeSpaces(raw.pan.reveal());
  const errors: CardFieldErrors = {
    ...findNumberErrors(pan),
    ...findExpiryErrors(raw.expireMonth, raw.expireYear, now),
    ...findSecurityCodeErrors(raw.cv2.reveal(), securityCodeLength(pan)),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    card: trustCard({
      pan: new Secret(pan),
      expireMonth: raw.expireMonth,
      expireYear: raw.expireYear,
      cv2: raw.cv2,
    }),
  };
}

const findNumberErrors = (pan: string): CardFieldErrors =>
  pan === "" ? { pan: "missing" } : isCardNumber(pan) ? {} : { pan: "wrong" };

function findExpiryErrors(month: string, year: string, now: Date): CardFieldErrors {
  const errors: CardFieldErrors = {};
  if (!/^(0[1-9]|1[0-2])$/.test(month)) errors.expireMonth = month === "" ? "missing" : "wrong";
  if (!/^[0-9]{2}$/.test(year)) errors.expireYear = year === "" ? "missing" : "wrong";
  if (errors.expireMonth || errors.expireYear) return errors;
  const today = istanbulYearMonth(now);
  const monthsLeft = (2000 + Number(year) - today.year) * 12 + Number(month) - today.month;
  if (monthsLeft >= 0) return {};
  return Number(year) + 2000 < today.year ? { expireYear: "past" } : { expireMonth: "past" };
}

const findSecurityCodeErrors = (cv2: string, length: number): CardFieldErrors =>
  cv2 === "" ? { cv2: "missing" } : new RegExp(`^[0-9]{${length}}$`).test(cv2) ? {} : { cv2: "wrong" };
