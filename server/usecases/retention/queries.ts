import { systemClock } from "@/server/domain/clock";
import { type ErasedData, type ErasedName, erasedData, erasedNames } from "@/server/domain/retention/erased-data";
import { countErasable, type DueRows } from "@/server/store/erasable";
import { countDuePeople } from "@/server/store/people/erased-people";
import type { Ctx } from "../ctx";

/** One kind of personal data with what is due of it now. */
export type RetentionEntry = ErasedData & DueRows & { readonly name: ErasedName };

/** Counts, for every kind of personal data that has an age, the rows whose age has ended (D-281). */
export async function listRetention(ctx: Ctx): Promise<RetentionEntry[]> {
  const entries: RetentionEntry[] = [];
  // One after the other: a large count must not take all connections of a running product.
  for (const name of erasedNames) {
    const data = erasedData[name];
    const now = data.clock === "real" ? systemClock.now() : ctx.clock.now();
    entries.push({ name, ...data, ...(await count(ctx, name, now)) });
  }
  return entries;
}

const count = (ctx: Ctx, name: ErasedName, now: Date): Promise<DueRows> => {
  if (name === "removed_members") return countDuePeople(ctx.db, "panel", now);
  return name === "removed_staff" ? countDuePeople(ctx.db, "staff", now) : countErasable(ctx.db, name, now);
};
