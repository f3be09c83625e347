import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { replaceConnection } from "@/server/store/banks/bank-connections";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { type AccountText, checkAccount, sealAccount } from "./shared/bank-connection";

export interface ExchangeBankConnectionInput {
  readonly terminalId: string;
  /** The name of the bank's row in the catalogue; this bank is the terminal's acquirer from now on. */
  readonly bank: string;
  /** The shop's agreement with that bank, in plain text. */
  readonly account: AccountText;
}

/**
 * Gives a terminal another bank connection (D-77). Later handoffs use the new one; an attempt that has begun, and its
 * refunds, keep the connection of the attempt. The caller writes the audit entry.
 * Throws not_found, and validation_error for a bank that is not in the catalogue or an account that is not valid.
 */
export async function exchangeBankConnection(
  ctx: Ctx,
  { terminalId, bank, account }: ExchangeBankConnectionInput,
): Promise<{ readonly connectionId: string }> {
  requireUsable(ctx, bank, account);
  const now = ctx.clock.now();
  const connectionId = newId(ctx.random, "bankConnection", now);
  const sealed = sealAccount(ctx.vault, terminalId, account);
  const next = { id: connectionId, terminalId, bank, account: sealed, live: true };
  const isReplaced = await inTx(ctx.db, (tx) => replaceConnection(tx, next, now));
  if (!isReplaced) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  ctx.log.info({ terminalId, bank, connectionId }, "The terminal's bank connection was exchanged");
  return { connectionId };
}

/**
 * Checks the agreement before it is stored: an account that cannot be opened would stop every payment of the terminal.
 */
function requireUsable(ctx: Ctx, bank: string, account: AccountText): void {
  try {
    ctx.banks.getBrand(bank);
    checkAccount(account);
  } catch {
    // Do not pass the reason on, because it could quote the account's secrets.
    throw new AppError("validation_error", `The bank or its account cannot be used: ${bank}`);
  }
}
