import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs, systemClock } from "@/server/domain/clock";
import type { PayoutItemStatus } from "@/server/domain/states";
import type { Db } from "@/server/store/db";
import { partnerId } from "./partners";

/**
 * Example payouts, because no back-office makes real ones yet. They have no settlements, so that no invented money
 * enters the books.
 */
const examples: readonly { id: string; daysAgo: number; amount: bigint; status: PayoutItemStatus }[] = [
  { id: "1", daysAgo: 9, amount: 1_284_075n, status: "paid_out" },
  { id: "2", daysAgo: 6, amount: 942_310n, status: "failed" },
  { id: "3", daysAgo: 5, amount: 942_310n, status: "paid_out" },
  { id: "4", daysAgo: 3, amount: 2_107_580n, status: "sent" },
  { id: "5", daysAgo: 1, amount: 675_240n, status: "prepared" },
];

/** Adds the example payouts to the demo account, once. Their days count back from the sandbox's first start. */
export async function loadPayouts(db: Db): Promise<void> {
  if ((await db.prisma.payoutBatch.count({ where: { id: batchId("1") } })) > 0) return;
  const today = istanbulDayStart(systemClock.now());
  const items = examples.map(({ id, daysAgo, amount, status }) => {
    const createdAt = plusMs(today, hours(6) - days(daysAgo));
    const sentAt = status === "prepared" ? null : plusMs(createdAt, hours(3));
    const resolvedAt = sentAt && status !== "sent" ? plusMs(sentAt, hours(2)) : null;
    return {
      id: `poi_sandbox_${id}`,
      batchId: batchId(id),
      partnerId: partnerId("demo"),
      amount,
      status,
      ibanMasked: "TR33 **** **** **** **** **63 26",
      createdAt,
      sentAt,
      resolvedAt,
      updatedAt: resolvedAt ?? sentAt ?? createdAt,
    };
  });
  await db.prisma.payoutBatch.createMany({
    data: items.map(({ batchId: id, createdAt }) => ({ id, createdAt })),
    skipDuplicates: true,
  });
  await db.prisma.payoutItem.createMany({ data: items, skipDuplicates: true });
}

const batchId = (id: string): string => `pob_sandbox_${id}`;
