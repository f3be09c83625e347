import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Random } from "@/server/domain/random";

/**
 * Encrypts secret column values with AES-256-GCM under a named key. The purpose (for example `link-token:<id>`) is
 * authenticated, so that a value that is copied into another row does not open.
 */
export interface Vault {
  /** The names of the keys; the first one encrypts. */
  readonly keyIds: readonly string[];
  seal(purpose: string, text: string): Uint8Array<ArrayBuffer>;
  open(purpose: string, sealed: Uint8Array): string;
}

export interface VaultKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/**
 * Creates a vault. The first key encrypts and all keys decrypt, so a key is rotated by putting a new one in front
 * (S37).
 * @param random draws the nonce of each value
 */
export function createVault(random: Random, keys: readonly VaultKey[]): Vault {
  const [first] = keys;
  if (!first) throw new Error("A vault needs at least one key");
  return {
    keyIds: keys.map(({ id }) => id),
    seal(purpose, text) {
      const nonce = random.bytes(nonceLength);
      const cipher = createCipheriv("aes-256-gcm", first.key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      const id = Buffer.from(first.id);
      return Uint8Array.from(Buffer.concat([Buffer.from([id.length]), id, nonce, cipher.getAuthTag(), body]));
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed);
      const nonceAt = 1 + (bytes[0] ?? 0);
      const id = bytes.toString("utf8", 1, nonceAt);
      const key = keys.find((candidate) => candidate.id === id);
      if (!key) throw new UnknownKey(`No encryption key named ${id} was given`);
      const tagAt = nonceAt + nonceLength;
      const bodyAt = tagAt + tagLength;
      const decipher = createDecipheriv("aes-256-gcm", key.key, bytes.subarray(nonceAt, tagAt))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(tagAt, bodyAt));
      return decipher.update(bytes.subarray(bodyAt), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

/** A value was sealed with a key that is not in the list. */
export class UnknownKey extends Error {
  override name = "UnknownKey";
}

const nonceLength = 12;
const tagLength = 16;
