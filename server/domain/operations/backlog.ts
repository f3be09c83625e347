/** Work that waits in the database: the number of rows, and the age of the oldest one in seconds; 0 without rows. */
export interface Waiting {
  readonly count: number;
  readonly oldestSeconds: number;
}

/** What waits in the database, for the metrics (D-352). No count exceeds `backlogCountMax`. */
export interface Backlog {
  /** Payments whose buyer has not been authenticated yet. */
  readonly paymentsInitiated: number;
  /** Captures that are with the bank, and those whose answer was lost. */
  readonly capturing: Waiting;
  readonly captureUnknown: Waiting;
  readonly refundsPending: Waiting;
  readonly moneyReturnsPending: Waiting;
  /** Events that have no delivery yet. */
  readonly outbox: Waiting;
  /** Deliveries that have not ended; `oldestSeconds` is how long the first of them has been overdue. */
  readonly deliveries: Waiting;
  /** Those that have failed before, and the accounts that they belong to. */
  readonly deliveriesRetrying: number;
  readonly receiversFailing: number;
  readonly mails: Waiting;
  /** Jobs of the executor; `oldestSeconds` is how long the first of them has been overdue. */
  readonly jobs: Waiting;
  /** Alerts that are not closed, by kind. */
  readonly alerts: Readonly<Record<string, number>>;
  /** The age of the last sweep, seconds; null where none was noted. */
  readonly sweepSeconds: { readonly cron: number | null; readonly watch: number | null };
}

/** Counts end here, so that a backlog that grows does not make its own measurement slow. */
export const backlogCountMax = 10_000;
