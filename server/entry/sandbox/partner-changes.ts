import { problem } from "@/server/domain/field-words";
import { checkedText, choice, integerBetween, listOf, record, truth } from "@/server/domain/fields";
import { webhookUrlProblem } from "@/server/domain/webhooks/webhook-url";
import { holdReasons } from "@/server/usecases/accounts/get-acceptance-status";

const amount = integerBetween(0, 1_000_000_000).transform(BigInt);
const perMinute = integerBetween(1, 1_000_000).nullable().exactOptional();

const url = checkedText((value) => (webhookUrlProblem(value, "sandbox") ? problem("url") : null));

/** A host as allow-lists hold it: ASCII, perhaps with `*.` in front (D-13). */
const host = checkedText((value) =>
  value.length <= 253 && /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*$/i.test(value) ? null : problem("host"),
);

/** Any subset of an account's settings; null clears what may be empty. */
export const partnerChanges = record({
  status: choice(["active", "suspended", "closed"]).exactOptional(),
  acceptanceHeld: truth().exactOptional(),
  holdReason: choice(holdReasons).nullable().exactOptional(),
  paymentLinksEnabled: truth().exactOptional(),
  webhookUrl: url.nullable().exactOptional(),
  allowedHosts: listOf(host, 0, 100).nullable().exactOptional(),
  minAmount: amount.nullable().exactOptional(),
  maxAmount: amount.nullable().exactOptional(),
  cardAttemptLimit: integerBetween(1, 100).exactOptional(),
  installmentCounts: listOf(integerBetween(1, 36), 0, 36).nullable().exactOptional(),
  rateLimits: record({ paymentsPerKey: perMinute, linkWritesPerKey: perMinute, linkReadsPerKey: perMinute })
    .nullable()
    .exactOptional(),
});
