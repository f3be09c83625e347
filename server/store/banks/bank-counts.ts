import {
  type BankEvent,
  type BankHost,
  type CallPurpose,
  type CallResult,
  isFailed,
  latencyBoundsMs,
  toLatencyClass,
  toMinute,
  toReach,
} from "@/server/domain/banks/bank-calls";
import { laterOf } from "@/server/domain/clock";
import type { Db } from "../db";
import { prepareStatement, recordTable } from "../named-sql";

/** The sums of one minute and purpose at a bank's host. */
interface MinuteSums extends BankHost {
  readonly minute: Date;
  readonly purpose: CallPurpose;
  calls: number;
  declined: number;
  hashMismatches: number;
  refused: number;
  readonly results: Record<CallResult, number>;
  readonly latency: number[];
}

/** What a batch of calls says about a bank's host. */
interface StateChange extends BankHost {
  lastAnswerAt: Date | null;
  lastAnswer: CallResult | null;
  lastFailureAt: Date | null;
  lastFailure: CallResult | null;
  reachedAt: Date | null;
  /** The failures after the last answer of the batch; all of them where it has none. */
  failuresInRow: number;
  unreachedInRow: number;
}

/**
 * Adds a batch of events of one process to the sums of all processes. Both statements are additive, so processes may
 * write in any order; of the rows of one batch that other processes count meanwhile, none is lost.
 */
