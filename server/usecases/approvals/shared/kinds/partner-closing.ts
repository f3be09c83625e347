import * as z from "zod";
import { AppError } from "@/server/domain/errors";
import { getPartnerStatus } from "@/server/store/accounts/partners";
import { changePartnerIn } from "@/server/usecases/partners/shared/change-partner";
import { defineChangeKind } from "../change-kind";

/**
 * Closes an account for good (§5, D-44). The subject is the account's id. `check` throws not_found, and
 * validation_error where the account is closed already.
 */
export const partnerClosing = defineChangeKind({
  permission: "partner.close",
  payload: z.object({}),
  async check(ctx, { subject }) {
    if ((await getPartnerStatus(ctx.db, subject)) === "closed") {
      throw new AppError("validation_error", `${subject} is closed already`);
    }
  },
  describe: async (ctx, { subject }) => [
    { field: "status", before: await getPartnerStatus(ctx.db, subject), after: "closed" },
  ],
  async apply(ctx, tx, { subject, decidedBy }) {
    await changePartnerIn(
      tx,
      { partnerId: subject, revision: null },
      {
        show: ({ status }) => ({ status }),
        change: () => ({ partner: { status: "closed" } }),
        told: { ctx, action: "account.close", staffId: decidedBy },
      },
    );
  },
});
