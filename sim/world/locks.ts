import type pg from "pg";

/** A connection whose statement is under way. */
interface Waiting {
  readonly session: Connected;
  readonly running: Promise<unknown>;
  grant(answered: unknown): void;
}

/** A connection of which PostgreSQL's process is known. */
type Connected = pg.Client;

/** A circle of sessions of which each waits for a lock of the next. The order of locks in `inTx` rules it out. */
export class Deadlock extends Error {}

/**
 * Knows which statements wait for locks. PostgreSQL is asked for it (`pg_blocking_pids`); time only decides when it is
 * asked, and never what is taken for true.
 *
 * PostgreSQL's processes whose statements wait are stopped by the operating system, and go on one at a time in the
 * order in which the statements were sent. Otherwise several that wait for a row would run at once as soon as its lock
 * is given back, and chance would decide which of them gets the row.
 */
export class Locks {
  private readonly waiting: Waiting[] = [];
  /** How many statements had to wait. */
  waits = 0;

  /** @param control a connection that is no part of the simulation */
  constructor(private readonly control: pg.Client) {}

  /** Waits until a statement is answered, or waits for a lock; then returns null. */
  async watch<T>(session: Connected, running: Promise<T>): Promise<T | null> {
    let answered: { readonly value: T } | null = null;
    const noted = running.then((value) => {
      answered = { value };
    });
    for (;;) {
      await Promise.race([noted, soon()]);
      // The assignment above is invisible to the compiler.
      const seen = answered as { readonly value: T } | null;
      if (seen) return seen.value;
      if ((await this.readBlockers([session])).has(numberOf(session))) return null;
    }
  }

  /** Notes a statement that waits, and stops its process. @param grant called when it was answered, by `settle` */
  wait<T>(session: Connected, running: Promise<T>, grant: (answered: T) => void): void {
    signal(session, "SIGSTOP");
    this.waiting.push({ session, running, grant: (answered) => grant(answered as T) });
    this.waits += 1;
  }

  get isAnyWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /**
   * Lets each statement that no lock holds up any more run until it is answered, or waits for a lock again. Ends when
   * all that are left wait. @throws Deadlock
   */
  async settle(): Promise<void> {
    while (this.waiting.length > 0) {
      const blockers = await this.readBlockers(this.waiting.map(({ session }) => session));
      const free = this.waiting.find(({ session }) => !blockers.has(numberOf(session)));
      if (!free) return assertNoCircle(blockers);
      await this.letRun(free);
    }
  }

  private async letRun(entry: Waiting): Promise<void> {
    const { session, running, grant } = entry;
    signal(session, "SIGCONT");
    const answered = await this.watch(session, running);
    if (answered === null) return signal(session, "SIGSTOP");
    this.waiting.splice(this.waiting.indexOf(entry), 1);
    grant(answered);
  }

  /** Forgets the statements of connections, whose processes may go on: to their end, where that has been ordered. */
  forget(sessions: readonly Connected[]): void {
    for (const entry of [...this.waiting]) {
      if (!sessions.includes(entry.session)) continue;
      this.waiting.splice(this.waiting.indexOf(entry), 1);
      signal(entry.session, "SIGCONT");
    }
  }

  private async readBlockers(sessions: readonly Connected[]): Promise<Blockers> {
    const { rows } = await this.control.query<{ pid: number; by: number[] }>({
      name: "blockers",
      text: "select pid, pg_blocking_pids(pid) as by from unnest($1::int[]) as pid",
      values: [sessions.map(numberOf)],
    });
    return new Map(rows.filter(({ by }) => by.length > 0).map(({ pid, by }) => [pid, by]));
  }
}

/** The processes of PostgreSQL that wait for a lock, each with those that it waits for. */
type Blockers = ReadonlyMap<number, readonly number[]>;

function assertNoCircle(blockers: Blockers): void {
  for (const start of blockers.keys()) {
    const reached = new Set<number>();
    for (const open = [...(blockers.get(start) ?? [])]; open.length > 0; ) {
      const pid = open.pop() ?? 0;
      if (pid === start) throw new Deadlock("Transactions wait for each other's locks");
      if (!reached.has(pid)) open.push(...(blockers.get(pid) ?? []));
      reached.add(pid);
    }
  }
}

/** The process of PostgreSQL that serves a connection; null before it has one. The types of `pg` do not know it. */
export const pidOf = (session: Connected): number | null =>
  (session as unknown as { processID: number | null }).processID;

/** The process of a connection that has sent a statement, and therefore has one. */
const numberOf = (session: Connected): number => pidOf(session) ?? 0;

function signal(session: Connected, name: "SIGSTOP" | "SIGCONT"): void {
  const pid = pidOf(session);
  if (pid === null) throw new Error("The connection has no process");
  process.kill(pid, name);
}

/** How long a statement usually takes, ms: there is no need to ask before. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
