import type { Db } from "../db";
import type { Vault } from "../vault";

/** A mail of a sandbox, from which no mail leaves. */
export interface KeptMail {
  readonly id: string;
  readonly at: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The names of the attached files. */
  readonly attachments: readonly string[];
}

/** Returns the vault purpose of a kept mail's content. */
export const keptMailPurpose = (mailId: string): string => `sandbox-mail:${mailId}`;

/**
 * Keeps a mail, sealed, because it may hold links with tokens. A mail that comes again, because a process ended before
 * it recorded the first, is kept once.
 */
export async function keepMail(db: Db, vault: Vault, { id, at, to, ...texts }: KeptMail): Promise<void> {
  const content = vault.seal(keptMailPurpose(id), JSON.stringify(texts));
  await db.prisma.sandboxMail.createMany({ data: [{ id, at, recipient: to, content }], skipDuplicates: true });
}

/** Lists the newest mails, all or those to an address. */
export async function listKeptMail(db: Db, vault: Vault, to: string | null, countMax: number): Promise<KeptMail[]> {
  const rows = await db.prisma.sandboxMail.findMany({
    where: to === null ? {} : { recipient: to },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: countMax,
  });
  return rows.map(({ id, at, recipient, content }) => ({
    id,
    at,
    to: recipient,
    ...(JSON.parse(vault.open(keptMailPurpose(id), content)) as Omit<KeptMail, "id" | "at" | "to">),
  }));
}
