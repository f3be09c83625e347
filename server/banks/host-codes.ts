import type { BankRefusal, DeclineReason } from "@/server/domain/banks/decline";

/**
 * How the meaning of a code is known (docs/banks.md): by the standard of card messages, by a document of a bank or its
 * vendor (V), by an answer of a bank that was published (B), or because open-source libraries and merchants agree (L).
 */
export const codeSources = ["ISO 8583", "bank document", "public sample", "practice"] as const;
export type CodeSource = (typeof codeSources)[number];

/** A row of a dictionary: a bank's code for a refusal, in our words. */
export interface BankCode {
  readonly reason: BankRefusal;
  readonly source: CodeSource;
  /** What the bank means, in a few words. */
  readonly meaning: string;
}

export type CodeTable = ReadonlyMap<string, BankCode>;

type Row = readonly [reason: BankRefusal, source: CodeSource, meaning: string];

/** Returns a map of codes. A plain object would also have a value for a code such as `constructor`. */
export const toCodeTable = (rows: Readonly<Record<string, Row>>): CodeTable =>
  new Map(Object.entries(rows).map(([code, [reason, source, meaning]]) => [code, { reason, source, meaning }]));

/** Returns the reason of the first table that has the code; undefined where none has. */
export const findReason = (code: string | null | undefined, ...tables: readonly CodeTable[]): BankRefusal | undefined =>
  tables.flatMap((table) => table.get(code ?? "") ?? [])[0]?.reason;

/** The reason of a code that no dictionary has. */
export const unknownReason: DeclineReason = "unknown";

/**
 * The codes of a host or issuer by ISO 8583 (B-2.7), as Turkish banks use them. Each protocol adds its own. The table
 * says what a refusal means; whether an answer is a refusal at all is decided by `finalHostCodes` and each protocol.
 */
export const hostCodes = toCodeTable({
  "01": ["do_not_honour", "ISO 8583", "refer to the issuer"],
  "02": ["do_not_honour", "ISO 8583", "refer to the issuer, special condition"],
  "03": ["bank_setup", "ISO 8583", "invalid merchant"],
  "04": ["restricted_card", "ISO 8583", "pick up the card"],
  "05": ["do_not_honour", "ISO 8583", "do not honour"],
  "06": ["bank_unavailable", "ISO 8583", "error at the host"],
  "07": ["lost_or_stolen", "ISO 8583", "pick up the card, special condition"],
  "09": ["bank_unavailable", "practice", "try again"],
  "12": ["bank_setup", "ISO 8583", "invalid transaction"],
  "13": ["amount_not_accepted", "ISO 8583", "invalid amount"],
  "14": ["invalid_card", "ISO 8583", "invalid card number"],
  "15": ["invalid_card", "ISO 8583", "no such issuer"],
  "19": ["bank_unavailable", "ISO 8583", "enter the transaction again"],
  "28": ["bank_unavailable", "practice", "the original was refused, or the file is not available"],
  "30": ["bank_setup", "ISO 8583", "format error"],
  "33": ["expired_card", "ISO 8583", "expired card, pick up"],
  "34": ["suspected_fraud", "ISO 8583", "suspected fraud, pick up"],
  "36": ["restricted_card", "ISO 8583", "restricted card, pick up"],
  "37": ["suspected_fraud", "ISO 8583", "call the acquirer's security, pick up"],
  "38": ["attempts_exceeded", "ISO 8583", "PIN tries exceeded, pick up"],
  "41": ["lost_or_stolen", "ISO 8583", "lost card"],
  "43": ["lost_or_stolen", "ISO 8583", "stolen card"],
  "51": ["insufficient_funds", "ISO 8583", "not enough funds"],
  "54": ["expired_card", "ISO 8583", "expired card"],
  "56": ["invalid_card", "ISO 8583", "no record of the card"],
  "57": ["closed_to_internet", "practice", "not permitted to the card, mostly closed to the internet"],
  "58": ["bank_setup", "ISO 8583", "not permitted to the terminal"],
  "59": ["suspected_fraud", "ISO 8583", "suspected fraud"],
  "61": ["card_limit_exceeded", "ISO 8583", "exceeds the amount limit"],
  "62": ["restricted_card", "ISO 8583", "restricted card"],
  "63": ["suspected_fraud", "ISO 8583", "security violation"],
  "65": ["card_limit_exceeded", "ISO 8583", "exceeds the count limit"],
  "68": ["bank_unavailable", "ISO 8583", "answer received too late"],
  "75": ["attempts_exceeded", "ISO 8583", "PIN tries exceeded"],
  "77": ["do_not_honour", "practice", "rejected"],
  "78": ["restricted_card", "practice", "card not activated or blocked"],
  "82": ["invalid_security_code", "public sample", "security code wrong"],
  "91": ["bank_unavailable", "ISO 8583", "issuer or switch inoperative"],
  "92": ["bank_unavailable", "ISO 8583", "no route to the issuer"],
  "93": ["restricted_card", "ISO 8583", "cannot be completed, violation of law"],
  "94": ["duplicate", "ISO 8583", "duplicate transmission"],
  "96": ["bank_unavailable", "ISO 8583", "system malfunction"],
});

/**
 * The codes of the standard that are known to end a transaction, also when a gateway and not the host says them. Any
 * other code leaves open whether the host booked it, so the bank is asked (R6).
 */
export const finalHostCodes: ReadonlySet<string> = new Set(
  "01 02 04 05 07 09 14 15 33 34 36 41 43 51 54 57 61 62 63 65 75 77 82 91 92".split(" "),
);

/** Returns a bank's code as safe text for a column and a log: word characters, `.` and `-`, at most 32. */
export const toColumnText = (code: string): string => code.replace(/[^\w.-]/g, "").slice(0, 32);
