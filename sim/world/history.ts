import { plusMs } from "@/server/domain/clock";
import type { Answer, Call, Request } from "../model/history";
import type { Scheduler } from "./scheduler";
import { type SimTime, skewMsMax } from "./sim-time";

/** The calls of the merchant API in a simulation, for the judgement of the reference model. */
export class History {
  readonly calls: Call[] = [];

  constructor(
    private readonly scheduler: Scheduler,
    private readonly time: SimTime,
  ) {}

  /** Adds a call that has no answer yet, and returns a function that adds the answer. */
  begin(client: string, request: Request): (answer: Answer) => void {
    const place = this.calls.length;
    const call: Call = {
      number: place + 1,
      client,
      startedAt: this.scheduler.now,
      endedAt: null,
      clock: { startedAt: this.time.now(), endedAt: null },
      request,
      answer: null,
    };
    this.calls.push(call);
    return (answer) => {
      // The clock of the process that answered may be ahead.
      const clock = { startedAt: call.clock.startedAt, endedAt: plusMs(this.time.now(), skewMsMax) };
      this.calls[place] = { ...call, clock, endedAt: this.scheduler.now, answer };
    };
  }
}
