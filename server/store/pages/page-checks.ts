import type { PageKind } from "@/server/domain/pages/inventory";
import type { PageResult } from "@/server/domain/pages/page-results";
import type { Db, Tx } from "../db";

/** The comparison of one page with the inventory. */
export interface PageCheckRow {
  readonly id: string;
  readonly at: Date;
  readonly page: PageKind;
  readonly result: PageResult;
  /** What differs, one sentence each. */
  readonly differences: readonly string[];
  readonly digest: string;
}

export const insertPageCheck = (tx: Pick<Tx, "pageCheck">, row: PageCheckRow): Promise<unknown> =>
  tx.pageCheck.create({ data: { ...row, differences: [...row.differences] } });

/** Lists the last comparison of each of some pages. */
export async function listLastChecks(db: Db, pages: readonly PageKind[]): Promise<PageCheckRow[]> {
  return db.prisma.$queryRaw<PageCheckRow[]>`
    select last.* from unnest(${[...pages]}::text[]) with ordinality as wanted(page, place)
     cross join lateral (
       select id, at, page, result, differences, digest from page_check
        where page = wanted.page order by at desc limit 1) last
     order by wanted.place`;
}

/** The number of rows that one statement erases. */
const erasedMax = 5_000;

/** Erases a batch of the comparisons from before an instant. Returns how many. */
export const erasePageChecks = (db: Db, before: Date): Promise<number> => db.prisma.$executeRaw`
  delete from page_check where id in (select id from page_check where at < ${before} order by at limit ${erasedMax})`;
