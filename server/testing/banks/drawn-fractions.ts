import type { Random } from "@/server/domain/random";

/**
 * Creates random numbers of which `drawFraction` reads the given fractions.
 * @param next returns the next fraction, from 0 to below 1
 */
export const drawFractions = (next: () => number): Random => ({
  bytes(count) {
    if (count !== 4) throw new RangeError("A fraction is drawn from 4 bytes");
    const drawn = Buffer.alloc(4);
    drawn.writeUInt32BE(Math.floor(next() * 2 ** 32));
    return drawn;
  },
});
