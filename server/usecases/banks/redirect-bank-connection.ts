import type { BankAccount } from "@/server/banks/bank";
import { AppError } from "@/server/domain/errors";
import { findConnectionToDiagnose, resealConnection } from "@/server/store/banks/bank-connections";
import type { Ctx } from "../ctx";
import { openAccount, sealAccount } from "./shared/bank-connection";

export interface RedirectBankConnectionInput {
  readonly terminalId: string;
  readonly endpoints: BankAccount["endpoints"];
}

/**
 * Lets a terminal of the sandbox find its simulated bank at other addresses. The connection stays the same one, so
 * payments that have begun go there as well. Throws not_found, and always in live mode, where an agreement is replaced
 * and never edited (D-77).
 */
export async function redirectBankConnection(
  ctx: Ctx,
  { terminalId, endpoints }: RedirectBankConnectionInput,
): Promise<void> {
  const connection = ctx.sandboxTime === null ? null : await findConnectionToDiagnose(ctx.db, { terminalId });
  if (!connection) throw new AppError("not_found", `There is no terminal ${terminalId} of a sandbox`);
  const account = openAccount(ctx.vault, terminalId, connection.account);
  await resealConnection(ctx.db, connection.id, sealAccount(ctx.vault, terminalId, { ...account, endpoints }));
}
