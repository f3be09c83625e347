import type { z } from "zod";
import { type Change, describeChange } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import type { terminalLimitsInput } from "@/server/domain/terminals/terminal-inputs";
import { needsSecondPerson } from "@/server/domain/terminals/terminal-limits";
import { findTerminal, toBankLimits, toLimitColumns, updateTerminalOfVersion } from "@/server/store/accounts/terminals";
import { proposeChange } from "../approvals/propose-change";
import { toLimitsPayload } from "../approvals/shared/kinds/terminal-limits";
import type { Ctx } from "../ctx";

export type ChangeTerminalLimitsInput = z.output<typeof terminalLimitsInput> & {
  /** The person of staff who changes them. */
  readonly staffId: string;
};

/**
 * Changes the limits of a terminal (D-41), in kuruş, or proposes the change where it needs a second person (D-247):
 * `changeId` is the proposal then, and null otherwise.
 * @throws not_found, changed_meanwhile where the terminal was changed since the given version, change_waiting
 */
export async function changeTerminalLimits(
  ctx: Ctx,
  input: ChangeTerminalLimitsInput,
): Promise<Change & { readonly changeId: string | null }> {
  const { terminalId, version, limits, reason, staffId } = input;
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  if (terminal.version !== version) throw new AppError("changed_meanwhile");
  const before = toBankLimits(terminal);
  const change = describeChange(before, limits);
  if (needsSecondPerson(before, limits)) {
    const { partnerId } = terminal;
    const proposal = { kind: "terminal_limits", subject: terminalId, partnerId, reason, staffId } as const;
    const { changeId } = await proposeChange(ctx, { ...proposal, payload: toLimitsPayload(limits) });
    return { ...change, changeId };
  }
  const isChanged = await updateTerminalOfVersion(ctx.db, { terminalId, version }, toLimitColumns(limits));
  if (!isChanged) throw new AppError("changed_meanwhile");
  return { ...change, changeId: null };
}
