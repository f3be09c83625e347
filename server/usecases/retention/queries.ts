import { AppError } from "@/server/domain/errors";
import { type ErasedData, type ErasedName, erasedData, erasedNames } from "@/server/domain/retention/erased-data";
import type { PersonQuery } from "@/server/domain/retention/person-query";
import { countErasable, type DueRows } from "@/server/store/erasable";
import { countDuePeople } from "@/server/store/people/erased-people";
import { type PersonData, readPersonData } from "@/server/store/people/person-data";
import type { Ctx } from "../ctx";

/** One kind of personal data with what is due of it now. */
export type RetentionEntry = ErasedData & DueRows & { readonly name: ErasedName };

/** Counts, for every kind of personal data that has an age, the rows whose age has ended (D-281). */
export async function listRetention(ctx: Ctx): Promise<RetentionEntry[]> {
  const entries: RetentionEntry[] = [];
  // One after the other: a large count must not take all connections of a running product.
  for (const name of erasedNames) {
    const data = erasedData[name];
    const now = data.clock === "real" ? ctx.realTime.now() : ctx.clock.now();
    entries.push({ name, ...data, ...(await count(ctx, name, now)) });
  }
  return entries;
}

const count = (ctx: Ctx, name: ErasedName, now: Date): Promise<DueRows> => {
  if (name === "removed_members") return countDuePeople(ctx.db, "panel", now);
  return name === "removed_staff" ? countDuePeople(ctx.db, "staff", now) : countErasable(ctx.db, name, now);
};

/** Reads everything that is held about one person, by table. Throws not_found where nothing is. */
export async function getPersonData(ctx: Ctx, { query }: { readonly query: PersonQuery }): Promise<PersonData> {
  const found = Object.entries(await readPersonData(ctx.db, query)).filter(([, rows]) => rows.length > 0);
  if (found.length === 0) throw new AppError("not_found", "Nothing is held about this person");
  return Object.fromEntries(found);
}
