import { readFileSync } from "node:fs";

/** Thrown between two steps of a start when the run has to end. */
class Stopped extends Error {}

type Ending = { exitCode: number; sentence?: string };

/**
 * One run of the launcher: it ends by a signal, a failure or the end of npm, and then closes everything in reverse
 * order.
 */
export class Lifecycle {
  readonly #closers: (() => Promise<void> | void)[] = [];
  readonly #abort = new AbortController();
  readonly #watch: NodeJS.Timeout;
  #ending: Ending | undefined;
  #firstSignalAt = 0;
  #stopSignal: "SIGINT" | "SIGTERM" = "SIGINT";
  #onSecondSignal: () => void = () => undefined;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.#interrupt(signal));
    this.#watch = watchAncestors(() => this.end({ exitCode: 0 }));
  }

  /** Aborted when the run has to end, for steps that can be interrupted. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The signal for what the run has started: SIGTERM where a process manager ends the run, which may wait (D-325). */
  get stopSignal(): "SIGINT" | "SIGTERM" {
    return this.#stopSignal;
  }

  /** Runs one step of the start. @throws Stopped when the run has to end */
  async step<T>(work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return work();
  }

  /** Registers a function for the end of the run. The last registered one is called first. */
  atEnd(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  /**
   * Sets the function that a second signal calls. A signal within 1.5 s after the first one is ignored, because npm
   * passes the first one on.
   */
  onSecondSignal(kill: () => void): void {
    this.#onSecondSignal = kill;
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

  /** Prints the reason of the end, calls the registered functions and returns the exit code. */
  async close(): Promise<number> {
    clearInterval(this.#watch);
    if (this.#ending?.sentence) console.error(this.#ending.sentence);
    for (const close of this.#closers.reverse()) await close();
    return this.#ending?.exitCode ?? 1;
  }

  #interrupt(signal: NodeJS.Signals): void {
    if (this.#ending === undefined) {
      if (signal === "SIGTERM") this.#stopSignal = signal;
      this.#firstSignalAt = Date.now();
      console.log("\nStopping …");
      this.end({ exitCode: 0 });
    } else if (Date.now() - this.#firstSignalAt > 1_500) this.#onSecondSignal();
  }
}

/**
 * Calls `onOrphaned` when npm was killed, which leaves its children running. It checks twice a second whether the
 * processes between npm and the launcher still have the same parents.
 */
const watchAncestors = (onOrphaned: () => void): NodeJS.Timeout => {
  const ancestors = process.env.npm_lifecycle_event === undefined ? [] : listAncestors();
  return setInterval(() => {
    if (ancestors.some(({ pid, parent }) => readParent(pid) !== parent)) onOrphaned();
  }, 500).unref();
};

type Ancestor = { pid: number; parent: number };

/** Lists the processes from this one up to npm; a shell or a loader may be between them. */
const listAncestors = (): Ancestor[] => {
  const line: Ancestor[] = [];
  for (let pid = process.pid; line.length < 6; ) {
    const parent = readParent(pid);
    if (parent === undefined || parent <= 1) break;
    line.push({ pid, parent });
    if (readCommandLine(parent).startsWith("npm")) return line;
    pid = parent;
  }
  return line.slice(0, 1);
};

/** Reads the parent of a process. Without /proc only the parent of this process is known. */
const readParent = (pid: number): number | undefined => {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return undefined;
  }
};

const readCommandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};
