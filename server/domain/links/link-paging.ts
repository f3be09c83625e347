/** Pages of a merchant's links (§4.2, D-14): strange values never fail, one combination does. */

/** How far a list can be paged: `page` times `size`. */
export const pagingHorizon = 100_000;

const sizeMax = 200n;
const sizeDefault = 20n;

/** The page that is applied, zero-based: what is no integer is left out, and a negative one is the first. */
export function appliedPage(text: string | undefined): bigint {
  const page = integerIn(text) ?? 0n;
  return page < 0n ? 0n : page;
}

/** The size that is applied: what is no integer takes the default, 20, and others are brought into 1 to 200. */
export function appliedSize(text: string | undefined): number {
  const size = integerIn(text) ?? sizeDefault;
  if (size < 1n) return 1;
  return Number(size > sizeMax ? sizeMax : size);
}

/** Whether a page, with the size as it is applied, can be asked for at all. */
export const isWithinHorizon = (page: bigint, size: number): boolean =>
  page * BigInt(size) <= BigInt(pagingHorizon);

/** Whether a page of so many links is followed by another: it is full, and the next one begins within the horizon. */
export const hasMorePages = (page: number, size: number, itemCount: number): boolean =>
  itemCount === size && (page + 1) * size <= pagingHorizon;

/** Of any length: an integer that no number holds is out of range, not unreadable. */
const integerIn = (text: string | undefined): bigint | null =>
  text !== undefined && /^-?[0-9]+$/.test(text) ? BigInt(text) : null;
