import { countByKey, type SealedColumn, sealedColumns } from "@/server/store/sealed-values";
import type { Ctx } from "../ctx";

export interface EncryptionKeyUse {
  readonly keyId: string;
  /** The first key of the list encrypts, and the others only decrypt. Values of a missing key cannot be opened. */
  readonly role: "encrypts" | "decrypts" | "missing";
  /** The number of values that the key has sealed, per column. */
  readonly values: Partial<Record<SealedColumn, number>>;
}

/** Lists every encryption key that is configured or has sealed a value, with the number of its values (S37). */
export async function listEncryptionKeys(ctx: Ctx): Promise<EncryptionKeyUse[]> {
  const counts = await Promise.all(
    sealedColumns.map(async (column) => ({ column, keys: await countByKey(ctx.db, column) })),
  );
  const found = counts.flatMap(({ keys }) => keys.map(({ keyId }) => keyId));
  return [...new Set([...ctx.vault.keyIds, ...found])].map((keyId) => ({
    keyId,
    role: findRole(ctx.vault.keyIds, keyId),
    values: Object.fromEntries(
      counts.flatMap(({ column, keys }) => {
        const count = keys.find((key) => key.keyId === keyId);
        return count ? [[column, count.values]] : [];
      }),
    ),
  }));
}

const findRole = (keyIds: readonly string[], keyId: string): EncryptionKeyUse["role"] => {
  if (keyIds[0] === keyId) return "encrypts";
  return keyIds.includes(keyId) ? "decrypts" : "missing";
};
