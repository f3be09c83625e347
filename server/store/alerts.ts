import { newId } from "@/server/domain/ids";
import type { Db, Tx } from "./db";

export interface NewAlert {
  readonly kind:
    | "capture_unknown"
    | "refund_unknown"
    | "refund_mismatch"
    | "refund_settled_by_hand"
    | "refund_without_record"
    | "settlement_missing"
    | "late_approval"
    | "amount_mismatch"
    | "voided_at_bank"
    | "approval_contradicted"
    | "last_look_unclear"
    | "money_without_payment"
    | "money_returned"
    | "money_not_returned"
    | "return_unknown"
    | "capture_settled_by_hand"
    | "capture_without_record"
    | "booked_on_wrong_day";
  /**
   * The payment code, or the id of the refund or money return, that the alert is about. There is one alert per kind and
   * subject.
   */
  readonly subject: string;
  readonly detail: string;
}

/** Lists the latest alerts, the newest first. */
export const listLatestAlerts = (db: Db, countMax: number) =>
  db.prisma.staffAlert.findMany({ orderBy: { createdAt: "desc" }, take: countMax });

/** Lists the alerts that hold a payment (D-75) about the given payments and refunds, the oldest first. */
export const listHoldingAlerts = (db: Db, subjects: readonly string[]) =>
  db.prisma.staffAlert.findMany({
    where: { subject: { in: [...subjects] }, kind: { in: [...holdingKinds] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

/** The kinds that hold a payment (D-75). */
const holdingKinds = [
  "refund_without_record",
  "capture_without_record",
  "late_approval",
  "settlement_missing",
] as const satisfies readonly NewAlert["kind"][];

/** Raises an alert for staff, once per kind and subject. Returns false where it was raised before. */
export async function raiseAlert(tx: Pick<Tx, "staffAlert">, alert: NewAlert, now: Date): Promise<boolean> {
  const { count } = await tx.staffAlert.createMany({
    data: [{ id: newId("alert", now), ...alert, createdAt: now }],
    skipDuplicates: true,
  });
  return count === 1;
}
