import { istanbulDayStart } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";

/** What the address says of an audit log is shown; null leaves a filter open. */
export interface AuditAddress {
  readonly actor: string | null;
  readonly area: string | null;
  /** First and last day, `YYYY-MM-DD` in Istanbul. */
  readonly from: string | null;
  readonly until: string | null;
  /** Number of the last entry of the page before. */
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

/** What is malformed is left out. */
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

const readDay = (day: string | null): string | null => (day !== null && startOf(day) ? day : null);

/** Midnight in Istanbul of a day; null for a day that no calendar has. */
function startOf(day: string): Date | null {
  const noon = new Date(`${day}T12:00:00Z`);
  const isDay = !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day);
  return isDay ? istanbulDayStart(noon) : null;
}

export function auditAddressOf(address: AuditAddress): string {
  const set = Object.entries(address).filter(([, value]) => value !== null) as [string, string][];
  return set.length === 0 ? "/panel/team/audit" : `/panel/team/audit?${new URLSearchParams(set)}`;
}

export const isNarrowed = ({ before: _before, ...filters }: AuditAddress): boolean =>
  Object.values(filters).some((value) => value !== null);

/** What the procedure is asked: the last day is part of what is shown. */
export const auditQueryOf = ({ actor, area, from, until, before }: AuditAddress) => ({
  actorId: actor,
  area,
  cursor: before,
  from: from === null ? null : startOf(from),
  until: until === null ? null : nextDay(startOf(until)),
});

const nextDay = (start: Date | null): Date | null => (start === null ? null : plusMs(start, days(1)));
