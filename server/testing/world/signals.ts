import { createDb } from "@/server/store/db";
import type { Ctx } from "@/server/usecases/ctx";

/** Opens a database whose writes of events and mails are recorded. */
export const openDb = (databaseUrl: string, signalled: string[]) =>
  createDb({
    databaseUrl,
    outboxWritten: () => void signalled.push("outbox"),
    mailWritten: (mailIds) => void signalled.push(...mailIds),
  });

/** Records the signals to background work instead of sending them. */
export const recordSignals = (signalled: string[], { outboxWritten, mailWritten }: Ctx["db"]): Ctx["signals"] => ({
  outboxWritten,
  mailWritten,
  captureUnknown: (attemptId) => void signalled.push(attemptId),
  refundUnknown: (refundId) => void signalled.push(refundId),
  deliveriesCreated: (made) => void signalled.push(...made.map(({ deliveryId }) => deliveryId)),
  resendsRequested: async ({ deliveryIds }) => void signalled.push(...deliveryIds),
});
