import { days, plusMs, systemClock } from "@/server/domain/clock";
import type { TestWorld } from "./world";

let count = 0;

/** Creates a person of staff who may decide on changes: an admin of 30 days with a proved address and an app (D-67). */
export async function newApprover({ db }: TestWorld): Promise<string> {
  count += 1;
  const since = plusMs(systemClock.now(), -days(30));
  const id = `usr_approver_${count}`;
  await db.prisma.staffUser.create({
    data: {
      id,
      email: `approver-${count}@vezne.test`,
      passwordHash: "none",
      role: "admin",
      createdAt: since,
      emailProvedAt: since,
      totpSince: since,
    },
  });
  return id;
}

/** Creates an account with nothing but its name. Returns its id. */
export async function newPartner({ db, ctx }: TestWorld): Promise<string> {
  count += 1;
  const id = `prt_fresh_${count}`;
  const webhookSecret = new Uint8Array([0]);
  await db.prisma.partner.create({ data: { id, name: `Dükkân ${count}`, webhookSecret, createdAt: ctx.clock.now() } });
  return id;
}
