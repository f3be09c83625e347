import { AppError } from "@/server/domain/errors";
import type { BankLimits } from "@/server/domain/payments/limits";
import type { CardFamily } from "@/server/domain/pricing/installments";
import {
  findTerminal,
  type TerminalRow,
  toBankLimits,
  toLimitColumns,
  updateTerminal,
} from "@/server/store/accounts/terminals";
import type { Ctx } from "../ctx";

/** The settings of a terminal that staff can change (D-41). Limits in kuruş, times of day in Istanbul. */
export interface TerminalSettings {
  readonly active: boolean;
  readonly virtualPosActive: boolean;
  readonly pspActive: boolean;
  readonly effectiveCounts: readonly number[];
  readonly allowedFamilies: readonly CardFamily[];
  readonly supportsForeign: boolean;
  readonly dayEndLocal: string;
  readonly commissionBasis: "gross" | "net";
  readonly limits: BankLimits;
}

export type TerminalChanges = Partial<Omit<TerminalSettings, "limits">> & {
  readonly limits?: Partial<BankLimits>;
};

/** Changes the given settings, where an absent limit keeps its value, and returns all settings. Throws not_found. */
export async function updateTerminalSettings(
  ctx: Ctx,
  input: { terminalId: string; changes: TerminalChanges },
): Promise<TerminalSettings> {
  const terminal = await findTerminal(ctx.db, input.terminalId);
  if (!terminal) throw new AppError("not_found");
  const { limits, effectiveCounts, allowedFamilies, ...plain } = input.changes;
  const data = {
    ...plain,
    ...(effectiveCounts && { effectiveCounts: [...effectiveCounts] }),
    ...(allowedFamilies && { allowedFamilies: [...allowedFamilies] }),
    ...(limits && toLimitColumns(limits)),
  };
  return toSettings(await updateTerminal(ctx.db, terminal.id, data));
}

const toSettings = (row: TerminalRow): TerminalSettings => ({
  active: row.active,
  virtualPosActive: row.virtualPosActive,
  pspActive: row.pspActive,
  effectiveCounts: row.effectiveCounts,
  allowedFamilies: row.allowedFamilies,
  supportsForeign: row.supportsForeign,
  dayEndLocal: row.dayEndLocal,
  commissionBasis: row.commissionBasis,
  limits: toBankLimits(row),
});
