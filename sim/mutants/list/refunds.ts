import type { Mutant } from "../mutant";
import { afterTheCommit, manyRefundsPending, migrations } from "./shared-edits";

const store = "server/store/refunds/refunds.ts";
const send = "server/usecases/refunds/send-refund.ts";
const intent = "server/usecases/refunds/shared/refund-intent.ts";
const outcome = "server/usecases/refunds/shared/refund-outcome.ts";
const policy = "server/domain/refunds/refund-policy.ts";
const history = "server/domain/refunds/refund-history.ts";
const reconciliation = "server/domain/operations/reconciliation.ts";
const inquire = "server/usecases/refunds/inquire-refund.ts";

/** Sabotages of refunds: racing requests, lost answers, late requests and crashes. */
export const refundMutants: readonly Mutant[] = [
  {
    name: "refund-without-its-lock",
    what: "A refund is decided without the lock of its payment, so two refunds give back more than was paid.",
    edits: [manyRefundsPending, { file: store, find: "\n       for update of p`;", replace: "`;" }],
  },
  {
    name: "two-refunds-pending",
    what: "A refund begins while another one of the payment is pending, so the buyer may get the money back twice.",
    edits: [
      manyRefundsPending,
      {
        file: policy,
        find: "if (payment.pendingKurus > 0n || payment.isHeld)",
        replace: "if (payment.isHeld)",
      },
    ],
  },
  {
    name: "refund-code-counts-for-nothing",
    what: "A shop that repeats a refund because no answer came refunds a second time under the same code.",
    edits: [
      {
        file: migrations.refunds,
        find: 'CREATE UNIQUE INDEX "refund_partner_id_partner_refund_code_key"',
        replace: 'CREATE INDEX "refund_partner_id_partner_refund_code_key"',
      },
      {
        file: intent,
        find: 'if (await isRefundCodeUsed(tx, partnerId, partnerRefundCode)) throw new AppError("refund_in_progress");',
        replace: "void isRefundCodeUsed;",
      },
    ],
  },
  {
    name: "lost-refund-is-declined",
    what: "A refund whose answer was lost counts as declined, so the shop refunds a second time.",
    edits: [
      {
        file: "server/usecases/refunds/record-refund-outcome.ts",
        find: "await planRefundInquiry(ctx.db, refund, plan);",
        replace: `void [plan, planRefundInquiry];
  await recordRefundDeclined(ctx, refund, { failureCode: "declined_by_bank", bankCode: null });`,
      },
    ],
  },
  {
    name: "void-resent-on-unknown",
    what: "A void whose answer was lost is sent again, although its outcome is asked for as well.",
    edits: [
      {
        file: send,
        find: "  if (isOfAnotherDay(ctx, sent, confirmed.outcome)) await sendAsCredit(ctx, sent);",
        replace: `  const again = { kind: "void", ...toPlacedOrder(refund.attempt), amountKurus: refund.amount };
  if (answer.kind === "unknown") await connection.call(again, async () => true);
  if (isOfAnotherDay(ctx, sent, confirmed.outcome)) await sendAsCredit(ctx, sent);`,
      },
    ],
  },
  {
    name: "lost-void-goes-on-as-credit",
    what: "A void whose answer was lost goes on as a credit, so the buyer may get the money back twice.",
    edits: [
      {
        file: send,
        find: "if (isOfAnotherDay(ctx, sent, confirmed.outcome)) await sendAsCredit(ctx, sent);",
        replace:
          'if (answer.kind === "unknown" || isOfAnotherDay(ctx, sent, confirmed.outcome)) await sendAsCredit(ctx, sent);',
      },
    ],
  },
  {
    name: "refusal-of-a-repetition-counts",
    what: "A refund whose request the network delivered twice is declined by the refusal of the copy, and done.",
    edits: [
      {
        file: send,
        find: '  if (answer.kind !== "declined" || !nothingLeft.includes(answer.reason))',
        replace: "  if (answer !== null || !nothingLeft.includes(answer.reason))",
      },
    ],
    survives:
      "Both copies must arrive in time, and the refusal overtake the approval: seed 539 is the first (`--seeds 600`).",
  },
  {
    name: "refund-given-up-at-first-look",
    what: "A refund is declined at the first 'not done', while its request may still reach the bank.",
    edits: [
      {
        file: inquire,
        find: "const isFinal = isNotFoundFinal(refund.notFoundSeen, refund.sentAt, askedAt);",
        replace: "const isFinal = true;\n  void [isNotFoundFinal, askedAt];",
      },
    ],
  },
  {
    name: "unread-history-is-not-done",
    what: "A history that the bank did not send counts as proof that a refund was not done.",
    edits: [
      {
        file: "server/usecases/refunds/shared/judge-history.ts",
        find: 'if (outcome.kind !== "history") return "unknown";',
        replace: 'if (outcome.kind !== "history") return "not_done";',
      },
    ],
  },
  {
    name: "credit-leaves-no-trace",
    what: "The permission to send a credit is not stored, so one whose answer was lost counts as never sent.",
    edits: [
      {
        file: "server/store/refunds/refund-sending.ts",
        find: "data: { baseline, sentAt },",
        replace: "data: { sentAt },",
      },
    ],
  },
  {
    name: "old-credit-counts-as-new",
    what: "An older credit in the bank's history is taken for the one whose answer was lost.",
    edits: [
      {
        file: history,
        find: "const { fresh, gone } = compareCredits(creditsIn(lines), baseline.credits);",
        replace: "const { fresh, gone } = compareCredits(creditsIn(lines), []);",
      },
    ],
  },
  {
    name: "refund-intent-without-inquiry",
    what: "The refund of a process that dies is never asked about, so it stays pending for ever.",
    edits: [{ file: intent, find: "    nextInquiryAt: firstInquiryAt(now),\n", replace: "" }],
  },
  {
    name: "refund-inquiry-claimed-for-ever",
    what: "The claim of an inquiry has no end, so a refund stays pending after the process that asked has died.",
    edits: [
      {
        file: "server/store/operations/claims.ts",
        find: `db.prisma.refund.updateMany({
      where: { id: refundId, nextInquiryAt: { lte: now }, status: "pending" },
      data: { nextInquiryAt: plusMs(now, inquiryLeaseMs), askedAt: now },`,
        replace: `db.prisma.refund.updateMany({
      where: { id: refundId, nextInquiryAt: { lte: now }, status: "pending" },
      data: { nextInquiryAt: null, askedAt: now },`,
      },
    ],
  },
  {
    name: "refund-booked-after-the-commit",
    what: "What a refund takes back is booked in a transaction of its own, so after a crash the shop is paid too much.",
    edits: [
      afterTheCommit,
      {
        file: outcome,
        find: 'import { inTx, type Tx } from "@/server/store/db";',
        replace: 'import { inTx, markMoved, type Tx } from "@/server/store/db";',
      },
      {
        file: outcome,
        find: 'if (moved === "moved") await bookRefund(ctx, tx, refund, doneAt, now);',
        replace:
          'if (moved === "moved") markMoved(tx, { later: (next) => bookRefund(ctx, next, refund, doneAt, now) });',
      },
    ],
  },
  {
    name: "refund-event-after-the-commit",
    what: "The event of a refund is written in a transaction of its own, so after a crash the shop never hears of it.",
    edits: [
      afterTheCommit,
      {
        file: store,
        find: "await writeEvent(tx, { partnerId: refund.partnerId, type: event, ...resource, occurredAt: now }, now);",
        replace: `const written = { partnerId: refund.partnerId, type: event, ...resource, occurredAt: now };
    markMoved(tx, { later: (next) => writeEvent(next, written, now) });`,
      },
    ],
  },
  {
    name: "late-refusal-ends-approved-refund",
    what: "A refusal that comes late overrides a refund that was found done, so the shop pays the buyer a second time.",
    survives:
      "Other rules keep two ends of a refund apart: the history is read before a refusal counts (D-389), one process " +
      "asks at a time, and none while the call may be under way.",
    edits: [
      { file: store, find: "where: { id: refund.id, status: { in: from }, ", replace: "where: { id: refund.id, " },
      {
        file: migrations.refundTimes,
        find: `WHEN ((OLD."status" <> 'pending'
         AND (NEW."status", NEW."resolved_at", NEW."failure_code", NEW."sent_at"`,
        replace: `WHEN ((false
         AND (NEW."status", NEW."resolved_at", NEW."failure_code", NEW."sent_at"`,
      },
    ],
  },
  {
    name: "open-refund-answered-as-approved",
    what: "A shop gets the answer that a refund was approved whose outcome the bank has not said yet.",
    edits: [
      {
        file: "server/usecases/refunds/send-refund-and-wait.ts",
        find: "return { refundId, method, status };",
        replace: 'return { refundId, method, status: status === "pending" ? "approved" : status };',
      },
    ],
  },
  {
    name: "comparison-overlooks-a-second-credit",
    what: "The comparison of a day is content when the bank has given back more than the books, so a credit is lost.",
    edits: [
      {
        file: reconciliation,
        find: 'if (backAtBankKurus === backKurus) return "agrees";',
        replace: 'if (backAtBankKurus >= backKurus) return "agrees";',
      },
    ],
  },
];
