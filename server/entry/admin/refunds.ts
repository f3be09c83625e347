import { AppError } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";
import { listOpenRefunds } from "@/server/usecases/refunds/queries";
import { settleRefundManually } from "@/server/usecases/refunds/settle-refund-manually";
import type { AdminCommand } from "./command";

/**
 * The commands for refunds whose outcome the bank does not report: a person looks it up there and enters it here
 * (D-46).
 */
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
      return hasMore ? [...lines, "There are more refunds."] : lines;
    },
  },
  {
    name: "refunds settle",
    parameters: ["REFUND", "approved|declined"],
    help: "ends an open refund with the outcome seen at the bank; sends nothing",
    async run(ctx, [refundId = "", outcome = ""]) {
      if (outcome !== "approved" && outcome !== "declined") {
        throw new AppError("validation_error", "The outcome must be approved or declined");
      }
      return [`${refundId} has the status ${await settleRefundManually(ctx, { refundId, outcome })}.`];
    },
  },
];
