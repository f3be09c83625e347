/** What a test card makes the simulated banks do (sandbox guide, "Test cards"). */
export const cardOutcomes = [
  "approved",
  "three_ds_failed",
  "declined_at_start",
  "declined_insufficient_funds",
  "declined_lost_card",
  "declined_do_not_honour",
  "capture_lost_taken",
  "capture_lost_nothing",
  "callback_missing",
  "callback_twice",
  "callback_forged_hash",
  "callback_forged_amount",
  "callback_forged_fields",
  "void_declined",
  "credit_declined",
  "credit_lost_taken",
] as const;
export type CardOutcome = (typeof cardOutcomes)[number];

export type CardScheme = "visa" | "mastercard" | "amex" | "troy";

export interface TestCard {
  readonly pan: string;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cv2: string;
  /** Installment program, or null. */
  readonly brand: string | null;
  readonly family: "credit" | "debit" | "prepaid" | "foreign";
  readonly bank: string;
  readonly scheme: CardScheme;
  readonly outcome: CardOutcome;
}

/** Issuers abroad, for the BIN data of the sandbox: no table of Turkish cards has them. */
export const foreignBins: readonly {
  readonly bin: string;
  readonly bank: string;
  readonly scheme: CardScheme;
}[] = [
  { bin: "414720", bank: "JPMorgan Chase", scheme: "visa" },
  { bin: "492181", bank: "Lloyds Bank", scheme: "visa" },
  { bin: "517805", bank: "Capital One", scheme: "mastercard" },
];

/**
 * The test cards. Numbers are made from real public BINs when the program runs: a number that stands in no source
 * and no build cannot be taken for a leaked one.
 */
export const testCards: readonly TestCard[] = [
  card("435508", "axess", "credit", "Akbank", "visa", "approved"),
  card("554960", "bonus", "credit", "Garanti BBVA", "mastercard", "approved"),
  card("404809", "world", "credit", "Yapı Kredi", "visa", "approved"),
  card("518896", "saglam", "credit", "Kuveyt Türk", "mastercard", "approved"),
  card("415565", "cardfinans", "credit", "QNB", "visa", "approved"),
  card("454671", "bankkart", "credit", "Ziraat Bankası", "visa", "approved"),
  card("454360", "maximum", "credit", "Türkiye İş Bankası", "visa", "approved"),
  card("552879", "paraf", "credit", "Halkbank", "mastercard", "approved"),
  card("415515", null, "debit", "Halkbank", "visa", "approved"),
  card("439748", null, "prepaid", "İninal", "visa", "approved"),
  card("979244", "paraf", "credit", "Halkbank", "troy", "approved"),
  card("375622", "bonus", "credit", "Garanti BBVA", "amex", "approved"),
  card("414720", null, "foreign", "JPMorgan Chase", "visa", "approved"),
  card("413226", "bankkart", "credit", "Ziraat Bankası", "visa", "three_ds_failed"),
  card("409084", "world", "credit", "VakıfBank", "visa", "declined_at_start"),
  card("454358", "maximum", "credit", "Türkiye İş Bankası", "visa", "declined_insufficient_funds"),
  card("454359", "maximum", "credit", "Türkiye İş Bankası", "visa", "declined_lost_card"),
  card("418342", "maximum", "credit", "Türkiye İş Bankası", "visa", "declined_do_not_honour"),
  card("540667", "maximum", "credit", "Türkiye İş Bankası", "mastercard", "capture_lost_taken"),
  card("510152", "maximum", "credit", "Türkiye İş Bankası", "mastercard", "capture_lost_nothing"),
  card("415514", "paraf", "credit", "Halkbank", "visa", "callback_missing"),
  card("492094", "paraf", "credit", "Halkbank", "visa", "callback_twice"),
  card("402277", "cardfinans", "credit", "QNB", "visa", "callback_forged_hash"),
  card("402278", "cardfinans", "credit", "QNB", "visa", "callback_forged_amount"),
  card("432071", "axess", "credit", "Akbank", "visa", "callback_forged_fields"),
  card("492095", "paraf", "credit", "Halkbank", "visa", "void_declined"),
  card("521378", "paraf", "credit", "Halkbank", "mastercard", "credit_declined"),
  card("543081", "paraf", "credit", "Halkbank", "mastercard", "credit_lost_taken"),
];

/** What the bank keeps of a card once its number is gone. */
export interface CardFacts {
  /** BIN, six stars, last four, whatever the length: all that anyone may see of a number (D-49). */
  readonly maskedPan: string;
  readonly scheme: CardScheme;
  /** The issuing bank, or empty when the card is not on the list. */
  readonly issuer: string;
  readonly outcome: CardOutcome;
}

/** Recognises a card; one that is not on the list is approved (D-52). */
export function describeCard(pan: string): CardFacts {
  const listed = testCards.find((candidate) => candidate.pan === pan);
  return {
    maskedPan: maskPan(pan),
    scheme: schemeOf(pan),
    issuer: listed?.bank ?? "",
    outcome: listed?.outcome ?? "approved",
  };
}

export const maskPan = (pan: string): string => `${pan.slice(0, 6)}******${pan.slice(-4)}`;

/** `5528 79** **** 0008`: a masked number as a card shows it. */
export const spacedMask = (maskedPan: string): string =>
  `${maskedPan.slice(0, 4)} ${maskedPan.slice(4, 6)}** **** ${maskedPan.slice(-4)}`;

/** The indicator of a full authentication. */
export const eciOf = (scheme: CardScheme): "02" | "05" => (scheme === "mastercard" ? "02" : "05");

export function schemeOf(pan: string): CardScheme {
  if (/^3[47]/.test(pan)) return "amex";
  if (/^(9792|65)/.test(pan)) return "troy";
  return pan.startsWith("4") ? "visa" : "mastercard";
}

/** True for digits whose Luhn sum is a multiple of ten. */
export function passesLuhn(digits: string): boolean {
  return /^\d+$/.test(digits) && luhnSum(digits) % 10 === 0;
}

function card(
  bin: string,
  brand: string | null,
  family: TestCard["family"],
  bank: string,
  scheme: CardScheme,
  outcome: CardOutcome,
): TestCard {
  const pan = completeNumber(bin, scheme === "amex" ? 15 : 16);
  const cv2 = scheme === "amex" ? "0000" : "000";
  return { pan, expireMonth: "12", expireYear: "30", cv2, brand, family, bank, scheme, outcome };
}

/** The BIN, zeros and the digit that makes the Luhn sum right. */
function completeNumber(bin: string, length: number): string {
  const open = bin.padEnd(length - 1, "0");
  return open + ((10 - (luhnSum(`${open}0`) % 10)) % 10);
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}
