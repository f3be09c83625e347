import { permittedCounts } from "@/server/domain/pricing/installments";
import { listTerminalsOf, type ShownTerminalRow } from "@/server/store/accounts/terminals";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";

/** A terminal as its merchant may see it (D-41, §8.3). */
export type ShownTerminal = ReturnType<typeof toShownTerminal>;

/** The account's terminals, active ones first. */
export async function listTerminals(
  ctx: Ctx,
  { account }: { account: Pick<ActingAccount, "partnerId" | "installmentCounts"> },
): Promise<ShownTerminal[]> {
  const rows = await listTerminalsOf(ctx.db, account.partnerId);
  return rows.map((row) => toShownTerminal(ctx, row, account.installmentCounts));
}

function toShownTerminal(ctx: Ctx, row: ShownTerminalRow, narrowing: readonly number[]) {
  const { id, bank, effectiveCounts, ...shown } = row;
  return {
    ...shown,
    terminalId: id,
    acquirerBank: ctx.banks.brand(bank).name,
    /** The terminal's own, ascending. */
    terminalCounts: permittedCounts({ effectiveCounts, narrowing: [] }),
    /** Those that the account's narrowing leaves: what a payment may be created with (§7.3 reason 2). */
    effectiveCounts: permittedCounts({ effectiveCounts, narrowing }),
  };
}
