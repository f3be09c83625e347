import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { listMerchantMonths } from "@/server/usecases/statements/staff-statement-queries";
import { queryProcedure, router } from "../door";

/** Procedures of staff for the statements of merchants (D-398). */
export const statementRouter = router({
  /** Lists the months of a merchant, with the figures of its commission invoices. */
  months: queryProcedure("payout.read")
    .input(z.object({ partnerId: codeText(64) }))
    .query(({ ctx: { ctx }, input }) => listMerchantMonths(ctx, input)),
});
