import { type CorrectionKind, correctionKinds } from "@/server/domain/corrections/correction";
import { AppError } from "@/server/domain/errors";
import { decimalText, parseDecimalText } from "@/server/domain/money";
import { approveCorrection } from "@/server/usecases/corrections/approve-correction";
import { proposeCorrection } from "@/server/usecases/corrections/propose-correction";
import { rejectCorrection } from "@/server/usecases/corrections/reject-correction";
import { listContradictions } from "@/server/usecases/payouts/list-contradictions";
import { type AdminCommand, type AdminOption, type OptionValues, requireOption } from "./command";
import { onRecord } from "./on-record";

const byPerson: readonly AdminOption[] = [
  { name: "by", value: "EMAIL" },
  { name: "code", value: "CODE" },
];

/** Where bank and books contradict each other: two people of staff correct the books (D-75). */
export const booksCommands: readonly AdminCommand[] = [
  {
    name: "books open",
    parameters: [],
    help: "lists payments that are held, and corrections that wait for a second person",
    async run(ctx) {
      const { held, corrections } = await listContradictions(ctx);
      if (held.length + corrections.length === 0) return ["Bank and books agree: nothing is held."];
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
    help: "proposes a correction of the books of a payment, as was seen at the bank; AMOUNT as 50.00, or 0 for none",
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
      const id = await onRecord(
        ctx,
        { scope: "staff", action: "books.correct", subject: paymentCode, detail },
        () => proposeCorrection(ctx, { paymentCode, kind, amountKurus, refundId, reason, evidence, by }),
      );
      return [
        `${id} waits for a second person. Once approved: ${effects[kind](`${decimalText(amountKurus)} TRY`)}`,
      ];
    },
  },
  {
    name: "books approve",
    parameters: ["CORRECTION"],
    options: byPerson,
    help: "approves a correction that somebody else proposed; the books change with it",
    async run(ctx, [correctionId = ""], options) {
      const by = readPerson(options);
      const { paymentId, kind, amount } = await onRecord(
        ctx,
        { scope: "staff", action: "books.approve", subject: correctionId, detail: { by: by.email } },
        () => approveCorrection(ctx, { correctionId, by }),
      );
      return [
        `${correctionId} is approved. Of ${paymentId}: ${effects[kind](`${decimalText(amount)} TRY`)}`,
        "Its refunds and its payout are not held any more.",
      ];
    },
  },
  {
    name: "books reject",
    parameters: ["CORRECTION"],
    options: [{ name: "reason", value: "TEXT" }, ...byPerson],
    help: "rejects a correction that somebody else proposed; the books stay as they are",
    async run(ctx, [correctionId = ""], options) {
      const by = readPerson(options);
      const reason = requireOption(options, "reason");
      await onRecord(
        ctx,
        { scope: "staff", action: "books.reject", subject: correctionId, detail: { by: by.email, reason } },
        () => rejectCorrection(ctx, { correctionId, reason, by }),
      );
      return [`${correctionId} is rejected. The books stay as they are.`];
    },
  },
];

/** What an approved correction does, as an operator reads it. */
const effects: Readonly<Record<CorrectionKind, (amount: string) => string>> = {
  credit_done: (amount) => `the books hold ${amount} more as given back, and the payout has that much less.`,
  credit_not_done: (amount) =>
    `the books hold ${amount} less as given back, and the payout has that much more.`,
  void_done: (amount) =>
    `the books hold the payment of ${amount} as voided, and the payout has its net less.`,
  void_not_done: (amount) =>
    `the books hold the payment of ${amount} as not voided, and the payout has its net more.`,
  none: () => "the books stay as they are, since they are right.",
};

const readPerson = (options: OptionValues) => ({
  email: requireOption(options, "by"),
  code: requireOption(options, "code"),
});

function readKind(text: string): CorrectionKind {
  const kind = correctionKinds.find((known) => known === text);
  if (kind) return kind;
  throw new AppError("validation_error", `The kind is one of ${correctionKinds.join(", ")}`);
}

function readAmount(text: string): bigint {
  const amountKurus = parseDecimalText(text);
  if (amountKurus !== null) return amountKurus;
  throw new AppError("validation_error", "The amount is in TRY with a dot, as 50.00");
}
