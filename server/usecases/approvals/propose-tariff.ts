import { AppError } from "@/server/domain/errors";
import { describeObstacle, findSpanObstacle } from "@/server/domain/pricing/tariff-span";
import type { Ctx } from "../ctx";
import { replaceTariff } from "../pricing/replace-tariff";
import { proposeChange } from "./propose-change";
import { type ProposedTariff, readTariffsAt, toStored } from "./shared/proposed-tariff";

export interface ProposeTariffInput extends ProposedTariff {
  readonly terminalId: string;
  readonly reason: string;
  readonly staffId: string;
}

/** One of both ids is null. */
export interface TariffProposal {
  /** The change that waits for a second person. */
  readonly changeId: string | null;
  /** The tariff that was added without one. */
  readonly tariffId: string | null;
  readonly partnerId: string;
}

/**
 * Proposes a tariff for a terminal, on which a second person decides; in a sandbox the first tariff of a terminal
 * counts at once (D-250). Throws not_found, change_waiting, and validation_error as `replaceTariff` does.
 */
export async function proposeTariff(ctx: Ctx, input: ProposeTariffInput): Promise<TariffProposal> {
  const { terminalId, prices, validFrom, validTo, reason, staffId } = input;
  const now = ctx.clock.now();
  const { terminal, tariffs } = await readTariffsAt(ctx, terminalId, now);
  const { partnerId } = terminal;
  if (ctx.sandboxTime !== null && tariffs.length === 0) {
    const wanted = { terminalId, prices, validFrom: validFrom ?? ("now" as const), validTo, isFirst: true };
    return { changeId: null, tariffId: (await replaceTariff(ctx, wanted)).id, partnerId };
  }
  // The kind accepts a start that has passed while the proposal waited, but no proposal begins in the past.
  const span = { validFrom: validFrom ?? now, validTo };
  const obstacle = findSpanObstacle(tariffs, span, now);
  if (obstacle) throw new AppError("validation_error", describeObstacle(obstacle, span));
  const payload = toStored({ prices, validFrom, validTo });
  const change = { kind: "tariff" as const, partnerId, subject: terminalId, payload, reason, staffId };
  return { ...(await proposeChange(ctx, change)), tariffId: null, partnerId };
}