export async function addBankEvents(db: Db, events: readonly BankEvent[]): Promise<void> {
  if (events.length === 0) return;
  // Rows are written in one order, so that two processes cannot wait for each other.
  const sums = [...sumMinutes(events).entries()].sort(byKey).map(([, each]) => each);
  await db.pool.query(addSums(sumTable.values(sums)));
  const changes = [...readChanges(events).entries()].sort(byKey).map(([, each]) => each);
  if (changes.length > 0) await db.pool.query(changeStates(changeTable.values(changes)));
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

function sumMinutes(events: readonly BankEvent[]): Map<string, MinuteSums> {
  const byMinute = new Map<string, MinuteSums>();
  for (const event of events) {
    const { bank, host, purpose } = event;
    const minute = toMinute(event.at);
    const key = `${bank} ${host} ${minute.toISOString()} ${purpose}`;
    const sums = byMinute.get(key) ?? { bank, host, minute, purpose, ...nothing() };
    byMinute.set(key, sums);
    if (event.kind === "hash_mismatch") sums.hashMismatches++;
    else if (event.kind === "refused") sums.refused++;
    else {
      sums.calls++;
      sums.results[event.result]++;
      if (!isFailed(event.result)) {
        const n = toLatencyClass(event.durationMs);
        sums.latency[n] = (sums.latency[n] ?? 0) + 1;
      }
    }
  }
  return byMinute;
}

const nothing = () => ({
  calls: 0,
  declined: 0,
  hashMismatches: 0,
  refused: 0,
  results: { answered: 0, declined: 0, unconnected: 0, timeout: 0, broken: 0, http_status: 0, unreadable: 0 },
  latency: Array<number>(latencyBoundsMs.length + 1).fill(0),
});

function readChanges(events: readonly BankEvent[]): Map<string, StateChange> {
  const byHost = new Map<string, StateChange>();
  for (const event of events) {
    if (event.kind !== "call") continue;
    const { bank, host, at, result } = event;
    const key = `${bank} ${host}`;
    const change = byHost.get(key) ?? { bank, host, ...unchanged };
    byHost.set(key, change);
    if (isFailed(result)) {
      change.lastFailureAt = laterOf(change.lastFailureAt ?? at, at);
      change.lastFailure = result;
      change.failuresInRow++;
    } else {
      change.lastAnswerAt = laterOf(change.lastAnswerAt ?? at, at);
      change.lastAnswer = result;
      change.failuresInRow = 0;
    }
    const reach = toReach(event.purpose, result);
    if (reach === "unreached") change.unreachedInRow++;
    if (reach !== "reached") continue;
    change.reachedAt = laterOf(change.reachedAt ?? at, at);
    change.unreachedInRow = 0;
  }
  return byHost;
}

const unchanged = {
  lastAnswerAt: null,
  lastAnswer: null,
  lastFailureAt: null,
  lastFailure: null,
  reachedAt: null,
  failuresInRow: 0,
  unreachedInRow: 0,
};

const sumTable = recordTable<MinuteSums>("g", {
  bank: ["text", ({ bank }) => bank],
  host: ["text", ({ host }) => host],
  minute: ["timestamptz", ({ minute }) => minute],
  purpose: ["text", ({ purpose }) => purpose],
  calls: ["int", ({ calls }) => calls],
  answered: ["int", ({ results }) => results.answered + results.declined],
  declined: ["int", ({ results }) => results.declined],
  unconnected: ["int", ({ results }) => results.unconnected],
  timeouts: ["int", ({ results }) => results.timeout],
  broken: ["int", ({ results }) => results.broken],
  unreadable: ["int", ({ results }) => results.unreadable + results.http_status],
  hash_mismatches: ["int", ({ hashMismatches }) => hashMismatches],
  refused: ["int", ({ refused }) => refused],
  latency: ["text", ({ latency }) => `{${latency.join()}}`],
});

const counters = "calls answered declined unconnected timeouts broken unreadable hash_mismatches refused".split(" ");

const addSums = prepareStatement(
  "add-bank-sums",
  `insert into bank_minute as present (bank, host, minute, purpose, ${counters.join(", ")}, latency)
   select bank, host, minute, purpose, ${counters.join(", ")}, latency::int[] from ${sumTable.sql}
   on conflict (bank, host, minute, purpose) do update
      set ${counters.map((name) => `${name} = present.${name} + excluded.${name}`).join(", ")},
          latency = array(select a + b from unnest(present.latency, excluded.latency) with ordinality as t(a, b, n)
                           order by n)`,
);

const changeTable = recordTable<StateChange>("g", {
  bank: ["text", ({ bank }) => bank],
  host: ["text", ({ host }) => host],
  last_answer_at: ["timestamptz", ({ lastAnswerAt }) => lastAnswerAt],
  last_answer: ["text", ({ lastAnswer }) => lastAnswer],
  last_failure_at: ["timestamptz", ({ lastFailureAt }) => lastFailureAt],
  last_failure: ["text", ({ lastFailure }) => lastFailure],
  reached_at: ["timestamptz", ({ reachedAt }) => reachedAt],
  failures_in_row: ["int", ({ failuresInRow }) => failuresInRow],
  unreached_in_row: ["int", ({ unreachedInRow }) => unreachedInRow],
});

/** The SQL of a count of failures in a row. An answer sets it back unless a later failure is on record. */
const inRow = (count: string, endedAt: string): string =>
  `${count} = case when excluded.${endedAt} >= coalesce(present.last_failure_at, excluded.${endedAt})
                   then excluded.${count} else present.${count} + excluded.${count} end`;

/** The SQL of an instant and what happened at it, of which the later one is kept. */
const later = (at: string, what: string): string =>
  `${what} = case when excluded.${at} >= coalesce(present.${at}, excluded.${at})
                  then excluded.${what} else present.${what} end,
   ${at} = greatest(present.${at}, excluded.${at})`;

const changeStates = prepareStatement(
  "change-bank-states",
  `insert into bank_state as present (${changeTable.names}) select ${changeTable.names} from ${changeTable.sql}
   on conflict (bank, host) do update
      set ${later("last_answer_at", "last_answer")}, ${later("last_failure_at", "last_failure")},
          reached_at = greatest(present.reached_at, excluded.reached_at),
          ${inRow("failures_in_row", "last_answer_at")}, ${inRow("unreached_in_row", "reached_at")}`,
);
