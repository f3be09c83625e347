import { readFileSync } from "node:fs";

/** Thrown between two steps of a start that was told to stop. */
export class Stopped extends Error {}

type Ending = { exitCode: number; sentence?: string };

/**
 * One run of the launcher, from its first step to its last: knows when it has to end and what is then to be closed,
 * in reverse order.
 */
export class Life {
  readonly #closers: (() => Promise<void> | void)[] = [];
  readonly #abort = new AbortController();
  readonly #watch: NodeJS.Timeout;
  #ending: Ending | undefined;
  #firstSignalAt = 0;
  #onHurry: () => void = () => undefined;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => this.#interrupt());
    this.#watch = watchAncestors(() => this.end({ exitCode: 0 }));
  }

  /** Aborted as soon as the run has to end; for steps that can be cut short. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Runs one step of the start. Throws Stopped when the run has to end. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return work();
  }

  /** What to do at the end; the last one that was added comes first. */
  atEnd(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  /** What to do when somebody insists: a second signal, not the echo of the first that npm passes on. */
  onHurry(hurry: () => void): void {
    this.#onHurry = hurry;
  }

  end(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#abort.abort(new Stopped());
  }

  /** Waits until the run has to end. */
  async ended(): Promise<void> {
    if (this.signal.aborted) return;
    await new Promise((resolve) => this.signal.addEventListener("abort", resolve, { once: true }));
  }

  /** Closes everything and returns the exit code. */
  async close(): Promise<number> {
    clearInterval(this.#watch);
    if (this.#ending?.sentence) console.error(this.#ending.sentence);
    for (const close of this.#closers.reverse()) await close();
    return this.#ending?.exitCode ?? 1;
  }

  #interrupt(): void {
    if (this.#ending === undefined) {
      this.#firstSignalAt = Date.now();
      console.log("\nStopping …");
      this.end({ exitCode: 0 });
    } else if (Date.now() - this.#firstSignalAt > 1_500) this.#onHurry();
  }
}

/**
 * A killed `npm` leaves its children running. So the launcher looks twice a second whether the processes between
 * npm and itself still are each other's parents.
 */
const watchAncestors = (onOrphaned: () => void): NodeJS.Timeout => {
  const line = process.env.npm_lifecycle_event === undefined ? [] : lineToNpm();
  return setInterval(() => {
    if (line.some(({ pid, parent }) => parentOf(pid) !== parent)) onOrphaned();
  }, 500).unref();
};

type Link = { pid: number; parent: number };

/** From this process up to npm: a shell or a loader may stand between. */
const lineToNpm = (): Link[] => {
  const line: Link[] = [];
  for (let pid = process.pid; line.length < 6; ) {
    const parent = parentOf(pid);
    if (parent === undefined || parent <= 1) break;
    line.push({ pid, parent });
    if (nameOf(parent).startsWith("npm")) return line;
    pid = parent;
  }
  return line.slice(0, 1);
};

/** Where there is no /proc, only our own parent can be seen. */
const parentOf = (pid: number): number | undefined => {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return undefined;
  }
};

const nameOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};
