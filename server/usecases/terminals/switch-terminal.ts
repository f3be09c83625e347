import { AppError } from "@/server/domain/errors";
import { findTerminal, updateTerminal } from "@/server/store/accounts/terminals";
import { findConnectionInUse, lockTerminal } from "@/server/store/banks/bank-connections";
import { inTx, type Tx } from "@/server/store/db";
import type { Ctx } from "../ctx";

/**
 * Switches a terminal on or off. A payment that runs is judged at the handoff (D-58): a card that was handed over
 * before goes on, a later one is refused. Doing it twice changes nothing.
 * @throws not_found, terminal_not_live when it has no bank connection that has gone live (D-246)
 */
export async function switchTerminal(
  ctx: Ctx,
  { terminalId, isActive }: { terminalId: string; isActive: boolean },
): Promise<{ readonly wasActive: boolean }> {
  const before = await findTerminal(ctx.db, terminalId);
  if (!before) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  await inTx(ctx.db, async (tx) => {
    await lockTerminal(tx, terminalId);
    if (isActive) await requireLive(tx, terminalId);
    await updateTerminal(tx, terminalId, { active: isActive });
  });
  return { wasActive: before.active };
}

async function requireLive(tx: Tx, terminalId: string): Promise<void> {
  const inUse = await findConnectionInUse(tx, terminalId);
  if (!inUse?.live) throw new AppError("terminal_not_live", `${terminalId} has no live connection`);
}
