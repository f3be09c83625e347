import * as z from "zod";
import { AppError } from "@/server/domain/errors";
import { maskIban, readTurkishIban } from "@/server/domain/iban";
import { findPartnerWithProfile } from "@/server/store/partners/profiles";
import type { Ctx } from "@/server/usecases/ctx";
import { changePartnerIn } from "@/server/usecases/partners/shared/change-partner";
import { ibanColumns } from "@/server/usecases/partners/shared/iban";
import { defineChangeKind, type ProposedChange } from "../change-kind";

/**
 * Replaces the IBAN to which an account is paid out (D-242). The subject is the account's id, and the IBAN is the
 * secret part of the proposal; people see its masked form. `check` throws not_found, and validation_error for no IBAN.
 */
export const partnerIban = defineChangeKind({
  permission: "partner.write",
  payload: z.object({}),
  async check(ctx, change) {
    readIban(change);
    await readMasked(ctx, change.subject);
  },
  describe: async (ctx, change) => [
    { field: "iban", before: await readMasked(ctx, change.subject), after: maskIban(readIban(change)) },
  ],
  async apply(ctx, tx, change) {
    const profile = ibanColumns(ctx, change.subject, readIban(change));
    await changePartnerIn(
      tx,
      { partnerId: change.subject, revision: null },
      {
        show: (row) => ({ ibanMasked: row.profile?.ibanMasked ?? null }),
        change: () => ({ profile }),
        told: { ctx, action: "account.setIban", staffId: change.decidedBy },
      },
    );
  },
});

function readIban(change: ProposedChange<unknown>): string {
  const iban = readTurkishIban(change.openSecret() ?? "");
  if (iban === null) throw new AppError("validation_error", "The proposal has no Turkish IBAN");
  return iban;
}

async function readMasked(ctx: Ctx, partnerId: string): Promise<string | null> {
  const partner = await findPartnerWithProfile(ctx.db, partnerId);
  if (!partner) throw new AppError("not_found", `There is no account ${partnerId}`);
  return partner.profile?.ibanMasked ?? null;
}
