import { AppError } from "@/server/domain/errors";
import { findTerminal } from "@/server/store/accounts/terminals";
import { findTerminalOfTariff } from "@/server/store/pricing/tariffs";
import type { Ctx } from "../ctx";
import { proposeChange } from "./propose-change";

export interface ProposeWithdrawalInput {
  readonly terminalId: string;
  readonly tariffId: string;
  readonly reason: string;
  readonly staffId: string;
}

/**
 * Proposes to withdraw a tariff of a terminal, on which a second person decides (D-250). Throws not_found,
 * change_waiting, and validation_error where an instant would be without prices.
 */
export async function proposeTariffWithdrawal(
  ctx: Ctx,
  { terminalId, tariffId, reason, staffId }: ProposeWithdrawalInput,
): Promise<{ readonly changeId: string }> {
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal || (await findTerminalOfTariff(ctx.db, tariffId)) !== terminalId) {
    throw new AppError("not_found", `The terminal ${terminalId} has no tariff ${tariffId}`);
  }
  const { partnerId } = terminal;
  return proposeChange(ctx, {
    kind: "tariff_withdrawal",
    partnerId,
    subject: tariffId,
    payload: {},
    reason,
    staffId,
  });
}
