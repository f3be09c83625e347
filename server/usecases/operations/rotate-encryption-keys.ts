import { keptMailPurpose } from "@/server/store/mail/sandbox-mail";
import {
  listSealedByOthers,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
  sealedColumns,
} from "@/server/store/sealed-values";
import { changePurpose } from "../approvals/shared/change-kind";
import { accountPurpose, proofsPurpose, tokenPurpose } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { linkTokenPurpose } from "../link-url";
import { mailContentPurpose } from "../mail/shared/write-mail";
import { ibanPurpose } from "../partners/shared/iban";
import { refPurpose } from "../payments/shared/payment-ref";
import { payoutIbanPurpose } from "../payouts/shared/freeze-account";
import { totpPurpose } from "../people/shared/second-factor";
import { webhookSecretPurpose } from "../webhooks/shared/webhook-secret";

export interface KeyRotation {
  /** The first key of the list, with which the values were sealed again. */
  readonly keyId: string;
  readonly resealed: readonly ResealedValues[];
  /** The values that no configured key opens; they stay unchanged. */
  readonly unreadable: readonly ResealedValues[];
}

interface ResealedValues {
  readonly column: SealedColumn;
  /** The key that had sealed the values. */
  readonly keyId: string;
  readonly values: number;
}

/** Builds the vault purpose of a value of each column from `SealedValue.boundTo`. */
const purposes: Record<SealedColumn, (boundTo: string) => string> = {
  "partner.webhook_secret": webhookSecretPurpose,
  "partner.webhook_secret_next": webhookSecretPurpose,
  "partner.webhook_secret_previous": webhookSecretPurpose,
  "partner_profile.iban": ibanPurpose,
  "payout.iban": payoutIbanPurpose,
  "bank_connection.account": accountPurpose,
  "payment.ref_cipher": refPurpose,
  "attempt.token_cipher": tokenPurpose,
  "attempt.proofs": proofsPurpose,
  "payment_link.token_cipher": linkTokenPurpose,
  "panel_user.totp_secret": totpPurpose,
  "staff_user.totp_secret": totpPurpose,
  "staff_change.sealed": changePurpose,
  "mail_message.content": mailContentPurpose,
  "sandbox_mail.content": keptMailPurpose,
};

/** The number of values that one statement replaces: small, because their rows are locked until it ends. */
const batchMax = 200;

/**
 * Seals all values of other keys again with the first key, after which the other keys can be removed from the list
 * (S37). A value is replaced by compare-and-set, so the product may run meanwhile, and the rotation may be stopped and
 * started again at any time. The product needs the new list of keys first: a process that still encrypts with another
 * key adds values to it.
 */
export async function rotateEncryptionKeys(ctx: Ctx): Promise<KeyRotation> {
  const keyId = ctx.vault.keyIds[0] ?? "";
  const resealed = new Tally();
  let unreadable = new Tally();
  // A value may move to a column that was already done, or change while it is sealed again; the next round finds it.
  for (let round = 1; round <= roundsMax; round += 1) {
    unreadable = new Tally();
    const before = resealed.total;
    for (const column of sealedColumns) await rotateColumn(ctx, column, keyId, resealed, unreadable);
    if (resealed.total === before) break;
  }
  ctx.log.info({ keyId, values: resealed.total, unreadable: unreadable.total }, "Encryption keys rotated");
  return { keyId, resealed: resealed.list(), unreadable: unreadable.list() };
}

/** The last round finds nothing. Many rounds mean that a process still encrypts with an old key. */
const roundsMax = 5;

async function rotateColumn(
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
      const sealed = reseal(ctx, column, value);
      if (!sealed) unreadable.add(column, value.keyId);
      return sealed ? [{ ...value, fresh: sealed }] : [];
    });
    const replaced = new Set(await replaceSealed(ctx.db, column, fresh));
    for (const value of fresh) if (replaced.has(value.id)) resealed.add(column, value.keyId);
  }
}

/** Seals a value again with the first key; null where no key opens it. */
function reseal(ctx: Ctx, column: SealedColumn, { boundTo, sealed }: SealedValue): Uint8Array | null {
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
