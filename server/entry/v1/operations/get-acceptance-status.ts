import { z } from "zod";
import { holdReasons } from "@/server/domain/accounts/hold-reasons";
import { getAcceptanceStatus } from "@/server/usecases/accounts/get-acceptance-status";
import { operation } from "../operation";

const acceptanceStatus = z.object({
  status: z.enum(["open", "held"]).meta({
    description: "Whether the account takes payments, or acceptance is on hold.",
    examples: ["held"],
  }),
  reasonCode: z
    .enum(holdReasons)
    .nullable()
    .meta({ description: "Why acceptance is held; null while it is open.", examples: ["missing_documents"] }),
  message: z
    .string()
    .nullable()
    .meta({
      description: "The reason in words; null while acceptance is open.",
      examples: ["Payment acceptance is on hold until the missing documents arrive."],
    }),
  heldSince: z.iso
    .datetime()
    .nullable()
    .meta({
      description: "When the hold began, UTC; null while open.",
      examples: ["2026-11-20T09:00:00.000Z"],
    }),
  canCreatePayments: z.boolean().meta({
    description: "Whether new payments would be accepted now; suspension counts too.",
    examples: [false],
  }),
  canCreatePaymentLinks: z.boolean().meta({
    description: "Whether new payment links would be accepted now; the feature's entitlement counts too.",
    examples: [false],
  }),
});

export const getAcceptanceStatusOperation = operation({
  id: "getPaymentAcceptanceStatus",
  method: "GET",
  path: "/v1/payment-acceptance-status",
  tag: "Account",
  summary: "Get the payment acceptance status",
  description: "Whether payment acceptance is held for the account, why and since when.",
  scope: "payments:read",
  budgets: [],
  isNewWork: true,
  refusedWhenSuspended: false,
  answers: { 200: "The status." },
  result: { name: "PaymentAcceptanceStatus", schema: acceptanceStatus },
  errors: [],
  async run(ctx, { caller }) {
    return { status: 200, body: getAcceptanceStatus(ctx, { caller }) };
  },
});
