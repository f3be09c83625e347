import { auditLedger, type LedgerAudit } from "@/server/store/ledger/verify";
import type { Ctx } from "../ctx";

/**
 * Computes every account of the books again from payments, refunds, corrections, settlements and payouts, and compares
 * (D-391). Reads all of them, in one snapshot. Returns the balances and the differences; none means that the books are
 * right.
 */
export const verifyLedger = (ctx: Ctx): Promise<LedgerAudit> => auditLedger(ctx.db);
