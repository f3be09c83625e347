import { minutes, plusMs } from "@/server/domain/clock";
import { parseAmountParameter } from "@/server/domain/money";
import { type LinkStatus, linkStates } from "@/server/domain/states";

/** The filter of the link list. Amounts are in kuruş; days are whole days in Istanbul time. */
export interface LinkFilter {
  readonly statuses: readonly LinkStatus[];
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  /** The first day, `YYYY-MM-DD`. */
  readonly fromDay: string | null;
  /** The last day, `YYYY-MM-DD`. */
  readonly toDay: string | null;
  /** The page number, 0-based. */
  readonly page: number;
}

/** Returns the values of a query parameter, from a page's `searchParams` or from the browser's URL. */
type Read = (name: string) => readonly string[];

/** Reads the filter from a URL's parameters. Unknown values are ignored, so that an old URL still opens. */
export function readLinkFilter(read: Read): LinkFilter {
  const statuses = read("status").filter((one): one is LinkStatus => linkStates.some((state) => state === one));
  return {
    statuses: linkStates.filter((state) => statuses.includes(state)),
    minAmountKurus: parseAmountParameter(read("min")[0] ?? null),
    maxAmountKurus: parseAmountParameter(read("max")[0] ?? null),
    fromDay: parseDay(read("from")[0]),
    toDay: parseDay(read("to")[0]),
    page: Math.min(Number(/^\d{1,4}$/.exec(read("page")[0] ?? "")?.[0] ?? 0), pageMax),
  };
}

/** The last page that the list serves: it ends with the 100,000th link (D-14). */
const pageMax = 5_000;
const pageSize = 20;

/** Returns the URL of the list with a filter. */
export function toLinkListPath(filter: LinkFilter): string {
  const parameters = new URLSearchParams(filter.statuses.map((status) => ["status", status]));
  if (filter.minAmountKurus !== null) parameters.set("min", filter.minAmountKurus.toString());
  if (filter.maxAmountKurus !== null) parameters.set("max", filter.maxAmountKurus.toString());
  if (filter.fromDay) parameters.set("from", filter.fromDay);
  if (filter.toDay) parameters.set("to", filter.toDay);
  if (filter.page > 0) parameters.set("page", String(filter.page));
  return parameters.size === 0 ? "/panel/links" : `/panel/links?${parameters}`;
}

/** Converts a filter to the input of the list procedure. */
export const toListInput = ({ statuses, minAmountKurus, maxAmountKurus, fromDay, toDay, page }: LinkFilter) => ({
  statuses: [...statuses],
  minAmountKurus,
  maxAmountKurus,
  page,
  size: pageSize,
  createdFrom: fromDay === null ? null : startOfDay(fromDay),
  createdTo: toDay === null ? null : plusMs(startOfDay(toDay), minutes(24 * 60) - 1),
});

/** Returns whether the filter narrows the list. The page number alone does not. */
export const isNarrowed = ({ page: _page, statuses, ...rest }: LinkFilter): boolean =>
  statuses.length > 0 || Object.values(rest).some((value) => value !== null);

/** Istanbul is three hours ahead of UTC all year. */
const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+03:00`);

const parseDay = (text: string | undefined): string | null =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOfDay(text).getTime()) ? text : null;

/** Wraps the `searchParams` of a page for `readLinkFilter`. */
export const readParameters =
  (parameters: Readonly<Record<string, string | string[] | undefined>>): Read =>
  (name) =>
    [parameters[name] ?? []].flat();
