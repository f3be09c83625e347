import { AppError } from "@/server/domain/errors";
import type { PersonQuery } from "@/server/domain/retention/person-query";
import { inTx } from "@/server/store/db";
import {
  type ErasedRows,
  erasePersonRows,
  eraseRowsOfAddress,
  listPeopleByEmail,
} from "@/server/store/people/erased-people";
import { eraseIp, erasePayers, type LinkQuery, listLinkIds } from "@/server/store/people/person-data";
import type { Ctx } from "../ctx";

export interface ErasedPerson {
  /** The numbers of erased or emptied rows by table. */
  readonly rows: ErasedRows;
  /** The links or attempts that are still running and so keep the data for now. */
  readonly running: number;
}

/**
 * Erases what may be erased of one person before its age (D-282): of a buyer the name on links that have ended and the
 * addresses of ended attempts, of a person with an account everything that `erasePersonRows` erases. Payments, books
 * and the audit log stay. Throws not_found where nothing is held, and validation_error where the person still is a
 * member of an account or of the staff: the membership is ended first, by the rules for it.
 */
export async function erasePerson(ctx: Ctx, { query }: { readonly query: PersonQuery }): Promise<ErasedPerson> {
  if (query.kind === "email") return eraseAccount(ctx, query.email);
  if (query.kind === "ip") return toErased(await inTx(ctx.db, (tx) => eraseIp(tx, query.ip)));
  return eraseBuyer(ctx, query);
}

const eraseBuyer = (ctx: Ctx, query: LinkQuery): Promise<ErasedPerson> =>
  inTx(ctx.db, async (tx) => toErased(await erasePayers(tx, await listLinkIds(tx, query))));

function toErased({ running, ...rows }: ErasedRows & { readonly running: number }): ErasedPerson {
  if (running === 0 && Object.values(rows).every((count) => count === 0)) {
    throw new AppError("not_found", "Nothing is held that could be erased");
  }
  return { rows, running };
}

async function eraseAccount(ctx: Ctx, email: string): Promise<ErasedPerson> {
  const people = await listPeopleByEmail(ctx.db, email);
  const active = people.find(({ isRemoved }) => !isRemoved);
  if (active) {
    const where = active.partnerId === null ? "the staff" : `the account ${active.partnerId}`;
    throw new AppError("validation_error", `The person is still a member of ${where}. End the membership first`);
  }
  return inTx(ctx.db, async (tx) => {
    const rows: Record<string, number> = {};
    const add = (more: ErasedRows | null) => {
      for (const [table, count] of Object.entries(more ?? {})) rows[table] = (rows[table] ?? 0) + count;
    };
    for (const { door, userId } of people) {
      add({ [`${door}_user`]: 1 });
      add(await erasePersonRows(tx, { door, userId }, ctx.clock.now()));
    }
    add(await eraseRowsOfAddress(tx, email));
    return toErased({ ...rows, running: 0 });
  });
}
