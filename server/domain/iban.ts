/** Country code → length of an IBAN there, from the SWIFT registry. */
const ibanLengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20
   EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30
   KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23
   PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26
   UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/**
 * Returns whether a text in capitals without blanks is an IBAN: a registered country, the length of that country, and
 * correct check digits.
 */
export function isIban(text: string): boolean {
  return (
    /^[A-Z]{2}\d{2}[A-Z\d]+$/.test(text) &&
    ibanLengths.get(text.slice(0, 2)) === text.length &&
    remainder97(text.slice(4) + text.slice(0, 4)) === 1
  );
}

/** Returns a Turkish IBAN as it is stored, in capitals without blanks; null for any other text. */
export function readTurkishIban(text: string): string | null {
  const bare = text.replace(/\s/g, "").toUpperCase();
  return /^TR\d{24}$/.test(bare) && isIban(bare) ? bare : null;
}

/** The example of the Turkish IBAN in the registry. The sandbox pays accounts to it that have none of their own. */
export const exampleIban = "TR330006100519786457841326";

/** Returns what people see of a Turkish IBAN: its check digits and its last four digits. */
export const maskIban = (iban: string): string =>
  `${iban.slice(0, 4)} **** **** **** **** **${iban.slice(22, 24)} ${iban.slice(24)}`;

/**
 * Computes the remainder of ISO 7064: letters count as 10 to 35, and the whole text is one decimal number modulo 97.
 */
function remainder97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
