import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import type { LinkStatus } from "@/server/domain/states";
import { createLinkJourney, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { countCases } from "@/server/testing/run/cases";
import { approved, declined, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import type { LinkRecord } from "./shared/link-record";

// Compares random lives of a link with a naive model of D-10 that knows one payment at a time.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 0 });
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

type Capture = "approved" | "declined" | "unknown";
type Step =
  | { readonly do: "open" | "submit" | "refused" | "cancel" | "giveUp" | "fail" | "inquire" }
  | { readonly do: "return"; readonly capture: Capture }
  | { readonly do: "pass"; readonly ms: number };

const outcomes = { approved, declined, unknown } as const;
const final: readonly LinkStatus[] = ["completed", "expired", "cancelled"];

/** The expected state of the link. `flight`: a card is at the bank, or the outcome of its capture is unknown. */
class Model {
  status: LinkStatus = "pending";
  flight: null | { readonly since: Date; readonly until: Date; unknown: boolean } = null;
  constructor(readonly expiresAt: Date) {}

  /** Applies everything that is due by now, the earliest first. */
  settle(now: Date): void {
    if (final.includes(this.status) || this.flight?.unknown) return;
    const { flight } = this;
    if (flight && flight.until <= now) {
      this.flight = null;
      this.status = "failed";
    }
    if (this.expiresAt <= now) {
      this.flight = null;
      this.status = "expired";
    }
  }

  apply(step: Step, now: Date): void {
    this.settle(now);
    if (final.includes(this.status)) return;
    if (this.flight?.unknown) {
      if (step.do === "inquire") this.end("completed");
    } else if (step.do === "cancel") this.end("cancelled");
    else if (step.do === "open" && this.status === "pending") this.status = "launched";
    else if (this.flight) this.applyInFlight(step, this.flight, now);
    else if (step.do === "refused") this.status = "failed";
    else if (step.do === "submit") {
      this.status = "initiated";
      this.flight = { since: now, until: plusMs(now, minutes(30)), unknown: false };
    }
  }

  private applyInFlight(step: Step, flight: NonNullable<Model["flight"]>, now: Date): void {
    const canGiveUp = plusMs(flight.since, minutes(2)) <= now;
    if (step.do === "fail" || (step.do === "giveUp" && canGiveUp)) this.end("failed");
    if (step.do !== "return") return;
    if (step.capture === "unknown") flight.unknown = true;
    else this.end(step.capture === "approved" ? "completed" : "failed");
  }

  private end(status: LinkStatus): void {
    this.status = status;
    this.flight = null;
  }
}

const steps = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ do: "open" }) },
  { weight: 6, arbitrary: fc.constant<Step>({ do: "submit" }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "refused" }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "cancel" }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: "giveUp" }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: "fail" }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "inquire" }) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<Capture>("approved", "declined", "declined", "unknown")
      .map((capture): Step => ({ do: "return", capture })),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(seconds(10), minutes(1), minutes(2), minutes(15), minutes(29), minutes(31), minutes(5_000))
      .map((ms): Step => ({ do: "pass", ms })),
  },
);

/** Runs one step. `returns` holds the callback of every browser that was ever at the bank. */
async function take(step: Step, link: LinkRecord, returns: string[]): Promise<void> {
  const callback = returns.at(-1);
  if (step.do === "open") await journey.open(link);
  if (step.do === "submit") {
    const started = await journey.sendToBank(link).catch(() => null);
    if (started) returns.push(started.callback);
  }
  if (step.do === "refused") await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
  if (step.do === "cancel") await journey.tryCancel(link);
  if (step.do === "giveUp") await journey.giveUp(link);
  if (step.do === "fail" && callback) await journey.returnFromBank(callback, "not_authenticated");
  if (step.do === "inquire") await inquire();
  if (step.do === "pass") journey.moveClock(step.ms);
  if (step.do === "return") {
    world.bank.answer("capture", outcomes[step.capture]);
    // Browsers of ended attempts return as well and change nothing.
    for (const each of returns) await journey.returnFromBank(each);
  }
  await world.settled();
}

/** Inquires a capture of unknown outcome, for which the bank has the money. */
async function inquire(): Promise<void> {
  world.bank.answer("inquire", paid);
  const data = { nextInquiryAt: world.clock.now() };
  const where = { status: "unknown" as const };
  await world.db.prisma.attempt.updateMany({ where, data });
  await journey.advance(0);
}

test("keeps the link in the model's state, and all records consistent, after any order of events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (walk) => {
      world.clock.advanceMs(seconds(1));
      const link = await journey.create();
      const model = new Model(link.expiresAt);
      const returns: string[] = [];
      for (const step of walk) {
        await take(step, link, returns);
        model.apply(step, world.clock.now());
        // Reading the link applies everything that is due (D-2).
        await journey.getLinkState(link);
        model.settle(world.clock.now());
        expect((await journey.getRow(link)).status, JSON.stringify({ walk, step })).toBe(model.status);
      }
    }),
    { numRuns: countCases(4, 300), endOnFailure: true },
  );
  await expectConsistentLinks(world);
});
