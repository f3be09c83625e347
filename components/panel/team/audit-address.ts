import { istanbulDayStart } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";

/** The filters and the page of the audit log in the URL. A null filter is not applied. */
export interface AuditAddress {
  readonly actor: string | null;
  readonly area: string | null;
  /** The first day, `YYYY-MM-DD` in Istanbul time. */
  readonly from: string | null;
  /** The last day, included, `YYYY-MM-DD` in Istanbul time. */
  readonly until: string | null;
  /** The number of the last entry on the previous page. Null for the first page. */
  readonly before: string | null;
}

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

const shapes: Readonly<Record<keyof AuditAddress, RegExp>> = {
  actor: /^[\w-]{1,64}$/,
  area: /^[a-zA-Z]{1,32}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  until: /^\d{4}-\d\d-\d\d$/,
  before: /^\d{1,18}$/,
};

/** Reads the filters from a URL's parameters. Malformed values are ignored. */
export function readAuditAddress(parameters: Parameters): AuditAddress {
  const read = (name: keyof AuditAddress): string | null => {
    const value = parameters[name];
    return typeof value === "string" && shapes[name].test(value) ? value : null;
  };
  return {
    actor: read("actor"),
    area: read("area"),
    before: read("before"),
    from: readDay(read("from")),
    until: readDay(read("until")),
  };
}

const readDay = (day: string | null): string | null => (day !== null && startOfDay(day) ? day : null);

/** Returns midnight in Istanbul of a day. Returns null for a day that does not exist. */
function startOfDay(day: string): Date | null {
  const noon = new Date(`${day}T12:00:00Z`);
  const isDay = !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day);
  return isDay ? istanbulDayStart(noon) : null;
}

export function toAuditAddress(address: AuditAddress): string {
  const set = Object.entries(address).filter(([, value]) => value !== null) as [string, string][];
  return set.length === 0 ? "/panel/team/audit" : `/panel/team/audit?${new URLSearchParams(set)}`;
}

export const isNarrowed = ({ before: _before, ...filters }: AuditAddress): boolean =>
  Object.values(filters).some((value) => value !== null);

/** Converts the filters to the input of the list procedure. Its `until` is exclusive, so the last day is included. */
export const toAuditQuery = ({ actor, area, from, until, before }: AuditAddress) => ({
  actorId: actor,
  area,
  cursor: before,
  from: from === null ? null : startOfDay(from),
  until: until === null ? null : nextDay(startOfDay(until)),
});

const nextDay = (start: Date | null): Date | null => (start === null ? null : plusMs(start, days(1)));
