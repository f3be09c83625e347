import { type AlertKind, type AlertSeverity, type AlertState, listKindsOf } from "@/server/domain/alerts";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import { type AlertPosition, countOpenAlerts, listAlertRows } from "@/server/store/alerts";
import type { Ctx } from "../ctx";
import { type AlertView, toAlertView } from "./shared/alert-view";

export interface ListStaffAlertsInput {
  readonly states: readonly AlertState[] | null;
  readonly kinds: readonly AlertKind[] | null;
  /** The payment, refund or money return that the alerts are about; null for any. */
  readonly subject: string | null;
  /** The `nextCursor` of the previous page; null or an invalid cursor starts at the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

const cursors = cursorCodec<AlertPosition>({ createdAt: instantPart, id: idPart("alr_") });
const sort = "-created";

/** Lists a page of the alerts for staff, the newest first. */
export async function listStaffAlerts(
  ctx: Ctx,
  { states, kinds, subject, cursor, countMax }: ListStaffAlertsInput,
): Promise<{ items: readonly AlertView[]; nextCursor: string | null }> {
  const rows = await listAlertRows(ctx.db, {
    states,
    kinds,
    subjects: subject === null ? null : [subject],
    after: cursor === null ? null : cursors.read(sort, cursor),
    countMax: countMax + 1,
  });
  const page = rows.slice(0, countMax);
  const last = page.at(-1);
  return {
    items: page.map(toAlertView),
    nextCursor: rows.length > countMax && last ? cursors.write(sort, last) : null,
  };
}

/** The number of open alerts that are listed at once. */
const openMax = 100;

export interface OpenAlerts {
  readonly items: readonly AlertView[];
  /** Whether there are more than the listed ones. */
  readonly hasMore: boolean;
  /** The product's time, from which ages are counted. */
  readonly at: Date;
}

/** Lists the alerts that are not closed: the most urgent first, of a severity the newest first. */
export async function listOpenAlerts(ctx: Ctx): Promise<OpenAlerts> {
  const list = (severity: AlertSeverity) =>
    listAlertRows(ctx.db, {
      states: ["open", "acknowledged"],
      kinds: listKindsOf(severity),
      subjects: null,
      after: null,
      countMax: openMax + 1,
    });
  const rows = [...(await list("now")), ...(await list("today"))];
  return { items: rows.slice(0, openMax).map(toAlertView), hasMore: rows.length > openMax, at: ctx.clock.now() };
}

/** The highest number that is counted; a badge shows it as "99+". */
const countedMax = 100;

/** Counts the open alerts, at most 100. */
export const countAlerts = (ctx: Ctx): Promise<number> => countOpenAlerts(ctx.db, countedMax);
