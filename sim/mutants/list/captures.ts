import type { Edit, Mutant } from "../mutant";
import { afterTheCommit, manyAttemptsInFlight } from "./shared-edits";

const record = "server/usecases/captures/record-capture.ts";
const inquire = "server/usecases/captures/inquire-capture.ts";
const send = "server/usecases/captures/capture-attempt.ts";
const outcome = "server/usecases/captures/shared/capture-outcome.ts";
const complete = "server/usecases/payments/complete-three-d-secure.ts";
const due = "server/store/operations/due.ts";

/** No look follows a capture that was given up, which would give its money back. */
const noLooks: Edit = {
  file: inquire,
  find: 'declineReason: "not_found", bankCode: null, ...looks }',
  replace: 'declineReason: "not_found", bankCode: null }',
};

/** Sabotages of the way of a capture: its intent, the call, its unknown outcome, and what is booked of it. */
export const captureMutants: readonly Mutant[] = [
  {
    name: "staff-are-called-late",
    what: "Staff are called for a capture of unknown outcome six hours after the time that is planned for it.",
    edits: [
      {
        file: due,
        find: 'capture_alert: rowsBy("attempt", "alert_at"),',
        replace:
          'capture_alert: (until, max) => rowsBy("attempt", "alert_at")(new Date(until.getTime() - 21_600_000), max),',
      },
    ],
  },
  {
    name: "second-return-captures",
    what: "A return that comes while the capture runs sends the capture a second time, so the buyer may pay twice.",
    edits: [
      {
        file: complete,
        find: 'if (locked.payment.status !== "initiated" || status !== "started") return false;',
        replace:
          'if (locked.payment.status !== "initiated" || !["started", "capturing"].includes(status)) return false;',
      },
    ],
  },
  {
    name: "capture-resent-on-unknown",
    what: "A capture whose answer was lost is sent again, so the buyer may pay twice.",
    edits: [
      {
        file: send,
        find: 'const answer = await connection.call({ kind: "capture", order, proofs }, maySend);',
        replace: `let answer = await connection.call({ kind: "capture", order, proofs }, maySend);
  if (answer.kind === "unknown") answer = await connection.call({ kind: "capture", order, proofs }, maySend);`,
      },
    ],
  },
  {
    name: "lost-capture-is-declined",
    what: "A capture whose answer was lost counts as declined, although the bank may have the buyer's money.",
    edits: [
      {
        file: record,
        find: "await markUnknown(ctx, attempt);",
        replace:
          'await markNotCaptured(ctx, attempt, { declineReason: "unknown", bankCode: null }, "failed");\n  return;',
      },
    ],
  },
  {
    name: "capture-intent-without-inquiry",
    what: "The capture of a process that dies is never asked about, so its payment stays open for ever.",
    edits: [{ file: complete, find: "      nextInquiryAt: firstInquiryAt(now),\n", replace: "" }],
  },
  {
    name: "capture-given-up-at-first-not-found",
    what: "A capture is given up for good at the first 'not found', while its request may still reach the bank.",
    edits: [
      noLooks,
      {
        file: inquire,
        find: "isNotFoundFinal(attempt.notFoundSeen, sentAt, ctx.clock.now())",
        replace: "attempt.notFoundSeen >= 0",
      },
    ],
  },
  {
    name: "not-found-settles-at-once",
    what: "The second 'not found' is final however early it comes, while the request may still reach the bank.",
    edits: [
      noLooks,
      {
        file: "server/domain/payments/inquiry.ts",
        find: "seenBefore >= 1 && now.getTime() - sentAt.getTime() >= notFoundSettlesAfterMs;",
        replace: "seenBefore >= 1;",
      },
    ],
  },
  {
    name: "unanswered-inquiry-ends-capture",
    what: "A capture counts as declined when the bank does not answer an inquiry about it, although it has the money.",
    edits: [
      {
        file: inquire,
        find: 'if (outcome.kind === "not_found" && isNotFoundFinal(',
        replace: `if (outcome.kind === "unknown") {
    return markNotCaptured(ctx, attempt, { declineReason: "unknown", bankCode: null }, "failed");
  }
  if (outcome.kind === "not_found" && isNotFoundFinal(`,
      },
    ],
  },
  {
    name: "capture-inquiry-claimed-for-ever",
    what: "The claim of an inquiry has no end, so a capture stays unknown after the process that asked has died.",
    edits: [
      {
        file: "server/store/operations/claims.ts",
        find: `status: { in: ["capturing", "unknown"] } },
      data: { nextInquiryAt: plusMs(now, inquiryLeaseMs), askedAt: now },`,
        replace: `status: { in: ["capturing", "unknown"] } },
      data: { nextInquiryAt: null, askedAt: now },`,
      },
    ],
  },
  {
    name: "card-beside-unknown-capture",
    what: "A buyer may pay with another card while the outcome of the first capture is unknown, and so pays twice.",
    edits: [
      manyAttemptsInFlight,
      {
        file: record,
        find: 'import { lockPayment } from "@/server/store/payments/payments";',
        replace: 'import { lockPayment, updateInitiatedPayment } from "@/server/store/payments/payments";',
      },
      {
        file: record,
        find: '    if (status !== "capturing") return;\n',
        replace: `    if (status !== "capturing") return;
    await updateInitiatedPayment(tx, attempt.paymentId, {}, { prepareStartedAt: null, updatedAt: now });
`,
      },
    ],
  },
  {
    name: "payment-expires-during-capture",
    what: "A payment expires while its capture runs or is unknown, without the bank being asked whether it has the money.",
    edits: [
      {
        file: "server/usecases/expiry/shared/end-payment.ts",
        find: 'if (payment.status !== "initiated" || payment.captureStartedAt !== null) return false;',
        replace: 'if (payment.status !== "initiated") return false;',
      },
      {
        file: due,
        find: "where status = 'initiated' and capture_started_at is null and expires_at <= ${until}",
        replace: "where status = 'initiated' and expires_at <= ${until}",
      },
    ],
  },
  {
    name: "late-money-is-not-looked-for",
    what: "No look follows a capture that was given up, so money that the bank took late never goes back.",
    edits: [noLooks],
    survives:
      "A simulated request arrives within two minutes, and only then is `not found` final (D-46), so no money is late. " +
      "The tests of the last looks see it (D-72).",
  },
  {
    name: "settlement-after-the-commit",
    what: "The settlement of a capture is booked in a transaction of its own, so a crash between leaves the shop unpaid.",
    edits: [
      afterTheCommit,
      {
        file: outcome,
        find: 'import { inTx, type Tx } from "@/server/store/db";',
        replace: 'import { inTx, markMoved, type Tx } from "@/server/store/db";',
      },
      {
        file: outcome,
        find: "await bookCapture(tx, payment, attempt.payment.terminal, commissionAmount, at, now);",
        replace:
          "markMoved(tx, { later: (next) => bookCapture(next, payment, attempt.payment.terminal, commissionAmount, at, now) });",
      },
    ],
  },
  {
    name: "payment-event-after-the-commit",
    what: "The event of a payment is written in a transaction of its own, so after a crash the shop never hears of it.",
    edits: [
      afterTheCommit,
      {
        file: "server/store/payments/payments.ts",
        find: "await writeEvent(tx, { partnerId: payment.partnerId, type: event, ...resource, occurredAt: at }, now);",
        replace: `const written = { partnerId: payment.partnerId, type: event, ...resource, occurredAt: at };
    markMoved(tx, { later: (next) => writeEvent(next, written, now) });`,
      },
    ],
  },
];
