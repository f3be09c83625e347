import { isBusinessDay, istanbulDayStart, istanbulMonthStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import { control, now } from "../support/controls";
import type { ProcedureAnswer } from "../support/procedure";
import type { Steps } from "./steps";

/** Returns noon in Istanbul (UTC) of this instant's day, or of the next business day where it is none. */
function businessNoon(instant: Date): Date {
  let day = istanbulDayStart(instant);
  while (!isBusinessDay(day)) day = plusMs(day, days(1));
  return plusMs(day, hours(12));
}

/** Returns noon (UTC) of the first business day after an instant's day. */
export const nextBusinessNoon = (after: Date): Date => businessNoon(plusMs(istanbulDayStart(after), days(1)));

/** Returns noon (UTC) of the first business day of the month after an instant's month. */
export const nextMonthsNoon = (after: Date): Date =>
  businessNoon(istanbulMonthStart(plusMs(istanbulMonthStart(after), days(32))));

/** Moves the clock to an instant, which collects what is due on the way, also where a kill cuts the way. */
export async function moveClock(steps: Steps, to: Date): Promise<void> {
  await steps.do({
    kind: "collect",
    subject: to.toISOString(),
    call: () => sendClock({ set: to.toISOString() }),
    // The clock has arrived, and the answer was lost.
    refusals: ["validation_error"],
    isDone: async () => {
      const answer = await sendClock({ advanceSeconds: 1 }).catch(() => null);
      return answer?.status === 200 && (await now()) >= to;
    },
    mayRepeat: true,
  });
}

async function sendClock(body: object): Promise<ProcedureAnswer> {
  const { status, json } = await control("POST", "/sandbox/clock", body);
  const { error, ...data } = json();
  return { status, code: status === 200 ? null : (error?.code ?? "unknown"), data };
}
