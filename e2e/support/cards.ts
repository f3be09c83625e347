import { randomInt } from "node:crypto";
import { sandbox } from "./product";
import type { Card } from "./sandbox";

/** Returns the sandbox's card with these properties; by default one that is approved. */
export function cardWith(wanted: Partial<Card>): Card {
  const properties = Object.entries({ outcome: "approved", ...wanted }) as [keyof Card, string | null][];
  const card = sandbox.cards.find((one) => properties.every(([name, value]) => one[name] === value));
  if (!card) throw new Error(`The sandbox has no card with ${JSON.stringify(wanted)}.`);
  return card;
}

export const approvedCard = cardWith({ family: "credit" });

/** Creates a random credit card. Its number and code are in no file, so a test can search for leaks of them. */
export function newCard(bin = "435508"): Card {
  // The listed cards continue with zeros, so a digit other than zero avoids them.
  const open = bin + randomInt(1, 10) + digits(8);
  const pan = open + checkDigit(open);
  const cv2 = digits(3);
  const { expireMonth, expireYear } = approvedCard;
  return {
    pan,
    cv2,
    expireMonth,
    expireYear,
    brand: "axess",
    family: "credit",
    bank: "Akbank",
    outcome: "approved",
  };
}

/** Masks a number as the API does, with an asterisk for each hidden digit. */
export const maskedPan = (pan: string): string => pan.slice(0, 6) + "*".repeat(pan.length - 10) + pan.slice(-4);

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join("");

const checkDigit = (open: string): number => {
  const sum = [...open].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
};
