import type { z } from "zod";
import { type Change, describeChange } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import { type terminalSettingsInput, validityMinutes } from "@/server/domain/terminals/terminal-inputs";
import { findTerminal, updateTerminalOfVersion } from "@/server/store/accounts/terminals";
import type { Ctx } from "../ctx";

export type UpdateTerminalInput = z.output<typeof terminalSettingsInput>;

/**
 * Changes the settings of a terminal (D-41). Payments that were created before keep their validity and tariff; switches
 * are judged again when a card is handed over (D-58).
 * @throws not_found, changed_meanwhile where the terminal was changed since the given version
 */
export async function updateTerminal(ctx: Ctx, input: UpdateTerminalInput): Promise<Change> {
  const { terminalId, version, reason: _, ...settings } = input;
  const before = await findTerminal(ctx.db, terminalId);
  if (!before) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  const next = { ...settings, validityMinutes: validityMinutes[settings.provider] };
  if (!(await updateTerminalOfVersion(ctx.db, { terminalId, version }, next))) throw new AppError("changed_meanwhile");
  return describeChange(before, next);
}
