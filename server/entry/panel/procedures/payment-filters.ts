import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { choice, codeText, freeText, optional } from "@/server/domain/fields";
import { holdsCardNumber, readPaymentSearch, searchMax } from "@/server/domain/payments/payment-search";
import {
  type PaymentFilters,
  paymentSources,
  refundedStates,
} from "@/server/domain/payments/payment-selection";
import { paymentStates } from "@/server/domain/states";
import { instant, kurus } from "@/server/entry/trpc/trpc-fields";

/** What a list of payments and its export are narrowed by. Kuruş, instants. */
export const paymentFilters = z.object({
  search: optional(freeText(searchMax).refine((text) => !holdsCardNumber(text), problem("card_number"))),
  status: optional(choice(paymentStates)),
  refunded: optional(choice(refundedStates)),
  source: optional(choice(paymentSources)),
  terminalId: optional(codeText(64)),
  amountFromKurus: optional(kurus()),
  amountToKurus: optional(kurus()),
  createdFrom: optional(instant()),
  createdTo: optional(instant()),
});

export const toSelection = ({ search, ...filters }: z.output<typeof paymentFilters>) => ({
  filters: filters satisfies PaymentFilters,
  search: search === null ? null : readPaymentSearch(search),
});
