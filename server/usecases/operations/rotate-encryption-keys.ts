import {
  listSealedByOthers,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
  sealedColumns,
} from "@/server/store/sealed-values";
import { accountPurpose, proofsPurpose, tokenPurpose } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { linkTokenPurpose } from "../link-url";
import { refPurpose } from "../payments/payment-ref";
import { totpPurpose } from "../people/second-factor";
import { webhookSecretPurpose } from "../webhooks/webhook-secret";

export interface KeyRotation {
  /** The key under which values were sealed anew: the first of the list. */
  readonly keyId: string;
  readonly resealed: readonly ResealedValues[];
  /** Values that none of the keys opens; they are left as they are. */
  readonly unreadable: readonly ResealedValues[];
}

export interface ResealedValues {
  readonly column: SealedColumn;
  /** Of the key that had sealed them. */
  readonly keyId: string;
  readonly values: number;
}

/** What a value of each column is bound to, by the id that `SealedValue.boundTo` has. */
const purposes: Record<SealedColumn, (boundTo: string) => string> = {
  "partner.webhook_secret": webhookSecretPurpose,
  "partner.webhook_secret_next": webhookSecretPurpose,
  "partner.webhook_secret_previous": webhookSecretPurpose,
  "bank_connection.account": accountPurpose,
  "payment.ref_cipher": refPurpose,
  "attempt.token_cipher": tokenPurpose,
  "attempt.proofs": proofsPurpose,
  "payment_link.token_cipher": linkTokenPurpose,
  "panel_user.totp_secret": totpPurpose,
  "staff_user.totp_secret": totpPurpose,
};

/** Values that one statement replaces: few, as their rows are locked until it ends. */
const batchMax = 200;

/**
 * Seals everything that another key has sealed anew under the first one, after which the others can be taken out of the
 * list (S37). A value is replaced only while it is what was read, so the product may run meanwhile, and the work may be
 * stopped and begun again at any time. Whoever still encrypts with another key adds values to it: the product has to
 * have the new list first.
 */
export async function rotateEncryptionKeys(ctx: Ctx): Promise<KeyRotation> {
  const keyId = ctx.vault.keyIds[0] ?? "";
  const resealed = new Tally();
  let unreadable = new Tally();
  // A value may move to a column that was gone through, or change while it is sealed anew: it is met the next time.
  for (let round = 1; round <= roundsMax; round += 1) {
    unreadable = new Tally();
    const before = resealed.total;
    for (const column of sealedColumns) await goThrough(ctx, column, keyId, resealed, unreadable);
    if (resealed.total === before) break;
  }
  ctx.log.info({ keyId, values: resealed.total, unreadable: unreadable.total }, "Encryption keys rotated");
  return { keyId, resealed: resealed.list(), unreadable: unreadable.list() };
}

/** The last one finds nothing; more than a few mean that somebody goes on encrypting with an old key. */
const roundsMax = 5;

async function goThrough(
  ctx: Ctx,
  column: SealedColumn,
  keyId: string,
  resealed: Tally,
  unreadable: Tally,
): Promise<void> {
  let afterId = "";
  for (;;) {
    const values = await listSealedByOthers(ctx.db, column, keyId, afterId, batchMax);
    const last = values.at(-1);
    if (!last) return;
    afterId = last.id;
    const fresh = values.flatMap((value) => {
      const sealed = sealAnew(ctx, column, value);
      if (!sealed) unreadable.add(column, value.keyId);
      return sealed ? [{ ...value, fresh: sealed }] : [];
    });
    const replaced = new Set(await replaceSealed(ctx.db, column, fresh));
    for (const value of fresh) if (replaced.has(value.id)) resealed.add(column, value.keyId);
  }
}

/** The value under the first key; null when none opens it. */
function sealAnew(ctx: Ctx, column: SealedColumn, { boundTo, sealed }: SealedValue): Uint8Array | null {
  const purpose = purposes[column](boundTo);
  try {
    return ctx.vault.seal(purpose, ctx.vault.open(purpose, sealed));
  } catch {
    return null;
  }
}

/** Counts values per column and key. */
class Tally {
  total = 0;
  private readonly counts = new Map<string, ResealedValues>();
  add(column: SealedColumn, keyId: string): void {
    const name = `${column} ${keyId}`;
    const values = (this.counts.get(name)?.values ?? 0) + 1;
    this.counts.set(name, { column, keyId, values });
    this.total += 1;
  }
  list(): ResealedValues[] {
    return [...this.counts.values()];
  }
}
