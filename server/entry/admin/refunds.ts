import { AppError } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";
import { listOpenRefunds } from "@/server/usecases/refunds/list-open-refunds";
import { settleRefund } from "@/server/usecases/refunds/settle-refund";
import type { AdminCommand } from "./command";

/** Refunds of which the bank does not say what became of them: a person looks there, and ends them here (D-46). */
export const refundCommands: readonly AdminCommand[] = [
  {
    name: "refunds open",
    parameters: [],
    help: "lists refunds that have been pending for 15 minutes",
    async run(ctx) {
      const { refunds, hasMore } = await listOpenRefunds(ctx);
      if (refunds.length === 0) return ["No refund has been pending for 15 minutes."];
      const lines = refunds.map(({ id, paymentId, method, amount, createdAt, attempt, inquiries }) => {
        const asked = `since ${createdAt.toISOString()}, asked ${inquiries} times`;
        return `${id}  ${paymentId}  ${method} ${decimalText(amount)} TRY  order ${attempt.bankOrderId}  ${asked}`;
      });
      return hasMore ? [...lines, "… and more."] : lines;
    },
  },
  {
    name: "refunds settle",
    parameters: ["REFUND", "approved|declined"],
    help: "ends an open refund as it was seen at the bank; sends nothing",
    async run(ctx, [refundId = "", outcome = ""]) {
      if (outcome !== "approved" && outcome !== "declined") {
        throw new AppError("validation_error", "The outcome is approved or declined");
      }
      return [`${refundId} is ${await settleRefund(ctx, { refundId, outcome })}.`];
    },
  },
];
