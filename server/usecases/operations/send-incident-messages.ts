import { attemptsBeforeAlert, nextIncidentAttempt } from "@/server/domain/operations/incident-messages";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import {
  type ClaimedIncidentMessage,
  claimIncidentMessages,
  recordIncidentFailure,
  recordIncidentSent,
} from "@/server/store/operations/incident-messages";
import type { Ctx, IncidentWebhook } from "../ctx";

/** The alert that says that the operator's webhook takes no messages. There is one of it, however many fail. */
const notSent = { kind: "incident_not_sent", subject: "webhook" } as const;

/**
 * Sends the due messages about alerts to the operator's webhook, once each (D-362). A process that ends between the
 * receiver's answer and the record sends the message again after the lease, with the same id.
 * @param now replaces the present in tests
 */
export async function sendIncidentMessages(
  ctx: Ctx,
  { now = ctx.realTime.now() }: { readonly now?: Date } = {},
): Promise<void> {
  const { webhook } = ctx.incidents;
  if (webhook === null) return;
  const messages = await claimIncidentMessages(ctx.db, now);
  await Promise.all(messages.map((message) => send(ctx, webhook, message, now)));
}

async function send(ctx: Ctx, webhook: IncidentWebhook, message: ClaimedIncidentMessage, now: Date): Promise<void> {
  const { id, body, createdAt, attempts } = message;
  const { errorClass, statusCode } = await webhook.send({ id, body, createdAt });
  if (errorClass === null) {
    return inTx(ctx.db, async (tx) => {
      await recordIncidentSent(tx, id, now);
      await closeAlerts(tx, { kinds: [notSent.kind], subjects: [notSent.subject] }, ctx.clock.now());
    });
  }
  ctx.log.warn({ incidentMessage: id, attempts, errorClass, statusCode }, "A message about alerts was not accepted");
  await inTx(ctx.db, async (tx) => {
    const nextAttemptAt = nextIncidentAttempt(attempts, createdAt, now);
    await recordIncidentFailure(tx, id, { nextAttemptAt, lastError: errorClass });
    if (attempts < attemptsBeforeAlert) return;
    const detail = `The receiver of INCIDENT_WEBHOOK_URL did not accept a message in ${attempts} attempts: ${errorClass}`;
    const isNew = await raiseAlert(tx, { ...notSent, detail }, ctx.clock.now());
    if (isNew) ctx.log.error({ alert: notSent.kind, incident: notSent.kind, subject: notSent.subject }, detail);
  });
}
