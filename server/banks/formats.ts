import { decimalText } from "@/server/domain/money";
import type { Protocol } from "./bank";

/**
 * The notation of the values that every protocol's requests contain (B-7.1). Answers may differ; the code that reads
 * them then says so.
 */
export interface WireFormat {
  /** `decimal` is `1250.50`; `kurus` is whole kuruş. */
  readonly amount: "decimal" | "kurus";
  /** The code of the Turkish lira, the only currency that we request. */
  readonly currency: string;
  /** The text for a single charge. */
  readonly singleCharge: string;
  /** The number of digits of an installment count, filled with leading zeros. */
  readonly installmentDigits: number;
  readonly installmentsMax: number;
  /** The order ids that the protocol accepts; ours are 20 characters `[A-Z0-9]`, which all accept (B-7.2, D-50). */
  readonly orderId: RegExp;
}

export const formats: Readonly<Record<Protocol, WireFormat>> = {
  nestpay: {
    amount: "decimal",
    currency: "949",
    singleCharge: "",
    installmentDigits: 1,
    installmentsMax: 12,
    orderId: /^[A-Za-z0-9_-]{1,64}$/,
  },
  garanti: {
    amount: "kurus",
    currency: "949",
    singleCharge: "",
    installmentDigits: 1,
    installmentsMax: 12,
    orderId: /^[A-Za-z0-9_-]{1,36}$/,
  },
  posnet: {
    amount: "kurus",
    currency: "TL",
    singleCharge: "00",
    installmentDigits: 2,
    installmentsMax: 12,
    orderId: /^[A-Za-z0-9_]{20}$/,
  },
  payfor: {
    amount: "decimal",
    currency: "949",
    singleCharge: "0",
    installmentDigits: 1,
    installmentsMax: 12,
    orderId: /^[A-Za-z0-9_-]{1,36}$/,
  },
};

/** Writes an amount in kuruş in the protocol's notation. */
export const amountText = ({ amount }: WireFormat, amountKurus: bigint): string =>
  amount === "kurus" ? amountKurus.toString() : decimalText(amountKurus);

/** Writes a number of installments in the protocol's notation; 0 and 1 are a single charge. */
export const installmentText = (format: WireFormat, count: number): string =>
  count > 1 ? String(count).padStart(format.installmentDigits, "0") : format.singleCharge;
