"use client";
import { useRouter, useSearchParams } from "next/navigation";
import {
  type PaymentQuery,
  paymentParameters,
  readPaymentQuery,
} from "@/server/domain/payments/payment-address";

export const paymentsPlace = "/panel/payments";

/** The address of a list. */
export function addressOf(query: PaymentQuery): string {
  const parameters = paymentParameters(query);
  return parameters.size === 0 ? paymentsPlace : `${paymentsPlace}?${parameters}`;
}

/** What the address asks for, and the way to ask for something else: the way back leads through each. */
export function usePaymentQuery() {
  const parameters = useSearchParams();
  const router = useRouter();
  const query = readPaymentQuery((name) => parameters.get(name));
  return {
    query,
    change: (changes: Partial<PaymentQuery>) => router.push(addressOf({ ...query, ...changes })),
  };
}

export const isNarrowed = (query: PaymentQuery): boolean => paymentParameters(query).size > 0;
