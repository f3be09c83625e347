import type { MailedLinkPurpose } from "@/prisma/generated/client";
import { newId } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { type Db, randomOf, type Tx } from "../db";
import { type Person, toPersonColumns } from "./sign-in-sessions";

export type { MailedLinkPurpose };

export interface NewMailedLink {
  readonly purpose: MailedLinkPurpose;
  readonly person: Person;
  readonly tokenHash: Uint8Array;
  readonly now: Date;
  readonly expiresAt: Date;
}

export const insertMailedLink = (tx: Tx, { purpose, person, tokenHash, now, expiresAt }: NewMailedLink) =>
  tx.mailedLink.create({
    data: {
      id: newId(randomOf(tx), "mailedLink", now),
      purpose,
      ...toPersonColumns(person),
      tokenHash: Uint8Array.from(tokenHash),
      createdAt: now,
      expiresAt,
    },
  });

/** The condition of links that still work. */
const open = (now: Date) => ({ usedAt: null, expiresAt: { gt: now } });

/** A link that still works, and the person to whom it was mailed. */
export interface OpenMailedLink {
  readonly id: string;
  readonly person: Person;
}

/** Finds the link of a token for a purpose at a door; null where it was used, has expired or does not exist. */
export async function findOpenMailedLink(
  db: Db,
  { door, purpose, tokenHash }: { door: SignInDoor; purpose: MailedLinkPurpose; tokenHash: Uint8Array },
  now: Date,
): Promise<OpenMailedLink | null> {
  const where = { tokenHash: Uint8Array.from(tokenHash), purpose, ...open(now) };
  const link = await db.prisma.mailedLink.findFirst({ where });
  const userId = door === "panel" ? link?.panelUserId : link?.staffUserId;
  return link && userId ? { id: link.id, person: { door, userId } } : null;
}

/** Uses a link (compare-and-set). Returns false where it was used, or has expired. */
export const consumeMailedLink = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.mailedLink.updateMany({ where: { id, ...open(now) }, data: { usedAt: now } })).count === 1;

/** Ends every open link of a person for a purpose. */
export const endMailedLinks = (tx: Tx, person: Person, purpose: MailedLinkPurpose, now: Date) =>
  tx.mailedLink.updateMany({ where: { ...toPersonColumns(person), purpose, ...open(now) }, data: { usedAt: now } });
