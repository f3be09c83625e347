import { days, plusMs } from "@/server/domain/clock";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import {
  countFailedSignIns,
  countUnknownSignIns,
  listFailedSignIns,
  listUnknownSignIns,
} from "@/server/store/people/failed-sign-ins";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** The rows that a page shows of the person's own refused sign-ins, and of those with unknown addresses. */
const shown = { own: 10, unknown: 50 };

/** Refused sign-ins with one address from one source in one hour. */
interface RefusedSignIns {
  readonly id: string;
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly sourceIp: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly count: number;
}

/** Returns the latest refused sign-ins with a person's address, and how many there were in the last 24 hours. */
export async function getFailedSignIns(
  ctx: Ctx,
  { person }: { readonly person: Person },
): Promise<{ readonly latest: readonly RefusedSignIns[]; readonly inLastDay: number }> {
  const [latest, inLastDay] = await Promise.all([
    listFailedSignIns(ctx.db, person, shown.own),
    countFailedSignIns(ctx.db.prisma, person, plusMs(ctx.realTime.now(), -days(1))),
  ]);
  return { latest, inLastDay };
}

/** Refused sign-ins with one address that no user has. */
export interface UnknownSignIns extends RefusedSignIns {
  readonly door: SignInDoor;
  /** Equal for equal addresses; it does not reveal the address. */
  readonly mark: string;
  /** Null where no user has an address of the domain, or where what was typed is no address. */
  readonly domain: string | null;
}

/** Returns the latest refused sign-ins with addresses of no user, and how many there are in all (D-312). */
export async function getUnknownSignIns(ctx: Ctx): Promise<{
  readonly latest: readonly UnknownSignIns[];
  readonly attempts: number;
  readonly sources: number;
}> {
  const [rows, counts] = await Promise.all([listUnknownSignIns(ctx.db, shown.unknown), countUnknownSignIns(ctx.db)]);
  const latest = rows.map(({ id, door, addressMark, domain, sourceIp, firstAt, lastAt, count }) => ({
    id,
    door: door as SignInDoor,
    mark: addressMark.slice(0, 8),
    domain,
    sourceIp,
    firstAt,
    lastAt,
    count,
  }));
  return { latest, ...counts };
}
