import type { BankReferences } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { findChild, textsOf, type XmlElement } from "@/server/banks/wire";

/** A `CC5Response`; what is empty or absent is null. */
export interface Answer {
  readonly orderId: string | null;
  /** `Approved`, `Declined` (mostly the host's no) or `Error` (the gateway's). */
  readonly response: string | null;
  readonly returnCode: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly references: BankReferences;
  /** `TRXDATE`: when the operation was done; an inquiry has none. UTC */
  readonly at: Date | undefined;
  /** One of the many elements of `Extra`. */
  extra(name: string): string | null;
}

/** Null for anything but a `CC5Response` that says each thing once. */
export function readAnswer(root: XmlElement | null): Answer | null {
  if (root?.name !== "CC5Response") return null;
  const texts = textsOf(root);
  if (texts === null) return null;
  const extraElement = findChild(root, "Extra");
  const extras = extraElement === null ? new Map<string, string>() : textsOf(extraElement);
  if (extras === null) return null;

  const read = (name: string): string | null => texts.get(name) || null;
  const extra = (name: string): string | null => extras.get(name) || null;
  return {
    orderId: read("OrderId"),
    response: read("Response"),
    returnCode: read("ProcReturnCode"),
    // Beside its place in Extra it is also seen, empty, at the top.
    errorCode: extra("ERRORCODE") ?? read("ERRORCODE"),
    errorMessage: read("ErrMsg"),
    references: { authCode: read("AuthCode"), rrn: read("HostRefNum"), transactionId: read("TransId") },
    at: readBankTime(extra("TRXDATE")),
    extra,
  };
}
