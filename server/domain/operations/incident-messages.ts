import { type AlertKind, type AlertSeverity, getSeverity } from "../alerts";
import { hours, minutes, plusMs, seconds } from "../clock";

/** What happened to an alert: it was raised, raised after it had been closed, or closed. */
type AlertChange = "opened" | "returned" | "resolved";

/** A change of an alert, as the people hear of it who look after the installation. */
export interface AlertNotice {
  readonly alertId: string;
  readonly kind: AlertKind;
  /** What the alert is about; the alert's id where the subject may name a person. */
  readonly subject: string;
  readonly change: AlertChange;
  /** Null where the sentence may name a person. */
  readonly detail: string | null;
  readonly since: Date;
}

/** The least time between messages about a kind, ms; what happens meanwhile is in the next one (D-362). */
export const quietMs = minutes(5);

/** The number of alerts that a message names; the others are only counted. */
const namedMax = 10;

/** The alerts of one kind that changed since the last message. */
export interface IncidentSummary {
  readonly kind: AlertKind;
  readonly severity: AlertSeverity;
  /** How many alerts were opened, came back, and were resolved. */
  readonly opened: number;
  readonly returned: number;
  readonly resolved: number;
  /** How many alerts of the kind are not closed at the time of the message. */
  readonly open: number;
  /** The latest change of at most ten alerts, those first that are not resolved. */
  readonly incidents: readonly AlertNotice[];
}

/** Sums up the changes of a kind, which come in their order. */
export function summarise(kind: AlertKind, notices: readonly AlertNotice[], open: number): IncidentSummary {
  const count = (change: AlertChange): number => notices.filter((notice) => notice.change === change).length;
  const latest = [...new Map(notices.map((notice) => [notice.alertId, notice])).values()];
  const isResolved = ({ change }: AlertNotice): number => Number(change === "resolved");
  return {
    kind,
    severity: getSeverity(kind),
    opened: count("opened"),
    returned: count("returned"),
    resolved: count("resolved"),
    open,
    incidents: latest.sort((one, other) => isResolved(one) - isResolved(other)).slice(0, namedMax),
  };
}

/** The addresses of the back-office at which a kind is explained and its alerts are listed. */
export const toAlertLinks = (panelOrigin: string, kind: AlertKind) => ({
  runbook: `${panelOrigin}/staff/runbook#${kind}`,
  alerts: `${panelOrigin}/staff/alerts?kind=${kind}`,
});

/** Writes the body of the webhook, in the form of Standard Webhooks: type, timestamp and data. */
export function toIncidentBody(summary: IncidentSummary, at: Date, panelOrigin: string): string {
  const { incidents, ...counts } = summary;
  return JSON.stringify({
    type: summary.open > 0 ? "incident.open" : "incident.resolved",
    timestamp: at.toISOString(),
    data: {
      ...counts,
      incidents: incidents.map(({ alertId, subject, change, detail, since }) => ({
        id: alertId,
        subject,
        change,
        sentence: detail,
        since: since.toISOString(),
      })),
      ...toAlertLinks(panelOrigin, summary.kind),
    },
  });
}

/** The pauses after a failed attempt to send a message, ms; the last one repeats. */
const pausesMs = [seconds(15), seconds(30), minutes(2), minutes(10), hours(1)];
const triedMs = hours(24);
/** After this many attempts an alert says that the receiver of the messages does not take them. */
export const attemptsBeforeAlert = 3;

/** Returns when a message is sent again after its n-th attempt failed; null where it is given up after a day. */
export function nextIncidentAttempt(attempts: number, createdAt: Date, now: Date): Date | null {
  const next = plusMs(now, pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0);
  return next < plusMs(createdAt, triedMs) ? next : null;
}
