import { maskMerchantNumber } from "@/server/domain/banks/credentials";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import { findTerminal } from "@/server/store/accounts/terminals";
import {
  findConnectionInUse,
  insertProposedConnection,
  lockTerminal,
  replaceConnection,
} from "@/server/store/banks/bank-connections";
import { inTx } from "@/server/store/db";
import { proposeChange } from "../approvals/propose-change";
import { type AccountText, sealAccount } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { refuse, type TypedAgreement, toAgreement, toMode } from "./shared/agreement";
import { findSimulatedAgreement } from "./shared/sandbox-template";

export interface EnterCredentialsInput {
  readonly terminalId: string;
  /** What was typed, or the bank whose simulated shop is to be used (sandbox only, D-248). */
  readonly agreement: TypedAgreement | { readonly simulatedBank: string };
  /** Whether the person may name other addresses than the catalogue's live ones (`terminal.override`). */
  readonly mayOverride: boolean;
  /** Whether the credentials may replace live ones without a passed diagnosis, for the given reason. */
  readonly overrides: boolean;
  readonly reason: string;
  /** The person of staff who enters them. */
  readonly staffId: string;
}

export interface EnteredCredentials {
  readonly connectionId: string;
  /** `in_use`: the terminal's connection, not live yet. `proposed`: a second person has to approve it first. */
  readonly outcome: "in_use" | "proposed";
  /** The proposal; null where none is needed. */
  readonly changeId: string | null;
  readonly bank: string;
  /** The merchant number with all but its end masked. */
  readonly merchantNumber: string;
}

/**
 * Seals credentials for a terminal (D-77, D-245). They are never changed, only replaced by others. In a sandbox they
 * are the terminal's connection at once as long as none has gone live; otherwise they are kept beside it, can be
 * diagnosed, and come into use when a second person approves them.
 * @throws not_found, validation_error, access_denied, change_waiting
 */
export async function enterCredentials(ctx: Ctx, input: EnterCredentialsInput): Promise<EnteredCredentials> {
  const { terminalId, mayOverride, overrides, reason, staffId } = input;
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  if (overrides && !mayOverride) throw new AppError("access_denied", `${staffId} may not override a diagnosis`);
  const { bank, account } = await toAccount(ctx, input);
  const now = ctx.clock.now();
  const connectionId = newId(ctx.random, "bankConnection", now);
  const sealed = { id: connectionId, terminalId, bank, account: sealAccount(ctx.vault, terminalId, account) };
  const outcome = await inTx(ctx.db, async (tx) => {
    await lockTerminal(tx, terminalId);
    const inUse = await findConnectionInUse(tx, terminalId);
    if (toMode(ctx) === "sandbox" && !inUse?.live) {
      await replaceConnection(tx, { ...sealed, live: false }, now);
      return "in_use" as const;
    }
    await insertProposedConnection(tx, sealed, now);
    return "proposed" as const;
  });
  const { partnerId } = terminal;
  const proposal = { kind: "bank_account", subject: terminalId, partnerId, reason, staffId } as const;
  const payload = { connectionId, overridden: overrides };
  const changeId = outcome === "proposed" ? (await proposeChange(ctx, { ...proposal, payload })).changeId : null;
  ctx.log.info({ terminalId, bank, connectionId, outcome }, "Credentials of a bank connection were entered");
  return { connectionId, outcome, changeId, bank, merchantNumber: maskMerchantNumber(account.merchantId) };
}

async function toAccount(
  ctx: Ctx,
  { agreement, mayOverride }: EnterCredentialsInput,
): Promise<{ readonly bank: string; readonly account: AccountText }> {
  if (!("simulatedBank" in agreement)) {
    return { bank: agreement.bank, account: toAgreement(ctx, agreement, { mayOverride }) };
  }
  const { simulatedBank: bank } = agreement;
  const account = toMode(ctx) === "sandbox" ? await findSimulatedAgreement(ctx, bank) : null;
  if (!account) throw refuse([{ path: ["bank"], problem: problem("choice") }]);
  return { bank, account };
}
