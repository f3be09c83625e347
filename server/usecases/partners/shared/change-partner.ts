import { type Change, describeChange } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import type { PartnerColumns } from "@/server/store/accounts/partners";
import { inTx, type Tx } from "@/server/store/db";
import {
  lockPartnerWithProfile,
  type PartnerWithProfile,
  type ProfileColumns,
  savePartner,
} from "@/server/store/partners/profiles";
import type { Ctx } from "@/server/usecases/ctx";
import { type ToldChange, tellMerchant } from "./tell-merchant";

/** The account that a person changes, as they saw it. */
export interface SeenPartner {
  readonly partnerId: string;
  /** The number of changes of the account when the person looked at it; null skips the check. */
  readonly revision: number | null;
}

/** The same, changed by a member of staff. */
export interface SeenByStaff extends SeenPartner {
  readonly staffId: string;
}

interface PartnerChange {
  readonly partner?: PartnerColumns;
  readonly profile?: ProfileColumns;
}

interface ChangeStep {
  /** Returns the values that the audit log compares. */
  readonly show: (row: PartnerWithProfile) => object;
  /** Returns the columns to write, or throws. */
  readonly change: (row: PartnerWithProfile, tx: Tx) => PartnerChange | Promise<PartnerChange>;
  /** What the merchant reads about it in its own audit log; absent where that has an entry already, or needs none. */
  readonly told?: ToldChange;
}

/**
 * Changes an account under its lock, so that the changes of two people follow each other, and returns what differs.
 * Throws not_found, changed_meanwhile where the account was changed since the person looked at it, and the errors
 * of `change`.
 */
export const changePartner = (ctx: Ctx, seen: SeenPartner, step: ChangeStep): Promise<Change> =>
  inTx(ctx.db, (tx) => changePartnerIn(tx, seen, step));

/** The same inside a transaction that holds no lock of a link, a payment, a refund or a terminal (see `inTx`). */
export async function changePartnerIn(
  tx: Tx,
  { partnerId, revision }: SeenPartner,
  { show, change, told }: ChangeStep,
): Promise<Change> {
  const before = await lockPartnerWithProfile(tx, partnerId);
  if (!before) throw new AppError("not_found", `There is no account ${partnerId}`);
  if (revision !== null && (before.profile?.revision ?? 0) !== revision) throw new AppError("changed_meanwhile");
  await savePartner(tx, partnerId, await change(before, tx));
  const after = await lockPartnerWithProfile(tx, partnerId);
  const described = describeChange(show(before), after && show(after));
  if (told) await tellMerchant(tx, partnerId, told, described);
  return described;
}
