import { FixedClock } from "@/server/domain/clock";
import { createClient } from "@/server/entry/jobs/client";
import type { Ctx } from "@/server/usecases/ctx";
import { createDueWorkLock } from "@/server/usecases/due-work-lock";

/** Keeps what is logged, as `level message`. */
export function keepingLog() {
  const lines: string[] = [];
  const facts: object[] = [];
  const keep = (level: string) => (given: object, message: string) => {
    lines.push(`${level} ${message}`);
    facts.push(given);
  };
  return { lines, facts, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

/** What functions reach besides the use-cases, which their tests replace. */
export function functionsContext() {
  const clock = new FixedClock();
  const log = keepingLog();
  const parts: Pick<Ctx, "clock" | "dueWork" | "log"> = { clock, dueWork: createDueWorkLock(), log };
  return { clock, log, ctx: parts as Ctx };
}

/** A signed client whose network is `answer`. */
export const testClient = (answer: typeof fetch = refuseNetwork) =>
  createClient({
    eventKey: "event-key",
    signingKey: testSigningKey,
    baseUrl: "http://inngest.test:8288",
    fetch: answer,
    log: keepingLog(),
  });

export const testSigningKey = "signkey-test-00112233445566778899aabbccddeeff";

const refuseNetwork: typeof fetch = (input) =>
  Promise.reject(new Error(`Nothing was to be sent, but ${input} was called`));
