import type { z } from "zod";
import { type Change, describeChange } from "@/server/domain/changes";
import { AppError } from "@/server/domain/errors";
import type { terminalLimitsInput } from "@/server/domain/terminals/terminal-inputs";
import { findTerminal, toBankLimits, toLimitColumns, updateTerminalOfVersion } from "@/server/store/accounts/terminals";
import type { Ctx } from "../ctx";

export type ChangeTerminalLimitsInput = z.output<typeof terminalLimitsInput>;

/**
 * Changes the limits of a terminal (D-41), in kuruş.
 * @throws not_found, changed_meanwhile where the terminal was changed since the given version
 */
export async function changeTerminalLimits(ctx: Ctx, input: ChangeTerminalLimitsInput): Promise<Change> {
  const { terminalId, version, limits } = input;
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  const isChanged = await updateTerminalOfVersion(ctx.db, { terminalId, version }, toLimitColumns(limits));
  if (!isChanged) throw new AppError("changed_meanwhile");
  return describeChange(toBankLimits(terminal), limits);
}
