/** Pages of a merchant's links (§4.2, D-14): strange values never fail, one combination does. */

export interface Paging {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
}

/** How far a list can be paged: `page` times `size`. */
export const pagingHorizon = 100_000;

const sizeMax = 200;
const sizeDefault = 20;

/**
 * The page and size that are applied: what is no integer takes its default, a negative page is the first, and a size is
 * brought into 1 to 200. Null: the product of the two, as they are applied, lies beyond the horizon.
 */
export function readPaging(pageText: string | undefined, sizeText: string | undefined): Paging | null {
  const page = atLeast(0n, integerIn(pageText) ?? 0n);
  const size = Number(atMost(BigInt(sizeMax), atLeast(1n, integerIn(sizeText) ?? BigInt(sizeDefault))));
  return page * BigInt(size) > BigInt(pagingHorizon) ? null : { page: Number(page), size };
}

/** Whether a page of so many links is followed by another: it is full, and the next one begins within the horizon. */
export const hasMorePages = ({ page, size }: Paging, itemCount: number): boolean =>
  itemCount === size && (page + 1) * size <= pagingHorizon;

/** Of any length: an integer that no number holds is out of range, not unreadable. */
const integerIn = (text: string | undefined): bigint | null =>
  text !== undefined && /^-?[0-9]+$/.test(text) ? BigInt(text) : null;

const atLeast = (min: bigint, value: bigint): bigint => (value < min ? min : value);
const atMost = (max: bigint, value: bigint): bigint => (value > max ? max : value);
