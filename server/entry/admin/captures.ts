import { AppError } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";
import { type CaptureVerdict, captureVerdicts } from "@/server/domain/payments/open-question";
import { listOpenCaptures } from "@/server/usecases/captures/queries";
import { settleCaptureManually } from "@/server/usecases/captures/settle-capture-manually";
import { type AdminCommand, requireOption } from "./command";
import { withAudit } from "./with-audit";

const words = captureVerdicts.map((verdict) => verdict.replace("_", "-"));

/**
 * The commands for captures whose outcome the bank does not report: a person looks it up there and enters it here
 * (D-75).
 */
export const captureCommands: readonly AdminCommand[] = [
  {
    name: "captures open",
    parameters: [],
    help: "lists captures that have been open for 15 minutes, and money of given-up payments that is not back",
    async run(ctx) {
      const { captures, hasMore } = await listOpenCaptures(ctx);
      if (captures.length === 0) return ["No capture has been open for 15 minutes, and no money waits to go back."];
      const lines = captures.map(({ paymentId, payment, bankOrderId, captureSentAt, ...attempt }) =>
        [
          `${paymentId}  ${payment.status}  ${decimalText(payment.amount)} TRY  order ${bankOrderId}`,
          `sent ${captureSentAt?.toISOString() ?? "never"}, asked ${attempt.inquiries} times`,
          attempt.approvedAt ? `approved by the bank at ${attempt.approvedAt.toISOString()}` : "never approved",
          ...attempt.moneyReturns.map(({ method, status }) => `${method} ${status}`),
        ].join("  "),
      );
      return hasMore ? [...lines, "There are more captures."] : lines;
    },
  },
  {
    name: "captures settle",
    parameters: ["PAYMENT", words.join("|")],
    options: [
      { name: "reason", value: "TEXT" },
      { name: "evidence", value: "TEXT" },
    ],
    help: "ends an open capture with the outcome seen at the bank; give-back sends the money back to the card",
    async run(ctx, [paymentCode = "", word = ""], options) {
      const verdict = readVerdict(word);
      const [reason, evidence] = [requireOption(options, "reason"), requireOption(options, "evidence")];
      const settled = await withAudit(
        ctx,
        {
          scope: "staff",
          action: "capture.settle",
          subject: paymentCode,
          detail: { verdict, reason, evidence },
        },
        () => settleCaptureManually(ctx, { paymentCode, verdict, reason, evidence, decidedBy: "operator" }),
      );
      const { status, returnedKurus } = settled;
      if (returnedKurus > 0n) {
        return [`${paymentCode} has the status ${status}. ${decimalText(returnedKurus)} TRY went back to the card.`];
      }
      return verdict === "give_back"
        ? [
            `${paymentCode} has the status ${status}. Its money has not gone back yet: see "captures open" and "alerts".`,
          ]
        : [`${paymentCode} has the status ${status}.`];
    },
  },
];

function readVerdict(word: string): CaptureVerdict {
  const verdict = captureVerdicts.find((name) => name === word.replace("-", "_"));
  if (!verdict) throw new AppError("validation_error", `The outcome must be one of ${words.join(", ")}`);
  return verdict;
}
