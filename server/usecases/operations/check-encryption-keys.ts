import type { UnusableKeys } from "@/server/domain/operations/encryption-keys";
import { deleteKeyCheck, insertKeyCheck, type KeyCheck, listKeyChecks } from "@/server/store/key-checks";
import { listOldestSealed, type SealedColumn } from "@/server/store/sealed-values";
import { accountPurpose } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { linkTokenPurpose } from "../link-url";
import { refPurpose } from "../payments/shared/payment-ref";
import { listEncryptionKeys } from "./list-encryption-keys";

/**
 * Checks that the given encryption keys open what is stored (D-318). Each key seals a known value when it is first used
 * to encrypt; later starts open it, which costs no look at the data. Where a key of such a value was not given, and at
 * the first start with this check, the stored values are counted by key.
 */
export async function checkEncryptionKeys(ctx: Ctx): Promise<UnusableKeys> {
  const checks = await listKeyChecks(ctx.db);
  const found = checks.length === 0 ? await examineValues(ctx) : await examineChecks(ctx, checks);
  const keyId = ctx.vault.keyIds[0] ?? "";
  if (found.missing.length > 0 || found.wrong.length > 0 || checks.some((check) => check.keyId === keyId)) return found;
  await insertKeyCheck(ctx.db, { keyId, sealed: ctx.vault.seal(checkPurpose(keyId), knownText) }, ctx.clock.now());
  // Another process may have stored the value of another key under this name meanwhile.
  return examineChecks(ctx, await listKeyChecks(ctx.db));
}

const knownText = "known";
const checkPurpose = (keyId: string): string => `encryption-key-check:${keyId}`;

async function examineChecks(ctx: Ctx, checks: readonly KeyCheck[]): Promise<UnusableKeys> {
  const isGiven = ({ keyId }: KeyCheck): boolean => ctx.vault.keyIds.includes(keyId);
  const wrong = checks.filter(isGiven).filter(({ keyId, sealed }) => !opens(ctx, checkPurpose(keyId), sealed));
  const absent = checks.filter((check) => !isGiven(check));
  const missing = absent.length > 0 ? await listMissing(ctx) : [];
  // The rotation has replaced every value of the others.
  for (const { keyId } of absent) if (!missing.includes(keyId)) await deleteKeyCheck(ctx.db, keyId);
  return { missing, wrong: wrong.map(({ keyId }) => keyId) };
}

/** The columns in which every row has a value, with the purpose of a value. */
const filledColumns = [
  ["payment.ref_cipher", refPurpose],
  ["payment_link.token_cipher", linkTokenPurpose],
  ["bank_connection.account", accountPurpose],
] as const satisfies readonly (readonly [SealedColumn, (boundTo: string) => string])[];

/** Examines stored values themselves, where no known value was stored yet. */
async function examineValues(ctx: Ctx): Promise<UnusableKeys> {
  const missing = await listMissing(ctx);
  const wrong = new Set<string>();
  for (const [column, purpose] of filledColumns) {
    for (const { keyId, boundTo, sealed } of await listOldestSealed(ctx.db, column, 1)) {
      if (ctx.vault.keyIds.includes(keyId) && !opens(ctx, purpose(boundTo), sealed)) wrong.add(keyId);
    }
  }
  return { missing, wrong: [...wrong] };
}

const listMissing = async (ctx: Ctx): Promise<string[]> => {
  const keys = await listEncryptionKeys(ctx);
  // A value without the name of a key is damaged. It names no key that could be given.
  return keys.filter(({ role, keyId }) => role === "missing" && keyId !== "").map(({ keyId }) => keyId);
};

const opens = (ctx: Ctx, purpose: string, sealed: Uint8Array): boolean => {
  try {
    ctx.vault.open(purpose, sealed);
    return true;
  } catch {
    return false;
  }
};
