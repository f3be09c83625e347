import { type AlertKind, isNotified } from "@/server/domain/alerts";
import { days, plusMs } from "@/server/domain/clock";
import { newId } from "@/server/domain/ids";
import {
  type AlertNotice,
  type IncidentSummary,
  quietMs,
  summarise,
  toAlertLinks,
  toIncidentBody,
} from "@/server/domain/operations/incident-messages";
import { inTx, type Tx } from "@/server/store/db";
import {
  countUnclosed,
  hasNotices,
  insertIncidentMessages,
  takeNotices,
} from "@/server/store/operations/incident-messages";
import type { Ctx } from "../ctx";
import { writeMail } from "../mail/shared/write-mail";

/** How long messages are kept, ms. */
const keptMs = days(30);

/**
 * Turns the changes of alerts that no message has told into messages: one for each kind, and at most one of a kind in
 * five minutes, with the numbers (D-362). Where no address is configured, the changes are erased. Instants are in real
 * time, because people live in it.
 * @param now replaces the present in tests
 * @returns the ids of the mails
 */
export async function announceAlerts(
  ctx: Ctx,
  { now = ctx.realTime.now() }: { readonly now?: Date } = {},
): Promise<readonly string[]> {
  const { mailTo, webhook } = ctx.incidents;
  if (!(await hasNotices(ctx.db))) return [];
  return inTx(ctx.db, async (tx) => {
    const notices = (await takeNotices(tx, plusMs(now, -quietMs))).filter(({ kind }) => isNotified(kind));
    if (notices.length === 0 || (mailTo.length === 0 && webhook === null)) return [];
    const summaries = await toSummaries(tx, notices);
    const messages = summaries.map((summary) => ({
      id: newId(ctx.random, "incidentMessage", now),
      kind: summary.kind,
      body: toIncidentBody(summary, now, ctx.origins.panel),
      createdAt: now,
      nextAttemptAt: webhook !== null && !isAbout(summary, "webhook") ? now : null,
    }));
    await insertIncidentMessages(tx, messages, plusMs(now, -keptMs));
    return (await Promise.all(summaries.map((summary) => writeMails(ctx, tx, summary, now)))).flat();
  });
}

async function toSummaries(tx: Tx, notices: readonly AlertNotice[]): Promise<IncidentSummary[]> {
  const byKind = new Map<AlertKind, AlertNotice[]>();
  for (const notice of notices) byKind.set(notice.kind, [...(byKind.get(notice.kind) ?? []), notice]);
  const open = await countUnclosed(tx, [...byKind.keys()]);
  return [...byKind].map(([kind, ofKind]) => summarise(kind, ofKind, open.get(kind) ?? 0));
}

async function writeMails(ctx: Ctx, tx: Tx, summary: IncidentSummary, now: Date): Promise<string[]> {
  const { mailTo, language } = ctx.incidents;
  const { runbook, alerts } = toAlertLinks(ctx.origins.panel, summary.kind);
  const values = {
    ...summary,
    incidents: summary.incidents.map((notice) => ({ ...notice, since: notice.since.toISOString() })),
    at: now.toISOString(),
    runbook,
    url: alerts,
  };
  const written: string[] = [];
  for (const to of isAbout(summary, "mail") ? [] : mailTo) {
    written.push((await writeMail(ctx, tx, { kind: "incident", values, to, language })).mailId);
  }
  return written;
}

/** Whether it is about messages of this way that do not arrive: one about them would not arrive either. */
const isAbout = ({ kind, incidents }: IncidentSummary, way: "mail" | "webhook"): boolean =>
  kind === "incident_not_sent" && incidents.every(({ subject }) => subject === way);
