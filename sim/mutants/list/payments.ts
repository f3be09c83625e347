import type { Mutant } from "../mutant";
import { manyAttemptsInFlight, migrations } from "./shared-edits";

const payments = "server/store/payments/payments.ts";
const create = "server/usecases/payments/create-payment.ts";

/** Sabotages of orders, cards and locks of payments. */
export const paymentMutants: readonly Mutant[] = [
  {
    name: "daily-limit-is-not-kept",
    what: "A terminal takes more on a day than the bank has agreed to, because its limit is not compared.",
    edits: [
      {
        file: "server/store/payments/new-payments.ts",
        find: "where used + :amountKurus > max)",
        replace: "where used + :amountKurus > max and false)",
      },
    ],
  },
  {
    name: "second-tab-starts-another-card",
    what: "A second tab starts its card while the first one is at the bank, so the buyer pays twice.",
    edits: [
      manyAttemptsInFlight,
      {
        file: "server/usecases/payments/shared/handoff-payment.ts",
        find: 'if (payment.prepareStartedAt !== null || payment.status !== "initiated") {',
        replace: 'if (payment.status !== "initiated") {',
      },
    ],
  },
  {
    name: "card-starts-without-lock",
    what: "A card starts without the lock of its payment, so a double click takes two cards to the bank.",
    edits: [
      manyAttemptsInFlight,
      {
        file: "server/usecases/payments/start-handoff.ts",
        find: "const held = await lockPayment(tx, payment.id);",
        replace: "const held = await tx.payment.findUniqueOrThrow({ where: { id: payment.id } });",
      },
    ],
  },
  {
    name: "live-start-taken-over",
    what: "Every process counts as gone, so another card takes a start over whose form then leaves all the same.",
    edits: [
      {
        file: "server/store/process-lock.ts",
        find: "return row?.gone === true;",
        replace: "return row !== undefined;",
      },
      {
        file: "server/store/payments/handing-out.ts",
        find: "where id = :attemptId and status = 'started' and handed_out_at is null",
        replace: "where id = :attemptId",
      },
    ],
  },
  {
    name: "order-code-held-twice",
    what: "Racing requests for one order create a payment each, so the buyer may pay both.",
    edits: [
      {
        file: migrations.allPayments,
        find: 'CREATE UNIQUE INDEX "payment_active_code"',
        replace: 'CREATE INDEX "payment_active_code"',
      },
      {
        file: "server/store/payments/new-payments.ts",
        find: "on conflict (partner_id, partner_tx_code) where status in ('initiated', 'captured') do nothing",
        replace: "on conflict do nothing",
      },
      {
        file: "server/store/links/link-payments.ts",
        find: "on conflict (partner_id, partner_tx_code) where status in ('initiated', 'captured') do nothing",
        replace: "on conflict do nothing",
      },
    ],
  },
  {
    name: "replay-of-another-amount",
    what: "A second request with the code of an order gets the payment of another amount as its own.",
    edits: [{ file: create, find: "    holder.amountKurus === input.amountKurus &&\n", replace: "" }],
  },
  {
    name: "pending-return-shows-failure",
    what: "A buyer whose capture is unknown is sent to the shop as failed, and the payment is captured later.",
    edits: [
      {
        file: "server/usecases/payments/shared/choose-return-url.ts",
        find: 'return status === "initiated" ? "pending" : "failure";',
        replace: 'return "failure";',
      },
    ],
  },
  {
    name: "pending-return-shows-success",
    what: "A buyer whose capture is unknown is thanked by the shop, and the payment is declined later.",
    edits: [
      {
        file: "server/usecases/payments/shared/choose-return-url.ts",
        find: 'return status === "initiated" ? "pending" : "failure";',
        replace: 'return status === "initiated" ? "success" : "failure";',
      },
    ],
  },
  {
    name: "payment-row-is-not-locked",
    what: "The row of a payment is read without its lock, so racing changes of the payment contradict each other.",
    edits: [
      {
        file: payments,
        find: "tx.$queryRaw`select 1 from payment where id = ${paymentCode} for update`;",
        replace: "tx.$queryRaw`select 1 from payment where id = ${paymentCode}`;",
      },
    ],
  },
  {
    name: "payment-read-before-its-lock",
    what: "A payment is read before its lock is granted, so what follows is decided by a state that is over.",
    edits: [
      {
        file: payments,
        find: `await lockPaymentRow(tx, paymentCode);
  return tx.payment.findUniqueOrThrow({ where: { id: paymentCode } });`,
        replace: `const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentCode } });
  await lockPaymentRow(tx, paymentCode);
  return payment;`,
      },
    ],
  },
  {
    name: "payment-locked-before-its-link",
    what: "Some transactions lock a payment before its link and others after it, so they wait for each other for ever.",
    edits: [
      {
        file: "server/usecases/expiry/shared/end-payment.ts",
        find: `const link = linkId === null ? null : await lockLink(tx, linkId);
  return { link, payment: await lockPayment(tx, id) };`,
        replace: `const payment = await lockPayment(tx, id);
  return { link: linkId === null ? null : await lockLink(tx, linkId), payment };`,
      },
    ],
  },
  {
    name: "transactions-of-one-snapshot",
    what: "Transactions see the state of their beginning, so one that waited for a lock fails in place of going on.",
    edits: [
      {
        file: "server/store/db.ts",
        find: "{ maxWait: 10_000, timeout: timeoutMs },",
        replace: '{ maxWait: 10_000, timeout: timeoutMs, isolationLevel: "RepeatableRead" },',
      },
    ],
  },
  {
    name: "torn-reading-of-refunds",
    what: "A payment is shown with the refunds of another instant, so its sums contradict the listed refunds.",
    edits: [
      {
        file: "server/usecases/payments/shared/payment-record.ts",
        find: "const payment = { ...row, ...sumRefunds(row, refunds) };",
        replace: "const payment = row;",
      },
    ],
  },
  {
    name: "day-end-ten-minutes-late",
    what: "The bank's day ends ten minutes late here, so a refund after day-end is sent as a void, which the bank refuses.",
    edits: [
      {
        file: "server/domain/refunds/refund-policy.ts",
        find: "const outcome = now < payment.dayEnd ? row.sameDay : row.later;",
        replace: "const outcome = now.getTime() - 600_000 < payment.dayEnd.getTime() ? row.sameDay : row.later;",
      },
    ],
  },
];
