import type { PanelUser, StaffUser } from "@/prisma/generated/client";
import type { SignInDoor } from "@/server/domain/sign-in";
import type { Db } from "./db";
import type { Person } from "./sign-in-sessions";

/** What signing in needs of a user of either door. */
export type PersonRow = Omit<PanelUser, "partnerId"> | StaffUser;

/** Who has an e-mail address at a door, unless they were removed. */
export const findPersonByEmail = (db: Db, door: SignInDoor, email: string): Promise<PersonRow | null> => {
  const where = { email, removedAt: null };
  return door === "panel"
    ? db.prisma.panelUser.findFirst({ where })
    : db.prisma.staffUser.findFirst({ where });
};

/** Somebody by their id, unless they were removed. */
export const findPerson = (db: Db, { door, userId }: Person): Promise<PersonRow | null> => {
  const where = { id: userId, removedAt: null };
  return door === "panel"
    ? db.prisma.panelUser.findFirst({ where })
    : db.prisma.staffUser.findFirst({ where });
};
