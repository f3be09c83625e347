"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { type PaymentQuery, paymentParameters, readPaymentQuery } from "@/server/domain/payments/payment-query";

export const paymentsPath = "/panel/payments";

/** Returns the URL of the payment list with a query. */
export function toPaymentListPath(query: PaymentQuery): string {
  const parameters = paymentParameters(query);
  return parameters.size === 0 ? paymentsPath : `${paymentsPath}?${parameters}`;
}

/**
 * Reads the query from the URL and returns a function that changes it there. Each change is a browser history entry.
 */
export function usePaymentQuery() {
  const parameters = useSearchParams();
  const router = useRouter();
  const query = readPaymentQuery((name) => parameters.get(name));
  return {
    query,
    change: (changes: Partial<PaymentQuery>) => router.push(toPaymentListPath({ ...query, ...changes })),
  };
}

export const isNarrowed = (query: PaymentQuery): boolean => paymentParameters(query).size > 0;
