import { randomBytes, randomFillSync } from "node:crypto";

/**
 * The source of random numbers, which the context carries as it does the clock. Every secret and identifier is drawn
 * from it (D-385).
 */
export interface Random {
  /** Returns so many new random bytes, which no other call gets. */
  bytes(count: number): Buffer;
}

/** The random numbers of the operating system. */
export const systemRandom: Random = { bytes: takeFromReserve };

const reserveBytes = 4_096;
let reserve = Buffer.alloc(0);
let used = 0;

/**
 * Returns the next unused bytes of a reserve; each byte is used once. The reserve exists because asking the system for
 * a few bytes takes as long as asking for all of them.
 */
function takeFromReserve(count: number): Buffer {
  if (count > reserveBytes / 4) return randomBytes(count);
  if (used + count > reserve.length) {
    reserve = randomFillSync(Buffer.alloc(reserveBytes));
    used = 0;
  }
  used += count;
  return reserve.subarray(used - count, used);
}

/** Returns an integer from 0 to below `below`, which is at most 2^32; each is equally probable. */
export function drawInteger(random: Random, below: number): number {
  const fair = 2 ** 32 - (2 ** 32 % below);
  for (;;) {
    const drawn = random.bytes(4).readUInt32BE(0);
    if (drawn < fair) return drawn % below;
  }
}

/** Returns characters of an alphabet whose length divides 256; each is equally probable. */
export function drawCharacters(random: Random, count: number, alphabet: string): string {
  let drawn = "";
  for (const byte of random.bytes(count)) drawn += alphabet[byte % alphabet.length];
  return drawn;
}

/** Returns a number from 0 to below 1, in steps of 2^-32. */
export const drawFraction = (random: Random): number => random.bytes(4).readUInt32BE(0) / 2 ** 32;
