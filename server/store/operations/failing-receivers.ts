import type { FailingReceiver } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";

export type FailingReceiverRow = FailingReceiver;

/** Lists the receivers that have not answered since a failure. There are few: the first answer erases the row. */
export const listFailingReceivers = (db: Db): Promise<FailingReceiverRow[]> => db.prisma.failingReceiver.findMany();

/** Adds the failures of a receiver. Returns the sums. */
export const addReceiverFailures = (tx: Tx, added: FailingReceiverRow): Promise<FailingReceiverRow> =>
  tx.failingReceiver.upsert({
    where: { partnerId: added.partnerId },
    create: added,
    update: { failures: { increment: added.failures }, lastAt: added.lastAt, lastError: added.lastError },
  });

export async function eraseFailingReceivers(tx: Tx, partnerIds: readonly string[]): Promise<void> {
  await tx.failingReceiver.deleteMany({ where: { partnerId: { in: [...partnerIds] } } });
}
