import { AppError } from "@/server/domain/errors";
import { findTerminal } from "@/server/store/accounts/terminals";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { type ListedTariff, listTariffs } from "./list-tariffs";

export interface ListTerminalTariffsInput {
  readonly partnerId: PartnerId;
  readonly terminalId: string;
}

const shownPhases: readonly ListedTariff["phase"][] = ["in_force", "covered", "to_come"];

/**
 * The tariffs of one of the account's terminals that hold now or will: the one in force, the one that a campaign covers, and
 * those to come, by their beginnings. Throws not_found, also for another account's terminal.
 */
export async function listTerminalTariffs(
  ctx: Ctx,
  { partnerId, terminalId }: ListTerminalTariffsInput,
): Promise<ListedTariff[]> {
  const terminal = await findTerminal(ctx.db, terminalId);
  if (terminal?.partnerId !== partnerId)
    throw new AppError("not_found", `No terminal ${terminalId} of theirs`);
  const tariffs = await listTariffs(ctx, { terminalId });
  return tariffs.filter(({ phase }) => shownPhases.includes(phase));
}
