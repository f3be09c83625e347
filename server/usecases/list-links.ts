import { AppError } from "@/server/domain/errors";
import { type LinkSelection, listLinkRows } from "@/server/store/link-list";
import type { Ctx } from "./ctx";
import { type LinkRecord, toLinkRecord } from "./link-record";

export interface ListLinksInput extends Omit<LinkSelection, "offset" | "countMax"> {
  /** From 0. */
  readonly page: number;
  /** From 1 to 200. */
  readonly size: number;
}

export interface ListedLinks {
  readonly items: LinkRecord[];
  readonly page: number;
  readonly size: number;
  /** The page is full, and the next one begins within the first 100,000. */
  readonly hasMore: boolean;
}

/** How far a list reaches (§4.2). */
const reach = 100_000;

/**
 * A page of an account's links, the newest first (§4.2, D-14), each in the state that it is in at this instant (D-2).
 * Throws validation_error for a page that begins beyond the first 100,000.
 */
export async function listLinks(
  ctx: Ctx,
  { page, size, ...selection }: ListLinksInput,
): Promise<ListedLinks> {
  const offset = page * size;
  if (offset > reach)
    throw new AppError("validation_error", "paging", { message: "page x size exceeds 100000" });
  const rows = await listLinkRows(ctx.db, { ...selection, offset, countMax: size });
  const items = rows.map((row) => toLinkRecord(ctx, row));
  return { items, page, size, hasMore: items.length === size && offset + size <= reach };
}
