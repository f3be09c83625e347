import { createCipheriv, createHash } from "node:crypto";
import type { Random } from "@/server/domain/random";

/**
 * Creates random numbers that depend on the seed alone: the key stream of AES-256 in counter mode, with the SHA-256 of
 * the seed as its key. The bytes do not depend on how they are drawn: 3 and then 5 of them are the first 8.
 * @param seed any text; a part of a test that needs a stream of its own adds its name to the seed
 */
export function createSeededRandom(seed: string): Random {
  const cipher = createCipheriv("aes-256-ctr", createHash("sha256").update(seed).digest(), firstBlock);
  let ready = Buffer.alloc(0);
  return {
    bytes(count) {
      if (count > ready.length) {
        ready = Buffer.concat([ready, cipher.update(Buffer.alloc(Math.max(count, reserveBytes)))]);
      }
      const drawn = ready.subarray(0, count);
      ready = ready.subarray(count);
      return drawn;
    },
  };
}

const firstBlock = Buffer.alloc(16);

/** So many bytes at least are computed at a time, because each call of the cipher takes longer than its bytes. */
const reserveBytes = 1_024;
