/** The behaviour that a test card causes at the simulated banks (docs/sandbox.md, "Test cards"). */
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
  /** The installment programme, or null. */
  readonly brand: string | null;
  readonly family: "credit" | "debit" | "prepaid" | "foreign";
  readonly bank: string;
  readonly scheme: CardScheme;
  readonly outcome: CardOutcome;
}

/** BINs of issuers abroad, which the sandbox adds because a table of Turkish cards does not contain them. */
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
 * The test cards. Their numbers are computed from real public BINs at run time: a number that occurs in no source and
 * no build cannot hide a leaked one in a search (D-52).
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

/** The facts of a card that the bank stores instead of its number. */
export interface CardFacts {
  /** The BIN, six stars and the last four digits, for every length of a number: the most that may be shown (D-49). */
  readonly maskedPan: string;
  readonly scheme: CardScheme;
  /** The issuing bank, or empty when the card is not on the list. */
  readonly issuer: string;
  readonly outcome: CardOutcome;
}

/** Describes a card. A card that is not on the list is approved (D-52). */
export function describeCard(pan: string): CardFacts {
  const listed = testCards.find((candidate) => candidate.pan === pan);
  return {
    maskedPan: maskPan(pan),
    scheme: detectScheme(pan),
    issuer: listed?.bank ?? "",
    outcome: listed?.outcome ?? "approved",
  };
}

export const maskPan = (pan: string): string => `${pan.slice(0, 6)}******${pan.slice(-4)}`;

/** Returns a masked number in the grouping of a card: `5528 79** **** 0008`. */
export const spacedMask = (maskedPan: string): string =>
  `${maskedPan.slice(0, 4)} ${maskedPan.slice(4, 6)}** **** ${maskedPan.slice(-4)}`;

/** Returns the ECI of a full authentication (B-2.5). */
export const fullEci = (scheme: CardScheme): "02" | "05" => (scheme === "mastercard" ? "02" : "05");

export function detectScheme(pan: string): CardScheme {
  if (/^3[47]/.test(pan)) return "amex";
  if (/^(9792|65)/.test(pan)) return "troy";
  return pan.startsWith("4") ? "visa" : "mastercard";
}

/** Returns whether the text consists of digits whose Luhn sum is a multiple of ten. */
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

/** Appends zeros to the BIN, and the check digit that makes the Luhn sum right. */
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
