import { countByKey, type SealedColumn, sealedColumns } from "@/server/store/sealed-values";
import type { Ctx } from "../ctx";

export interface EncryptionKeyUse {
  readonly keyId: string;
  /** The first key of the list encrypts, the others only decrypt; what a missing one sealed cannot be opened. */
  readonly role: "encrypts" | "decrypts" | "missing";
  /** Values that it has sealed, per column. */
  readonly values: Partial<Record<SealedColumn, number>>;
}

/** Every encryption key that is given or that sealed something, with what it sealed (S37). Changes nothing. */
export async function listEncryptionKeys(ctx: Ctx): Promise<EncryptionKeyUse[]> {
  const counts = await Promise.all(
    sealedColumns.map(async (column) => ({ column, keys: await countByKey(ctx.db, column) })),
  );
  const found = counts.flatMap(({ keys }) => keys.map(({ keyId }) => keyId));
  return [...new Set([...ctx.vault.keyIds, ...found])].map((keyId) => ({
    keyId,
    role: roleOf(ctx.vault.keyIds, keyId),
    values: Object.fromEntries(
      counts.flatMap(({ column, keys }) => {
        const count = keys.find((key) => key.keyId === keyId);
        return count ? [[column, count.values]] : [];
      }),
    ),
  }));
}

const roleOf = (keyIds: readonly string[], keyId: string): EncryptionKeyUse["role"] => {
  if (keyIds[0] === keyId) return "encrypts";
  return keyIds.includes(keyId) ? "decrypts" : "missing";
};
