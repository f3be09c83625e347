import { minutes, plusMs } from "@/server/domain/clock";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import type { InventoryPage, PageKind, ReleasedPages } from "@/server/domain/pages/inventory";
import { type CspReportPosition, type CspReportRow, listCspReportRows } from "@/server/store/pages/csp-reports";
import { listLastChecks, type PageCheckRow } from "@/server/store/pages/page-checks";
import { listAuthorisations } from "@/server/store/pages/page-inventories";
import type { Ctx } from "../ctx";

/** Who has authorised the pages of this release, and when (UTC). */
export interface ReleaseAuthorisation {
  readonly authorisedBy: string;
  readonly reason: string;
  readonly authorisedAt: Date;
}

/** Finds the newest genuine authorisation of this release's pages; null where there is none (D-293). */
export async function findAuthorisation(ctx: Ctx): Promise<ReleaseAuthorisation | null> {
  const { text, digest } = ctx.pages.released;
  const rows = await listAuthorisations(ctx.db, digest);
  const genuine = rows.find((row) => row.content === text && ctx.pages.keys.isGenuine(row, row.keyId, row.signature));
  if (!genuine) return null;
  const { authorisedBy, reason, authorisedAt } = genuine;
  return { authorisedBy, reason, authorisedAt };
}

/** A page of the inventory with its last comparison; null where it was never compared, or cannot be. */
export interface PageState {
  readonly page: PageKind;
  /** Whether it can be requested without a card, and so is compared. */
  readonly isCompared: boolean;
  readonly last: Pick<PageCheckRow, "at" | "result" | "differences"> | null;
}

export interface PagesState {
  readonly digest: ReleasedPages["digest"];
  readonly authorisation: ReleaseAuthorisation | null;
  readonly pages: readonly PageState[];
}

/** Returns whether this release's pages are authorised, and the last comparison of each. */
export async function getPagesState(ctx: Ctx): Promise<PagesState> {
  const { digest, inventory } = ctx.pages.released;
  const compared = inventory.pages.filter(isCompared).map(({ kind }) => kind);
  const checks = new Map((await listLastChecks(ctx.db, compared)).map((check) => [check.page, check]));
  return {
    digest,
    authorisation: await findAuthorisation(ctx),
    pages: inventory.pages.map((page) => ({
      page: page.kind,
      isCompared: isCompared(page),
      last: toLast(checks.get(page.kind)),
    })),
  };
}

const isCompared = ({ request }: InventoryPage): boolean => request !== null;

const toLast = (check: PageCheckRow | undefined): PageState["last"] =>
  check ? { at: check.at, result: check.result, differences: check.differences } : null;

/** Finds the last check of this release's pages, if it is so recent that a start need not check them; else null. */
export async function findRecentCheck(ctx: Ctx): Promise<PageCheckRow | null> {
  const [first] = await listLastChecks(ctx.db, ["link_open"]);
  const isSameRelease = first?.digest === ctx.pages.released.digest;
  return isSameRelease && first.at > plusMs(ctx.clock.now(), -recentMs) ? first : null;
}

const recentMs = minutes(50);

export interface ListCspReportsInput {
  /** Reports about pages of ours, or about other addresses; null for both. */
  readonly pages: "ours" | "others" | null;
  readonly directives: readonly string[] | null;
  /** The `nextCursor` of the previous page; null or an invalid cursor starts at the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

const cursors = cursorCodec<CspReportPosition>({ lastAt: instantPart, id: idPart("csp_") });
const sort = "-last";

/** Lists a page of browsers' reports, the latest first (D-297). */
export async function listCspReports(
  ctx: Ctx,
  { pages, directives, cursor, countMax }: ListCspReportsInput,
): Promise<{ items: readonly CspReportRow[]; nextCursor: string | null }> {
  const rows = await listCspReportRows(ctx.db, {
    isOurs: pages === null ? null : pages === "ours",
    directives,
    after: cursor === null ? null : cursors.read(sort, cursor),
    countMax: countMax + 1,
  });
  const items = rows.slice(0, countMax);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > countMax && last ? cursors.write(sort, last) : null };
}
