import type { Outcome } from "@/server/banks/bank";

/** Is thrown where a process would have been killed: nothing that follows happens. */
export class Killed extends Error {}

/** The point at which work of a process waits until the path goes on: a call to the bank, or the making of a page. */
export interface Gate {
  readonly flow: Flow;
  open(outcome: Outcome): void;
  /** Ends the work there, as the end of its process does. */
  kill(): void;
}

/** The work that one move has begun: a use-case, with what it has left to the background. */
export class Flow {
  private readonly open = new Set<Promise<unknown>>();
  private waiting: (() => void)[] = [];
  /** The gate at which the work waits; null while it runs, and after it has ended. */
  gate: Gate | null = null;
  /** What the use-case has thrown, other than by the end of its process. */
  failure: unknown = null;

  /** Adds work that belongs to the move. Its failure is kept, and thrown nowhere. */
  add(work: Promise<unknown>): void {
    const ended = work.then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof Killed)) this.failure ??= error;
      },
    );
    this.open.add(ended);
    void ended.then(() => {
      this.open.delete(ended);
      this.tell();
    });
  }

  /** Stops work at a gate. Resolves with the outcome when the path opens it. */
  stop(): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const pass = (go: () => void) => () => {
        this.gate = null;
        go();
      };
      this.gate = {
        flow: this,
        open: (outcome) => pass(() => resolve(outcome))(),
        kill: pass(() => reject(new Killed("The process has ended"))),
      };
      this.tell();
    });
  }

  /** Resolves when the work has ended, or waits at a gate. */
  async rest(): Promise<void> {
    while (this.open.size > 0 && this.gate === null) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
  }

  private tell(): void {
    const told = this.waiting;
    this.waiting = [];
    for (const resolve of told) resolve();
  }
}
