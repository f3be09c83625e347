import * as z from "zod";
import { listCredentialFields, maskMerchantNumber } from "@/server/domain/banks/credentials";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import {
  type ConnectionRow,
  findConnection,
  findConnectionInUse,
  replaceConnection,
} from "@/server/store/banks/bank-connections";
import { findLatestDiagnosis } from "@/server/store/banks/bank-diagnoses";
import { openAccount } from "@/server/usecases/banks/shared/bank-connection";
import { readCredential } from "@/server/usecases/banks/shared/credential-values";
import type { Ctx } from "@/server/usecases/ctx";
import { defineChangeKind } from "../change-kind";

const bankAccountPayload = z.object({
  /** The proposed connection, which is stored and sealed beside the one in use. */
  connectionId: z.string(),
  /** Whether a person with `terminal.override` gave the reason why no passed diagnosis is needed. */
  overridden: z.boolean(),
});

/**
 * Other credentials of a terminal, or its first ones in live mode (D-245). The subject is the terminal's id. A
 * connection that replaces a live one takes payments at once, so its diagnosis must have passed before it is approved.
 */
export const bankAccount = defineChangeKind({
  permission: "terminal.write",
  payload: bankAccountPayload,
  check: async (ctx, { subject, payload }) => void (await getProposed(ctx, subject, payload.connectionId)),
  async describe(ctx, { subject, payload }) {
    const proposed = await getProposed(ctx, subject, payload.connectionId);
    const inUse = await findConnectionInUse(ctx.db, subject);
    const before = inUse && toShown(ctx, inUse);
    const after = toShown(ctx, proposed);
    const names = ["bank", "merchantNumber", "apiAddress", "gateAddress"] as const;
    const fields = names.map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }));
    const changed = before && inUse?.bank === proposed.bank ? findChanged(before, after) : null;
    return [
      ...fields.filter((field) => field.before !== field.after),
      ...(changed ? [{ field: "credentials", before: null, after: changed }] : []),
    ];
  },
  async apply(ctx, tx, { subject, payload }) {
    const proposed = await getProposed(ctx, subject, payload.connectionId);
    const inUse = await findConnectionInUse(tx, subject);
    const live = inUse?.live ?? false;
    const diagnosis = live && !payload.overridden ? await findLatestDiagnosis(ctx.db, proposed.id) : null;
    if (live && !payload.overridden && !diagnosis?.passed) throw new AppError("connection_not_diagnosed");
    const now = ctx.clock.now();
    const { terminalId, bank, account } = proposed;
    await replaceConnection(tx, { id: newId(ctx.random, "bankConnection", now), terminalId, bank, account, live }, now);
  },
});

async function getProposed(ctx: Ctx, terminalId: string, connectionId: string): Promise<ConnectionRow> {
  const row = await findConnection(ctx.db, connectionId);
  if (!row || row.terminalId !== terminalId || !row.proposed) {
    throw new AppError("not_found", `${connectionId} is no proposed connection of ${terminalId}`);
  }
  return row;
}

function toShown(ctx: Ctx, row: ConnectionRow) {
  const { name, protocol } = ctx.banks.getBrand(row.bank);
  const account = openAccount(ctx.vault, row.terminalId, row.account);
  return {
    bank: name,
    protocol,
    account,
    merchantNumber: maskMerchantNumber(account.merchantId),
    apiAddress: account.endpoints.api,
    gateAddress: account.endpoints.gate,
  };
}

type Shown = ReturnType<typeof toShown>;

/** Names the fields whose values differ, without the values. */
const findChanged = (before: Shown, after: Shown): string =>
  listCredentialFields(after.protocol)
    .filter(({ name }) => readCredential(before.account, name) !== readCredential(after.account, name))
    .map(({ name }) => name)
    .join(", ");
