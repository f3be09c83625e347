import type { MailKind, MailValues } from "@/server/domain/mail/mail-content";
import type { MailOutcome, MailSender, OutgoingMail } from "@/server/domain/mail/mail-sending";
import type { Ctx } from "@/server/usecases/ctx";
import { sendMail } from "@/server/usecases/mail/send-mail";

/** A sender of mails that records them and answers as told. By default it takes every mail. */
export class ScriptedMail implements MailSender {
  isReady = true;
  readonly sent: OutgoingMail[] = [];
  /** The answers to the next mails, in order. */
  readonly outcomes: MailOutcome[] = [];
  /** Called while a mail is under way. */
  whileSending: () => Promise<unknown> = async () => undefined;

  async send(mail: OutgoingMail): Promise<MailOutcome> {
    this.sent.push(mail);
    await this.whileSending();
    return this.outcomes.shift() ?? { kind: "sent" };
  }

  /** Returns the values of the newest mail of a kind to an address. Throws where there is none. */
  latest<K extends MailKind>(kind: K, to: string): MailValues<K> {
    const mail = this.sent.findLast((one) => one.to === to && one.content.kind === kind);
    if (!mail) throw new Error(`No mail ${kind} was sent to ${to}`);
    return mail.content.values as MailValues<K>;
  }
}

/** Sends every mail that waits, as the background function does after a commit. */
export async function sendWaitingMail(ctx: Ctx): Promise<void> {
  const where = { status: "pending" } as const;
  const waiting = await ctx.db.prisma.mailMessage.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  for (const { id } of waiting) await sendMail(ctx, { mailId: id });
}
