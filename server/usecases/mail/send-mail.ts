import { minutes, plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { readMailContent } from "@/server/domain/mail/mail-content";
import { nextMailAttempt } from "@/server/domain/mail/mail-schedule";
import { type MailOutcome, redactMailError } from "@/server/domain/mail/mail-sending";
import { closeAlerts, type NewAlert, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { type ClaimedMail, claimMail, findMail, type MailResult, recordMailResult } from "@/server/store/mail/outbox";
import type { Ctx } from "../ctx";
import { mailContentPurpose } from "./shared/write-mail";

/**
 * Sends a mail of the outbox if it is due, once (D-231). A process that ends between the server's acceptance and the
 * record sends it again after the lease, with the same Message-ID.
 * @returns whether it was attempted, and when the next attempt is due; null where the mail is sent, given up or unknown
 */
export async function sendMail(
  ctx: Ctx,
  { mailId }: { readonly mailId: string },
): Promise<{ readonly attempted: boolean; readonly nextAttemptAt: Date | null }> {
  const mail = await claimMail(ctx.db, mailId, ctx.clock.now());
  if (mail) {
    const outcome = ctx.mail.isReady ? await send(ctx, mail) : ({ kind: "failed", error: noServer } as const);
    await record(ctx, mail, outcome);
  }
  const row = await findMail(ctx.db, mailId);
  return { attempted: mail !== null, nextAttemptAt: row?.nextAttemptAt ?? null };
}

/** The error of a mail that waits for an SMTP server. */
const noServer = "No SMTP server is configured";

/** Sends a claimed mail. A mail that cannot be read or rendered is refused, because another attempt would fail, too. */
async function send(ctx: Ctx, mail: ClaimedMail): Promise<MailOutcome> {
  try {
    const text = ctx.vault.open(mailContentPurpose(mail.id), mail.content);
    const content = readMailContent(mail.kind, JSON.parse(text));
    return await ctx.mail.send({
      id: mail.id,
      to: mail.recipient,
      language: mail.language as Language,
      content,
      at: mail.createdAt,
    });
  } catch (error) {
    ctx.log.error({ err: error, mailId: mail.id, kind: mail.kind }, "A mail could not be made");
    return { kind: "refused", error: "The mail could not be made" };
  }
}

async function record(ctx: Ctx, mail: ClaimedMail, outcome: MailOutcome): Promise<void> {
  const now = ctx.clock.now();
  const result = toResult(ctx, mail, outcome, now);
  await inTx(ctx.db, async (tx) => {
    const isRecorded = await recordMailResult(tx, mail.id, mail.attempts, result);
    if (isRecorded && result.status === "failed") await raiseAlert(tx, toFailure(mail, result.lastError), now);
    if (mail.kind === "incident" && result.status === "sent") await closeAlerts(tx, incidentMails, now);
    if (ctx.mail.isReady) await closeAlerts(tx, noServerAlert, now);
    if (!ctx.mail.isReady) {
      await raiseAlert(
        tx,
        { kind: "mail_without_server", subject: "SMTP_URL", detail: `${noServer}; mails wait` },
        now,
      );
    }
  });
  const facts = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (outcome.kind !== "sent") ctx.log.warn({ ...facts, error: redactMailError(outcome.error) }, "A mail was not sent");
}

/** The mails about alerts have one alert in common, so that it raises no others about itself (D-362). */
const incidentMails = { kinds: ["incident_not_sent"], subjects: ["mail"] } as const;

const noServerAlert = { kinds: ["mail_without_server"], subjects: ["SMTP_URL"] } as const;

const toFailure = ({ id, kind, recipient, attempts }: ClaimedMail, error: string): NewAlert =>
  kind === "incident"
    ? { kind: "incident_not_sent", subject: "mail", detail: `A mail about alerts was not taken: ${error}` }
    : { kind: "mail_not_sent", subject: id, detail: `${kind} to ${recipient}, ${attempts} attempts: ${error}` };

/** How often a mail is looked at while there is no SMTP server, ms. */
const waitingMs = minutes(10);

function toResult(ctx: Ctx, { attempts, giveUpAt }: ClaimedMail, outcome: MailOutcome, now: Date): MailResult {
  if (outcome.kind === "sent") return { status: "sent", sentAt: now };
  const lastError = redactMailError(outcome.error);
  const wait = ctx.mail.isReady ? nextMailAttempt(attempts, now, giveUpAt) : nextLook(now, giveUpAt);
  if (outcome.kind === "refused" || wait === null) return { status: "failed", lastError };
  return { status: "pending", nextAttemptAt: wait, lastError };
}

const nextLook = (now: Date, giveUpAt: Date): Date | null => {
  if (now >= giveUpAt) return null;
  const next = plusMs(now, waitingMs);
  return next < giveUpAt ? next : giveUpAt;
};
