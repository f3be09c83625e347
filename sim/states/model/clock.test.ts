import { describe, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { firstInquiryAt, nextInquiryAt, notFoundSettlesAfterMs } from "@/server/domain/payments/inquiry";
import { lookAfterClearAnswer, lookAfterUnclearAnswer, planLooks } from "@/server/domain/payments/last-look";
import { clockSteps, instants, isEvening, isLinkOver, lastStepMs, linkValidityMs, startsAt } from "./clock";

// The model's clock agrees with the periods of the product, so that what the model calls due is due at the product.

const dayEndLocal = "00:00";
/** Where the identifier of an attempt places its looks: at the first and at the last possible moment. */
const fractions = [0, 0.999_999];

/** The instants, and some steps that stay at the last one. */
const times = [
  ...instants.map(({ afterMs }, instant) => ({ instant, at: plusMs(startsAt, afterMs) })),
  ...[1, 2, 3].map((count) => ({
    instant: instants.length - 1,
    at: plusMs(startsAt, (instants.at(-1)?.afterMs ?? 0) + count * lastStepMs),
  })),
];
const steps = times.slice(0, -1).flatMap((from, index) => {
  const to = times[index + 1];
  const step = clockSteps[from.instant];
  return to && step
    ? [{ name: `${instants[from.instant]?.name} → ${instants[to.instant]?.name}`, from, to, step }]
    : [];
});

describe.each(steps)("$name", ({ from, to, step }) => {
  test("leads to the next instant, after the time that it takes", () => {
    expect(step.to).toBe(to.instant);
    expect(plusMs(from.at, step.takesMs)).toEqual(to.at);
  });

  test("crosses the day-end exactly where the product's day ends", () => {
    expect(step.crossesDayEnd).toBe(nextDayEnd(from.at, dayEndLocal) <= to.at);
  });

  test("is longer than the time after which not found counts", () => {
    expect(step.takesMs).toBeGreaterThanOrEqual(notFoundSettlesAfterMs);
  });

  test("makes the first inquiry due, and each later one", () => {
    expect(firstInquiryAt(from.at) <= to.at).toBe(true);
    // One inquiry is made at each instant since the outcome became unknown, at the earliest at the first instant.
    for (const [index, { at: since }] of times.entries()) {
      const inquiries = times.filter(({ at }) => at > since && at <= from.at).length;
      if (since > from.at || inquiries === 0) continue;
      const planned = nextInquiryAt(inquiries, since, from.at, nextDayEnd(since, dayEndLocal));
      expect(planned <= to.at, `unknown since ${index}`).toBe(true);
    }
  });

  test("makes a look after an unclear answer due", () => {
    for (const { at: sentAt } of times.filter(({ at }) => at <= from.at)) {
      const next = lookAfterUnclearAnswer(from.at, nextDayEnd(sentAt, dayEndLocal));
      expect(next <= to.at).toBe(true);
    }
  });
});

const lastTime = times.at(-1)?.at ?? startsAt;

/** Captures that were sent at an instant and given up at a later one, before the last. */
const givenUp = times.flatMap(({ at: sentAt }) =>
  times
    .filter(({ at }) => at >= sentAt && at < lastTime)
    .flatMap((now) => fractions.map((fraction) => ({ sentAt, now, fraction, dayEndLocal }))),
);

/** The index in `times` at which an evening that was planned at `from` is due: the first step that passes one. */
const findEvening = (from: (typeof times)[number]): number =>
  steps.findIndex((each, index) => index >= times.indexOf(from) && each.step.passesEvening) + 1;

const findDue = (instant: Date): number => times.findIndex(({ at }) => at >= instant);

test("plans the looks of a capture that is given up as the model does", () => {
  for (const { now, ...facts } of givenUp) {
    const plan = planLooks({ ...facts, now: now.at });
    const isOver = nextDayEnd(facts.sentAt, dayEndLocal) <= now.at;
    if (isOver) expect(plan).toEqual({ recheckAt: now.at, looksWanted: 2 });
    else if (isEvening(now.instant)) expect(plan).toEqual({ recheckAt: now.at, looksWanted: 3 });
    else expect([findDue(plan.recheckAt), plan.looksWanted]).toEqual([findEvening(now), 2]);
  }
});

test.each([1, 2])("plans the look after a clear answer as the model does, with %i more wanted", (looksWanted) => {
  for (const { now, ...facts } of givenUp) {
    const next = lookAfterClearAnswer({ ...facts, now: now.at }, looksWanted);
    const isSameEvening = isEvening(now.instant) && nextDayEnd(facts.sentAt, dayEndLocal) > now.at && looksWanted > 1;
    expect(findDue(next)).toBe(isSameEvening ? times.indexOf(now) + 1 : findEvening(now));
  }
});

test("the link is over from the last instant on", () => {
  expect(times.map(({ instant }) => isLinkOver(instant))).toEqual(
    times.map(({ at }) => at >= plusMs(startsAt, linkValidityMs)),
  );
});
