import * as z from "zod";
import { AppError } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { findPartner } from "@/server/store/accounts/partners";
import type { Ctx } from "@/server/usecases/ctx";
import { changePartnerIn } from "@/server/usecases/partners/shared/change-partner";
import { defineChangeKind } from "../change-kind";

const amount = z
  .string()
  .regex(/^\d{1,12}$/)
  .nullable();

/**
 * Changes the limits of one payment of an account in kuruş (D-242). The subject is the account's id. `check` throws
 * not_found.
 */
export const partnerLimits = defineChangeKind({
  permission: "partner.write",
  payload: z.object({ minAmount: amount, maxAmount: amount }),
  async check(ctx, { subject }) {
    await readPartner(ctx, subject);
  },
  async describe(ctx, { subject, payload }) {
    const { minAmount, maxAmount } = await readPartner(ctx, subject);
    return [
      { field: "minAmount", before: toText(minAmount), after: toText(toKurus(payload.minAmount)) },
      { field: "maxAmount", before: toText(maxAmount), after: toText(toKurus(payload.maxAmount)) },
    ].filter(({ before, after }) => before !== after);
  },
  async apply(ctx, tx, { subject, payload, decidedBy }) {
    const partner = { minAmount: toKurus(payload.minAmount), maxAmount: toKurus(payload.maxAmount) };
    await changePartnerIn(
      tx,
      { partnerId: subject, revision: null },
      {
        show: ({ minAmount, maxAmount }) => ({ minAmount, maxAmount }),
        change: () => ({ partner }),
        told: { ctx, action: "account.setLimits", staffId: decidedBy },
      },
    );
  },
});

async function readPartner(ctx: Ctx, partnerId: string) {
  const partner = await findPartner(ctx.db, partnerId);
  if (!partner) throw new AppError("not_found", `There is no account ${partnerId}`);
  return partner;
}

const toKurus = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const toText = (kurus: bigint | null): string | null => (kurus === null ? null : displayAmount(kurus, "tr"));
