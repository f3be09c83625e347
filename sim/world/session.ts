import { createHash } from "node:crypto";
import pg from "pg";
import { Lane, type Owner, ProcessDied } from "./lane";
import type { Locks } from "./locks";
import type { Scheduler } from "./scheduler";

/** What the connections of a process share. */
export interface SessionSettings {
  readonly owner: Owner;
  readonly scheduler: Scheduler;
  readonly locks: Locks;
  /** Called before the result of a statement reaches its process. Returns whether the process dies before that. */
  diesBefore(statement: string): boolean;
  /** Called with each connection of the process. */
  opened(session: Session): void;
}

/** A connection of a simulated process. */
export interface Session extends pg.Client {
  readonly lane: Lane;
  /**
   * Ends with an error what its process still waits for, after it has died. Otherwise a time limit of Prisma, in real
   * time, would end it seconds later, and its code would go on with a client that serves another process by then.
   */
  abandon(): void;
}

/** The result of a statement, or its error. */
type Answered = { readonly result: pg.QueryResult } | { readonly error: Error };

/**
 * Makes the class of a process's connections. Each statement, and the making of the connection, is a step of the
 * simulation: it is sent when the scheduler chooses it. One that waits for a lock stays under way, and its result is
 * a step of its own after the lock was granted.
 */
export function createSessionClass({ owner, scheduler, locks, diesBefore, opened }: SessionSettings) {
  let made = 0;
  return class extends pg.Client implements Session {
    readonly lane = new Lane(`${owner.name}.c${++made}`, owner);
    private readonly unanswered = new Set<() => void>();

    constructor(config: pg.ClientConfig) {
      super(config);
      opened(this);
    }

    // The types of `pg` have several forms of both functions, which the pool and the adapter use.
    override connect(...[done]: unknown[]): never {
      const connected = new Promise<void>((resolve, reject) => {
        scheduler.offer(this.lane, {
          what: "connect",
          drop: () => reject(new ProcessDied()),
          act: async () => {
            await super.connect();
            resolve();
            return "";
          },
        });
      });
      return this.answer(connected, done) as never;
    }

    override query(...args: unknown[]): never {
      const [config, second, third] = args;
      const values = Array.isArray(second) ? second : undefined;
      const done = typeof second === "function" ? second : third;
      const send = () => super.query(config as pg.QueryConfig, values) as Promise<pg.QueryResult>;
      return this.answer(this.step(describe(config, values), send), done) as never;
    }

    abandon(): void {
      for (const die of this.unanswered) die();
      this.unanswered.clear();
    }

    private answer<T>(promise: Promise<T>, done: unknown): Promise<T> | undefined {
      if (typeof done !== "function") return promise;
      promise.then(
        (result) => done(null, result),
        (error) => done(error),
      );
      return undefined;
    }

    private step(statement: string, send: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
      return new Promise((resolve, reject) => {
        const deliver = (answered: Answered): string => {
          if (diesBefore(statement)) return "done, and the process dies";
          this.unanswered.delete(die);
          if ("error" in answered) reject(answered.error);
          else resolve(answered.result);
          return inWords(answered);
        };
        const act = async (): Promise<string> => {
          this.unanswered.add(die);
          const running = send().then(
            (result): Answered => ({ result }),
            (error: Error): Answered => ({ error }),
          );
          const answered = await locks.watch(this, running);
          if (answered) return deliver(answered);
          this.lane.isBusy = true;
          locks.wait(this, running, (late) => {
            this.lane.isBusy = false;
            this.lane.steps.unshift({ what: "the lock is granted", act: () => deliver(late), drop: die });
            scheduler.readyAgain(this.lane);
          });
          return "waits for a lock";
        };
        const die = (): void => reject(new ProcessDied());
        scheduler.offer(this.lane, { what: statement, act, drop: die });
      });
    }
  };
}

/** Describes a statement with its parameters, in one line. */
function describe(config: unknown, values: unknown[] | undefined): string {
  const text = typeof config === "string" ? config : (config as { text: string }).text;
  const parameters = values ?? (typeof config === "object" ? (config as { values?: unknown[] }).values : undefined);
  const line = text.replace(/\s+/g, " ").trim();
  const short = line.length <= 100 ? line : `${line.slice(0, 90)}… #${digestOfStatement(line)}`;
  return parameters && parameters.length > 0 ? `${short} [${digest(serialize(parameters))}]` : short;
}

function inWords(answered: Answered): string {
  if ("error" in answered) return `error ${answered.error.message}`;
  const { rowCount, rows } = answered.result;
  return rows.length === 0 ? `${rowCount ?? 0} rows` : `${rows.length} rows #${digest(serialize(rows))}`;
}

const digests = new Map<string, string>();

/** Returns a digest of the text of a statement, of which there are few. */
function digestOfStatement(text: string): string {
  const known = digests.get(text) ?? digest(text);
  digests.set(text, known);
  return known;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

const serialize = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)) ?? "";
