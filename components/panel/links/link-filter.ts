import { minutes, plusMs } from "@/server/domain/clock";
import { type LinkStatus, linkStates } from "@/server/domain/states";

/** What the list of links is asked for. Amounts kuruş; days are whole days in Istanbul. */
export interface LinkFilter {
  readonly statuses: readonly LinkStatus[];
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  /** `YYYY-MM-DD`. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  /** From 0. */
  readonly page: number;
}

/** Parameters of an address, as a page or the browser has them. */
type Read = (name: string) => readonly string[];

/** The filter that an address holds; what it does not understand is left out, so that an old address still opens. */
export function readLinkFilter(read: Read): LinkFilter {
  const statuses = read("status").filter((one): one is LinkStatus =>
    linkStates.some((state) => state === one),
  );
  return {
    statuses: linkStates.filter((state) => statuses.includes(state)),
    minAmountKurus: kurusIn(read("min")[0]),
    maxAmountKurus: kurusIn(read("max")[0]),
    fromDay: dayIn(read("from")[0]),
    toDay: dayIn(read("to")[0]),
    page: Math.min(Number(/^\d{1,4}$/.exec(read("page")[0] ?? "")?.[0] ?? 0), pageMax),
  };
}

/** The 100,000th link is on it (D-14). */
const pageMax = 5_000;
const pageSize = 20;

/** The address of a filter's list. */
export function addressOf(filter: LinkFilter): string {
  const parameters = new URLSearchParams(filter.statuses.map((status) => ["status", status]));
  if (filter.minAmountKurus !== null) parameters.set("min", filter.minAmountKurus.toString());
  if (filter.maxAmountKurus !== null) parameters.set("max", filter.maxAmountKurus.toString());
  if (filter.fromDay) parameters.set("from", filter.fromDay);
  if (filter.toDay) parameters.set("to", filter.toDay);
  if (filter.page > 0) parameters.set("page", String(filter.page));
  return parameters.size === 0 ? "/panel/links" : `/panel/links?${parameters}`;
}

/** What the procedure takes for a filter. */
export const listInput = ({
  statuses,
  minAmountKurus,
  maxAmountKurus,
  fromDay,
  toDay,
  page,
}: LinkFilter) => ({
  statuses: [...statuses],
  minAmountKurus,
  maxAmountKurus,
  page,
  size: pageSize,
  createdFrom: fromDay === null ? null : startOf(fromDay),
  createdTo: toDay === null ? null : plusMs(startOf(toDay), minutes(24 * 60) - 1),
});

/** Whether anything is left out of the list but by its page. */
export const isNarrowed = ({ page: _page, statuses, ...rest }: LinkFilter): boolean =>
  statuses.length > 0 || Object.values(rest).some((value) => value !== null);

/** Istanbul is three hours ahead of UTC all year. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+03:00`);

const kurusIn = (text: string | undefined): bigint | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) && BigInt(text) <= 1_000_000_000n ? BigInt(text) : null;

const dayIn = (text: string | undefined): string | null =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text).getTime())
    ? text
    : null;

/** The parameters of a page (`searchParams`) as a filter reads them. */
export const readFrom =
  (parameters: Readonly<Record<string, string | string[] | undefined>>): Read =>
  (name) =>
    [parameters[name] ?? []].flat();
