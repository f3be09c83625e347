import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import { auditLedger } from "@/server/store/ledger/verify";
import { asPartnerId } from "@/server/store/tenant";
import { approveChange } from "@/server/usecases/approvals/approve-change";
import { proposeChange } from "@/server/usecases/approvals/propose-change";
import { ibanColumns } from "@/server/usecases/partners/shared/iban";
import { changePayoutTerms } from "@/server/usecases/payouts/change-payout-terms";
import { collectPayout } from "@/server/usecases/payouts/collect-payout";
import { createPayoutFile } from "@/server/usecases/payouts/create-payout-file";
import { sendPayoutFile } from "@/server/usecases/payouts/send-payout-file";
import { newApprover } from "../world/approvers";
import type { TestWorld } from "../world/world";
import { createRefundJourney } from "./refund";

/** The IBAN of the test account. */
export const testIban = "TR330006100519786457841326";

const partnerId = asPartnerId("prt_ours");

/**
 * Creates the steps of a payout for tests, from a captured payment to the bank's answer. The account has an IBAN, and
 * its payouts are left to the back-office.
 */
export async function createPayoutJourney(world: TestWorld) {
  const { ctx, db, clock } = world;
  const journey = createRefundJourney(world);
  const [proposer, approver] = [await newApprover(world), await newApprover(world)];
  await db.prisma.partnerProfile.create({ data: { id: partnerId, ...ibanOf(ctx) } });
  await changePayoutTerms(ctx, { partnerId, changes: { isAutomatic: false } });

  const collect = () => collectPayout(ctx, { partnerId });

  const listPayouts = () =>
    db.prisma.payout.findMany({ where: { partnerId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });

  /** Returns the newest payout of the account that was not withdrawn. Payouts of one instant have no order. */
  async function newest() {
    const payout = (await listPayouts()).filter(({ status }) => status !== "withdrawn").at(-1);
    if (!payout) throw new Error("The account has no payout");
    return payout;
  }

  const propose = (payoutIds: readonly string[]) =>
    proposeChange(ctx, {
      kind: "payouts",
      partnerId: null,
      subject: [...payoutIds].sort()[0] ?? "",
      payload: { payoutIds },
      reason: "Payouts of the day",
      staffId: proposer,
    });

  /** Proposes and approves payouts by two people. */
  async function approve(...payoutIds: readonly string[]): Promise<void> {
    const { changeId } = await propose(payoutIds);
    await approveChange(ctx, { changeId, staffId: approver, note: null });
  }

  return {
    ...journey,
    partnerId,
    proposer,
    approver,
    collect,
    listPayouts,
    newest,
    propose,
    approve,
    /** Captures an amount and moves the clock to 09:30 of a later day, on which it is due. */
    async captureUntilDue(amountKurus: bigint): Promise<string> {
      const paymentCode = await journey.capture({ amountKurus });
      clock.set(plusMs(istanbulDayStart(clock.now()), days(4) + hours(9.5)));
      return paymentCode;
    },
    /** Collects what is due, approves it by two people and sends its file to the bank. Returns the payout. */
    async send() {
      await collect();
      const { id } = await newest();
      await approve(id);
      const file = await createPayoutFile(ctx, { format: "csv", staffId: proposer });
      await sendPayoutFile(ctx, { fileId: file.id });
      return newest();
    },
    /** Lists the settlements of the account with their payouts. */
    listAllSettlements: () => db.prisma.settlement.findMany({ where: { partnerId }, orderBy: { createdAt: "asc" } }),
    /** Lists the types of the account's payout events, in their order. */
    listPayoutEvents: async () =>
      (
        await db.prisma.outboxEvent.findMany({ where: { resourceType: "payout_item" }, orderBy: { createdAt: "asc" } })
      ).map(({ type, resourceId }) => ({ type, resourceId })),
    /** Returns the differences of the books; none means that they are right. */
    verify: async () => (await auditLedger(db)).differences,
    /** Returns the balance of each account of the collected book, in kuruş. */
    balances: async (): Promise<Record<string, bigint>> =>
      Object.fromEntries(
        (await auditLedger(db)).balances
          .filter(({ book }) => book === "collected")
          .map(({ account, balanceKurus }) => [account, balanceKurus]),
      ),
  };
}

export type PayoutJourney = Awaited<ReturnType<typeof createPayoutJourney>>;

const ibanOf = (ctx: TestWorld["ctx"]) => {
  const { iban, ibanMasked } = ibanColumns(ctx, partnerId, testIban) as {
    iban: Uint8Array<ArrayBuffer>;
    ibanMasked: string;
  };
  return { iban, ibanMasked };
};
