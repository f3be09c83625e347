import { isCardNumber } from "@/server/domain/card";
import { type CheckedCard, checkCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";

/**
 * Makes the card of the doctor's questions. No issuer can have it: numbers that begin with 9 are given out by national
 * bodies under the country's ISO 3166 number, and 999 is no country's (docs/banks.md B-14.1). It passes the checks that
 * a page makes before it looks at the shop: length, check digit, expiry.
 */
export function makeUpCard(at: Date): CheckedCard {
  const pan = [..."0123456789"].map((digit) => `9999${"0".repeat(11)}${digit}`).find(isCardNumber) ?? "";
  const expireYear = String((at.getUTCFullYear() + 1) % 100).padStart(2, "0");
  const made = checkCard({ pan: new Secret(pan), expireMonth: "12", expireYear, cv2: new Secret("000") }, at);
  if ("errors" in made) throw new TypeError("The made-up card does not pass the checks of a card");
  return made.card;
}
