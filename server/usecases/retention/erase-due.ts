import { type ErasedName, erasedData } from "@/server/domain/retention/erased-data";
import { inTx } from "@/server/store/db";
import { eraseBatch } from "@/server/store/erasable";
import { erasePersonRows, listDuePeople } from "@/server/store/people/erased-people";
import type { Ctx } from "../ctx";

/** The number of people that one call erases, each in a transaction of its own. */
const peopleAtOnce = 100;

/**
 * Erases a batch of one kind of personal data whose age has ended (D-281), by the clock of the retention table. Returns
 * how many rows or people; a caller that wants all calls again until it is zero.
 */
export async function eraseDue(ctx: Ctx, { name }: { readonly name: ErasedName }): Promise<number> {
  const now = erasedData[name].clock === "real" ? ctx.realTime.now() : ctx.clock.now();
  if (name !== "removed_members" && name !== "removed_staff") return eraseBatch(ctx.db, name, now);
  const people = await listDuePeople(ctx.db, name === "removed_members" ? "panel" : "staff", now, peopleAtOnce);
  for (const person of people) await inTx(ctx.db, (tx) => erasePersonRows(tx, person, now));
  return people.length;
}
