import { AppError } from "@/server/domain/errors";
import { updateTerminal } from "@/server/store/accounts/terminals";
import { findConnectionInUse, lockTerminal, setConnectionLive } from "@/server/store/banks/bank-connections";
import { findLatestDiagnosis } from "@/server/store/banks/bank-diagnoses";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";

export interface TakeConnectionLiveInput {
  readonly terminalId: string;
  /** The connection in use that the person saw. */
  readonly connectionId: string;
  /** Whether it goes live without a passed diagnosis; the door has checked the permission and asked for the reason. */
  readonly overrides: boolean;
}

/**
 * Lets a bank connection take payments and switches its terminal on (D-246). Doing it twice changes nothing.
 * @throws not_found, connection_not_diagnosed, changed_meanwhile when the connection is not in use any more
 */
export async function takeConnectionLive(ctx: Ctx, input: TakeConnectionLiveInput): Promise<void> {
  const { terminalId, connectionId, overrides } = input;
  const diagnosis = overrides ? null : await findLatestDiagnosis(ctx.db, connectionId);
  if (!overrides && !diagnosis?.passed) throw new AppError("connection_not_diagnosed", `${connectionId} did not pass`);
  await inTx(ctx.db, async (tx) => {
    if (!(await lockTerminal(tx, terminalId))) throw new AppError("not_found", `There is no terminal ${terminalId}`);
    const inUse = await findConnectionInUse(tx, terminalId);
    if (inUse?.id !== connectionId) throw new AppError("changed_meanwhile", `${connectionId} is not in use`);
    if (inUse.live) return;
    await setConnectionLive(tx, connectionId);
    await updateTerminal(tx, terminalId, { active: true });
  });
  ctx.log.info({ terminalId, connectionId, overrides }, "A bank connection went live");
}
