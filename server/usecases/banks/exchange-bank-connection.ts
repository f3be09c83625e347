import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { replaceConnection } from "@/server/store/banks/bank-connections";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { type AccountText, checkAccount, sealAccount } from "./bank-connection";

export interface ExchangeBankConnectionInput {
  readonly terminalId: string;
  /** Row of the bank catalogue; the terminal's acquirer from now on. */
  readonly bank: string;
  /** The shop's agreement with that bank, in clear. */
  readonly account: AccountText;
}

/**
 * Gives a terminal another bank connection (D-77). Handoffs that begin after it use the new one; an attempt that has begun
 * keeps the connection that it began with, and so do its refunds. The door writes the audit entry.
 * Throws not_found, and validation_error for a bank that is not in the catalogue or an account that cannot be read.
 */
export async function exchangeBankConnection(
  ctx: Ctx,
  { terminalId, bank, account }: ExchangeBankConnectionInput,
): Promise<{ readonly connectionId: string }> {
  requireUsable(ctx, bank, account);
  const now = ctx.clock.now();
  const connectionId = newId("bankConnection", now);
  const sealed = sealAccount(ctx.vault, terminalId, account);
  const next = { id: connectionId, terminalId, bank, account: sealed };
  const isReplaced = await inTx(ctx.db, (tx) => replaceConnection(tx, next, now));
  if (!isReplaced) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  ctx.log.info({ terminalId, bank, connectionId }, "The terminal's bank connection was exchanged");
  return { connectionId };
}

/** Before it is stored, since what cannot be opened later would stop every payment of the terminal. */
function requireUsable(ctx: Ctx, bank: string, account: AccountText): void {
  try {
    ctx.banks.brand(bank);
    checkAccount(account);
  } catch {
    // The reason is not passed on: it could quote the account's secrets.
    throw new AppError("validation_error", `The bank or its account cannot be used: ${bank}`);
  }
}
