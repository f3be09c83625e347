import type { Mutant } from "../mutant";
import { afterTheCommit, closingDuringCapture, manyAttemptsInFlight, migrations } from "./shared-edits";

const links = "server/store/links/links.ts";
const cancel = "server/usecases/links/cancel-link.ts";
const giveUp = "server/usecases/links/give-up-attempt.ts";

const severalPaymentsOfLink = {
  file: migrations.links,
  find: 'CREATE UNIQUE INDEX "payment_of_link"',
  replace: 'CREATE INDEX "payment_of_link"',
};

/** Sabotages of payment links: buyers that race, give up or come too late, and merchants that cancel. */
export const linkMutants: readonly Mutant[] = [
  {
    name: "open-outcome-shows-success",
    what: "A buyer of a link is sent to the merchant's page for a success while the outcome is not known yet.",
    edits: [
      {
        file: "server/usecases/payments/shared/choose-return-url.ts",
        find: 'const shown = payment.link.status === "completed" ? "success" : result;',
        replace: 'const shown = payment.link.status === "completed" || result === "pending" ? "success" : result;',
      },
    ],
  },
  {
    name: "link-is-not-locked",
    what: "The row of a link is read without its lock, so two buyers pay one link.",
    edits: [
      severalPaymentsOfLink,
      {
        file: links,
        find: "select 1 from payment_link where id = ${linkId} for update",
        replace: "select 1 from payment_link where id = ${linkId}",
      },
    ],
  },
  {
    name: "link-read-before-its-lock",
    what: "A link is read before its lock is granted, so a card starts on a link that another buyer has just taken.",
    edits: [
      {
        file: links,
        find: `await tx.$queryRaw\`select 1 from payment_link where id = \${linkId} for update\`;
  return tx.paymentLink.findUniqueOrThrow({ where: { id: linkId } });`,
        replace: `const link = await tx.paymentLink.findUniqueOrThrow({ where: { id: linkId } });
  await tx.$queryRaw\`select 1 from payment_link where id = \${linkId} for update\`;
  return link;`,
      },
    ],
  },
  {
    name: "second-buyer-of-a-link-starts",
    what: "A second buyer starts a card on a link while the first one is at the bank, and both pay.",
    edits: [
      manyAttemptsInFlight,
      {
        file: "server/usecases/links/shared/link-payment.ts",
        find: 'if (isHeld && !interruptedId) return { obstacle: "not_payable" };',
        replace: "void isHeld;",
      },
      {
        file: "server/usecases/links/start-link-payment.ts",
        find: 'if (state.kind !== "open" && state.kind !== "failed") return { kind: "state", state };',
        replace: 'if (!["open", "failed", "in_progress"].includes(state.kind)) return { kind: "state", state };',
      },
    ],
  },
  {
    name: "given-up-during-capture",
    what: "A buyer gives up an attempt whose capture runs or is unknown, and pays the link a second time.",
    edits: [
      closingDuringCapture,
      {
        file: "server/usecases/links/shared/link-state.ts",
        find: "const canGiveUpFrom = captureStartedAt === null ? plusMs(startedAt, giveUpAfterMs) : null;",
        replace: "const canGiveUpFrom = plusMs(captureStartedAt ?? startedAt, giveUpAfterMs);",
      },
    ],
  },
  {
    name: "link-cancelled-during-capture",
    what: "A link is cancelled while its capture runs, so the shop sees cancelled and the buyer has paid.",
    edits: [
      closingDuringCapture,
      { file: cancel, find: 'if (payment?.captureStartedAt) return "capturing";', replace: "" },
    ],
  },
  {
    name: "cancelled-link-can-be-paid",
    what: "A link is cancelled and its payment stays open, so a buyer who is at the bank pays a cancelled link.",
    edits: [
      {
        file: migrations.links,
        find: "IF (SELECT status FROM payment_link WHERE id = NEW.link_id FOR SHARE) <> 'initiated' THEN",
        replace: "IF false THEN",
      },
      {
        file: cancel,
        find: 'await closeLink(tx, link, payment, now, "cancelled");',
        replace: 'await closeLink(tx, link, null, now, "cancelled");',
      },
    ],
  },
  {
    name: "given-up-attempt-stays-open",
    what: "The attempt that a buyer gave up stays at the bank's page for ever, and its bank is never asked about it.",
    edits: [{ file: giveUp, find: "    await abandonAttempts(tx, payment.id, now);\n", replace: "" }],
  },
  {
    name: "opening-takes-a-link-back",
    what: "A link that a second buyer opens is launched again, although the first buyer is at the bank.",
    edits: [
      closingDuringCapture,
      {
        file: links,
        find: `case when status::text = any(\${sourceStates(linkTable, "launched")})
                         then 'launched' else status end`,
        replace: "'launched'",
      },
    ],
  },
  {
    name: "link-completed-after-the-commit",
    what: "A link is completed in a transaction of its own, so after a crash it stays open although it was paid.",
    edits: [
      afterTheCommit,
      {
        file: "server/usecases/expiry/shared/end-payment.ts",
        find: 'import type { Tx } from "@/server/store/db";',
        replace: 'import { markMoved, type Tx } from "@/server/store/db";',
      },
      {
        file: "server/usecases/expiry/shared/end-payment.ts",
        find: 'if (to === "captured") await moveLink(tx, link, "completed", now, at);',
        replace:
          'if (to === "captured") markMoved(tx, { later: (next) => moveLink(next, link, "completed", now, at) });',
      },
    ],
  },
  {
    name: "cancelling-locks-the-payment-first",
    what: "Cancelling a link locks its payment before the link, so it and a buyer's return wait for each other for ever.",
    edits: [
      {
        file: cancel,
        find: `const link = await lockLink(tx, linkId);
  const now = ctx.clock.now();
  const refusal`,
        replace: `await lockOpenPayment(tx, linkId);
  const link = await lockLink(tx, linkId);
  const now = ctx.clock.now();
  const refusal`,
      },
    ],
  },
];
