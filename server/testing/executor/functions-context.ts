import { FixedClock } from "@/server/domain/clock";
import { newProcessNumber } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { createClient } from "@/server/entry/jobs/client";
import type { Ctx } from "@/server/usecases/ctx";
import { createDueWorkLock } from "@/server/usecases/due-work-lock";

/** Creates a log that records its lines as `level message`. */
export function createRecordingLog() {
  const lines: string[] = [];
  const facts: object[] = [];
  const keep = (level: string) => (given: object, message: string) => {
    lines.push(`${level} ${message}`);
    facts.push(given);
  };
  return { lines, facts, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

/** Creates the parts of a context that functions use directly; their tests replace the use cases. */
export function createFunctionsContext() {
  const clock = new FixedClock();
  const log = createRecordingLog();
  const [dueWork, processNumber] = [createDueWorkLock(), newProcessNumber(systemRandom)];
  const parts: Pick<Ctx, "clock" | "realTime" | "dueWork" | "log" | "processNumber"> = {
    clock,
    realTime: systemTime,
    dueWork,
    log,
    processNumber,
  };
  return { clock, log, ctx: parts as Ctx };
}

/** Creates a signing client whose requests are answered by `answer`. */
export const testClient = (answer: typeof fetch = refuseNetwork) =>
  createClient({
    eventKey: "event-key",
    signingKey: testSigningKey,
    baseUrl: "http://inngest.test:8288",
    fetch: answer,
    log: createRecordingLog(),
  });

export const testSigningKey = "signkey-test-00112233445566778899aabbccddeeff";

const refuseNetwork: typeof fetch = (input) =>
  Promise.reject(new Error(`No request was expected, but ${input} was called`));
