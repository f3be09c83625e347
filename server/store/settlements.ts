import { newId } from "@/server/domain/ids";
import type { Tx } from "./db";

export interface NewSettlement {
  readonly partnerId: string;
  readonly paymentId: string;
  /** Null: of the capture. */
  readonly refundId: string | null;
  /** Net, kuruş; negative where the account owes. */
  readonly amountKurus: bigint;
  readonly dueAt: Date;
}

/** Books what an account is owed, or owes (D-39); a second booking of the same thing is refused by the database. */
export const insertSettlement = (tx: Tx, { amountKurus, ...of }: NewSettlement, now: Date) =>
  tx.settlement.create({
    data: {
      ...of,
      ...{ id: newId("settlement", now), amount: amountKurus, status: "pending" },
      ...{ createdAt: now, updatedAt: now },
    },
  });
