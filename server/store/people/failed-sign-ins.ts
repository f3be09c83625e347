import { Prisma } from "@/prisma/generated/client";
import { newId } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { type Db, randomOf, type Tx } from "../db";
import { type Person, toPersonColumns } from "./sign-in-sessions";

export interface RefusedSignIn {
  readonly door: SignInDoor;
  /** The id of the user who signs in with the address; null where there is none. */
  readonly userId: string | null;
  readonly addressMark: string;
  /** The text behind the `@` of an address; null where what was typed is no address. */
  readonly domain: string | null;
  readonly sourceIp: string;
  readonly now: Date;
}

/**
 * Counts a refused sign-in with the others of the same address, source and hour. The domain is kept only where a user
 * has an address of it, because any other text may be a part of a password.
 */
export async function countFailedSignIn(tx: Tx, refused: RefusedSignIn): Promise<void> {
  const { door, userId, addressMark, domain, sourceIp, now } = refused;
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const [panelUserId, staffUserId] = door === "panel" ? [userId, null] : [null, userId];
  await tx.$executeRaw`
    insert into failed_sign_in (id, door, panel_user_id, staff_user_id, address_mark, domain, source_ip, hour, first_at,
                                last_at)
    select ${newId(randomOf(tx), "failedSignIn", now)}, ${door}, ${panelUserId}, ${staffUserId}, ${addressMark},
           case when exists (select 1 from panel_user where split_part(email, '@', 2) = ${domain})
                  or exists (select 1 from staff_user where split_part(email, '@', 2) = ${domain})
                then ${domain} end,
           ${sourceIp}, ${hour}, ${now}, ${now}
    on conflict (door, address_mark, source_ip, hour)
    do update set count = failed_sign_in.count + 1, last_at = excluded.last_at,
                  panel_user_id = excluded.panel_user_id, staff_user_id = excluded.staff_user_id`;
}

const hourMs = 3_600_000;

/** Counts the refused sign-ins with a person's address since an instant. */
export async function countFailedSignIns(db: Pick<Db, "prisma">["prisma"] | Tx, person: Person, since: Date) {
  const where = { ...toPersonColumns(person), lastAt: { gt: since } };
  const { _sum } = await db.failedSignIn.aggregate({ where, _sum: { count: true } });
  return _sum.count ?? 0;
}

/** Lists the latest refused sign-ins with a person's address, at most `countMax` rows. */
export const listFailedSignIns = (db: Db, person: Person, countMax: number) =>
  db.prisma.failedSignIn.findMany({
    where: toPersonColumns(person),
    select: { id: true, sourceIp: true, firstAt: true, lastAt: true, count: true },
    orderBy: [{ lastAt: "desc" }, { id: "desc" }],
    take: countMax,
  });

const unknown = { panelUserId: null, staffUserId: null };

/** Lists the latest refused sign-ins with addresses of no user, at most `countMax` rows. */
export const listUnknownSignIns = (db: Db, countMax: number) =>
  db.prisma.failedSignIn.findMany({ where: unknown, orderBy: [{ lastAt: "desc" }, { id: "desc" }], take: countMax });

/** Counts the refused sign-ins with addresses of no user, and the sources that they came from. */
export async function countUnknownSignIns(db: Db): Promise<{ readonly attempts: number; readonly sources: number }> {
  const [row] = await db.prisma.$queryRaw<{ attempts: bigint; sources: bigint }[]>(Prisma.sql`
    select coalesce(sum(count), 0) as attempts, count(distinct source_ip) as sources
      from failed_sign_in where panel_user_id is null and staff_user_id is null`);
  return { attempts: Number(row?.attempts ?? 0), sources: Number(row?.sources ?? 0) };
}
