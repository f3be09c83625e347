import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { listStatementMonths, type StatementMonth } from "./month-queries";

/** Lists the months of a merchant for staff, the newest first; none for an account that does not exist. */
export const listMerchantMonths = (
  ctx: Ctx,
  { partnerId }: { partnerId: string },
): Promise<readonly StatementMonth[]> => listStatementMonths(ctx, { partnerId: asPartnerId(partnerId) });
