import { decimalText } from "@/server/domain/money";
import type { Protocol } from "./bank";

/** How a protocol writes what all of them have to say (its requests; answers may differ and say so where they are read). */
export interface WireFormat {
  /** `1250.50`, or whole kuruş. */
  readonly amount: "decimal" | "kurus";
  /** The Turkish lira, the only currency that we ask for. */
  readonly currency: string;
  /** What stands for a single charge. */
  readonly singleCharge: string;
  /** Installment counts have leading zeros up to so many digits. */
  readonly installmentDigits: number;
  readonly installmentsMax: number;
  /** What an order's id may be: ours are 20 characters `[A-Z0-9]`, which fits all (D-50). */
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

export const amountText = ({ amount }: WireFormat, amountKurus: bigint): string =>
  amount === "kurus" ? amountKurus.toString() : decimalText(amountKurus);

/** A count of 0 or 1 is a single charge. */
export const installmentText = (format: WireFormat, count: number): string =>
  count > 1 ? String(count).padStart(format.installmentDigits, "0") : format.singleCharge;
