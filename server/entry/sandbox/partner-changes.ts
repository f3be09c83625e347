import { allowedHost } from "@/server/domain/accounts/allowed-host";
import { holdReasons } from "@/server/domain/accounts/hold-reasons";
import { problem } from "@/server/domain/field-words";
import { booleanValue, boundedList, checkedText, choice, integerBetween, jsonObject } from "@/server/domain/fields";
import { findWebhookUrlProblem } from "@/server/domain/webhooks/webhook-url";

const accountAmount = integerBetween(0, 1_000_000_000).transform(BigInt);
const perMinute = integerBetween(1, 1_000_000).nullable().exactOptional();

const url = checkedText((value) => (findWebhookUrlProblem(value, "sandbox") ? problem("url") : null));

/** Any subset of an account's settings; null clears a setting that may be empty. */
export const partnerChanges = jsonObject({
  status: choice(["active", "suspended", "closed"]).exactOptional(),
  acceptanceHeld: booleanValue().exactOptional(),
  holdReason: choice(holdReasons).nullable().exactOptional(),
  paymentLinksEnabled: booleanValue().exactOptional(),
  webhookUrl: url.nullable().exactOptional(),
  allowedHosts: boundedList(allowedHost(), 0, 100).nullable().exactOptional(),
  minAmount: accountAmount.nullable().exactOptional(),
  maxAmount: accountAmount.nullable().exactOptional(),
  cardAttemptLimit: integerBetween(1, 100).exactOptional(),
  autoPayout: booleanValue().exactOptional(),
  installmentCounts: boundedList(integerBetween(1, 36), 0, 36).nullable().exactOptional(),
  rateLimits: jsonObject({
    paymentsPerKey: perMinute,
    linkWritesPerKey: perMinute,
    linkReadsPerKey: perMinute,
  })
    .nullable()
    .exactOptional(),
});
