// The paging of the list of links (§4.2, D-14). Invalid values of `page` and `size` are replaced instead of refused;
// only a page beyond the horizon is refused.

/** The maximum of `page` times `size`. */
export const pagingHorizon = 100_000;

const sizeMax = 200n;
const sizeDefault = 20n;

/** Returns the zero-based page to use: the first one when the value is not an integer or is negative. */
export function appliedPage(text: string | undefined): bigint {
  const page = parseInteger(text) ?? 0n;
  return page < 0n ? 0n : page;
}

/** Returns the page size to use: 20 when the value is not an integer, else the nearest value from 1 to 200. */
export function appliedSize(text: string | undefined): number {
  const size = parseInteger(text) ?? sizeDefault;
  if (size < 1n) return 1;
  return Number(size > sizeMax ? sizeMax : size);
}

/** Returns whether a page is within the horizon. `size` is the page size in use. */
export const isWithinHorizon = (page: bigint, size: number): boolean => page * BigInt(size) <= BigInt(pagingHorizon);

/** Returns whether another page may follow: this one is full, and the next one begins within the horizon. */
export const hasMorePages = (page: number, size: number, itemCount: number): boolean =>
  itemCount === size && (page + 1) * size <= pagingHorizon;

/** Reads an integer of any length, because one that exceeds 64 bits is out of range, not invalid. */
const parseInteger = (text: string | undefined): bigint | null =>
  text !== undefined && /^-?[0-9]+$/.test(text) ? BigInt(text) : null;
