import { plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { MailContent } from "@/server/domain/mail/mail-content";
import { mailTriedMs } from "@/server/domain/mail/mail-schedule";
import type { Tx } from "@/server/store/db";
import { insertMail } from "@/server/store/mail/outbox";
import type { Ctx } from "@/server/usecases/ctx";

export type NewMail = MailContent & {
  readonly to: string;
  readonly language: Language;
  /**
   * How long the mail is of use, ms, where that is less than 24 hours: a link that has expired must not arrive.
   */
  readonly usefulMs?: number;
};

/** Returns the vault purpose of a mail's content. */
export const mailContentPurpose = (mailId: string): string => `mail:${mailId}`;

/**
 * Writes a mail to the outbox, in the transaction of the change that causes it (R8). It is sent after the commit, and
 * not at all where the transaction is rolled back. Call it inside `inTx`, which signals the mail.
 */
export async function writeMail(ctx: Ctx, tx: Tx, mail: NewMail): Promise<{ readonly mailId: string }> {
  const now = ctx.clock.now();
  const mailId = newId(ctx.random, "mail", now);
  const sealed = ctx.vault.seal(mailContentPurpose(mailId), JSON.stringify(mail.values));
  await insertMail(tx, {
    id: mailId,
    recipient: mail.to,
    kind: mail.kind,
    language: mail.language,
    content: sealed,
    createdAt: now,
    giveUpAt: plusMs(now, Math.min(mailTriedMs, mail.usefulMs ?? mailTriedMs)),
  });
  return { mailId };
}
