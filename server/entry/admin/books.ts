import { type CorrectionKind, correctionKinds } from "@/server/domain/corrections/correction";
import { AppError } from "@/server/domain/errors";
import { decimalText, parseWireAmount } from "@/server/domain/money";
import { approveCorrection } from "@/server/usecases/corrections/approve-correction";
import { proposeCorrection } from "@/server/usecases/corrections/propose-correction";
import { rejectCorrection } from "@/server/usecases/corrections/reject-correction";
import { listContradictions } from "@/server/usecases/payouts/queries";
import { type AdminCommand, type AdminOption, type OptionValues, requireOption } from "./command";
import { withAudit } from "./with-audit";

const byPerson: readonly AdminOption[] = [
  { name: "by", value: "EMAIL" },
  { name: "code", value: "CODE" },
];

/** The commands for contradictions between bank and books, which two people of staff correct (D-75). */
export const booksCommands: readonly AdminCommand[] = [
  {
    name: "books open",
    parameters: [],
    help: "lists held payments, and corrections that wait for a second person",
    async run(ctx) {
      const { held, corrections } = await listContradictions(ctx);
      if (held.length + corrections.length === 0)
        return ["Bank and books agree. No payment is held, and no correction waits."];
      return [
        ...held.flatMap(({ paymentCode, heldSince, bankOrderId, alerts }) => [
          `${paymentCode}  held since ${heldSince.toISOString()}  order ${bankOrderId ?? "-"}`,
          ...alerts.map(({ kind, detail }) => `  ${kind}: ${detail}`),
        ]),
        ...corrections.map(({ id, paymentId, kind, amount, reason, proposedAt, proposer }) =>
          [
            `${id}  ${paymentId}  ${kind} ${decimalText(amount)} TRY`,
            `proposed by ${proposer.email} at ${proposedAt.toISOString()}: ${reason}`,
          ].join("  "),
        ),
      ];
    },
  },
  {
    name: "books correct",
    parameters: ["PAYMENT", correctionKinds.join("|"), "AMOUNT"],
    options: [
      { name: "reason", value: "TEXT" },
      { name: "evidence", value: "TEXT" },
      { name: "refund", value: "REFUND", isOptional: true },
      ...byPerson,
    ],
    help: "proposes a correction of a payment's books to what was seen at the bank; AMOUNT is like 50.00, or 0 for none",
    async run(ctx, [paymentCode = "", kindText = "", amountText = ""], options) {
      const kind = readKind(kindText);
      const amountKurus = readAmount(amountText);
      const [reason, evidence] = [requireOption(options, "reason"), requireOption(options, "evidence")];
      const by = readPerson(options);
      const refundId = options.refund ?? null;
      const detail = {
        kind,
        amount: decimalText(amountKurus),
        refund: refundId,
        reason,
        evidence,
        by: by.email,
      };
      const id = await withAudit(ctx, { scope: "staff", action: "books.correct", subject: paymentCode, detail }, () =>
        proposeCorrection(ctx, { paymentCode, kind, amountKurus, refundId, reason, evidence, by }),
      );
      return [
        `${id} waits for a second person. Its effect after the approval: ${effects[kind](`${decimalText(amountKurus)} TRY`)}`,
      ];
    },
  },
  {
    name: "books approve",
    parameters: ["CORRECTION"],
    options: byPerson,
    help: "approves a correction that another person proposed; this changes the books",
    async run(ctx, [correctionId = ""], options) {
      const by = readPerson(options);
      const { paymentId, kind, amount } = await withAudit(
        ctx,
        { scope: "staff", action: "books.approve", subject: correctionId, detail: { by: by.email } },
        () => approveCorrection(ctx, { correctionId, by }),
      );
      return [
        `${correctionId} is approved. Its effect on ${paymentId}: ${effects[kind](`${decimalText(amount)} TRY`)}`,
        "The refunds and the payout of this payment are no longer held.",
      ];
    },
  },
  {
    name: "books reject",
    parameters: ["CORRECTION"],
    options: [{ name: "reason", value: "TEXT" }, ...byPerson],
    help: "rejects a correction that another person proposed; the books do not change",
    async run(ctx, [correctionId = ""], options) {
      const by = readPerson(options);
      const reason = requireOption(options, "reason");
      await withAudit(
        ctx,
        { scope: "staff", action: "books.reject", subject: correctionId, detail: { by: by.email, reason } },
        () => rejectCorrection(ctx, { correctionId, reason, by }),
      );
      return [`${correctionId} is rejected. The books do not change.`];
    },
  },
];

/** The effect of an approved correction by its kind, as printed to the operator. */
const effects: Readonly<Record<CorrectionKind, (amount: string) => string>> = {
  credit_done: (amount) => `the books show ${amount} more as given back, and the payout is smaller by that amount.`,
  credit_not_done: (amount) => `the books show ${amount} less as given back, and the payout is larger by that amount.`,
  void_done: (amount) =>
    `the books show the payment of ${amount} as voided, and the payout is smaller by its net amount.`,
  void_not_done: (amount) =>
    `the books show the payment of ${amount} as not voided, and the payout is larger by its net amount.`,
  none: () => "the books do not change, because they are right.",
};

const readPerson = (options: OptionValues) => ({
  email: requireOption(options, "by"),
  code: requireOption(options, "code"),
});

function readKind(text: string): CorrectionKind {
  const kind = correctionKinds.find((known) => known === text);
  if (kind) return kind;
  throw new AppError("validation_error", `The kind must be one of ${correctionKinds.join(", ")}`);
}

function readAmount(text: string): bigint {
  const amountKurus = parseWireAmount(text, "decimal");
  if (amountKurus !== null) return amountKurus;
  throw new AppError("validation_error", "The amount must be in TRY with a dot, for example 50.00");
}
