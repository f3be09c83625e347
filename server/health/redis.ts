import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Log } from "@/server/usecases/ctx";

/** The connection to the Redis that the processes of one database share. */
export interface RedisConnection {
  readonly client: Redis;
  /**
   * Resolves when Redis has answered. Throws an Error with a plain sentence, without the password of the address, when
   * Redis does not answer within a few seconds, refuses the password, or is no Redis; the connection is then closed.
   */
  ready(): Promise<void>;
  /** Whether Redis answers a ping within half a second; what was found is kept for two seconds. */
  isAnswering(): Promise<boolean>;
  /** Reports that a command failed. When a ping fails as well, one line of the log says it, and one the end of it. */
  suspect(): void;
}

export interface RedisSettings {
  readonly log: Log;
  /** Called for each command that Redis did not answer. */
  readonly onFailed?: () => void;
  /** How long the start waits for Redis, ms. */
  readonly startMs?: number;
  /** The interval of pings while Redis does not answer, ms. */
  readonly probeMs?: number;
}

/** The longest wait for Redis in ms. A healthy Redis answers sooner, and a payment must not wait for a counter. */
const answerWithinMs = 250;
const answerKeptMs = 2_000;

export function connectToRedis(
  url: string,
  { log, onFailed, startMs = 15_000, probeMs = 1_000 }: RedisSettings,
): RedisConnection {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: answerWithinMs,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
  });
  let failure: unknown;
  client.on("error", (error) => {
    failure = error;
  });
  let hasBeenReady = false;
  client.once("ready", () => {
    hasBeenReady = true;
    log.info({}, shared);
  });
  let isProbing = false;
  const probe = async (): Promise<void> => {
    let isAway = false;
    for (; client.status !== "end" && !(await ping(client)); await sleep(probeMs, undefined, { ref: false })) {
      if (!isAway) log.warn({}, "Redis does not answer; rate limits count in this process's memory");
      isAway = true;
    }
    if (isAway && client.status !== "end") log.info({}, shared);
  };
  const suspect = (): void => {
    // Until Redis has answered once, `ready` reports what is wrong.
    if (!hasBeenReady || isProbing) return;
    isProbing = true;
    void probe().finally(() => {
      isProbing = false;
    });
  };
  client.on("close", suspect);

  let checkedAt = Number.NEGATIVE_INFINITY;
  let checked: Promise<boolean> = Promise.resolve(false);
  return {
    client,
    suspect() {
      onFailed?.();
      suspect();
    },
    async ready() {
      const startedAt = performance.now();
      while (!(hasBeenReady && (await ping(client)))) {
        const final = explainRefusal(failure, new URL(url).host);
        if (final === null && performance.now() - startedAt < startMs) {
          await sleep(20);
          continue;
        }
        client.disconnect();
        throw new Error(final ?? explainSilence(failure, new URL(url).host));
      }
    },
    isAnswering() {
      if (performance.now() - checkedAt > answerKeptMs) {
        checkedAt = performance.now();
        checked = ping(client);
      }
      return checked;
    },
  };
}

const shared = "Rate limits are shared through Redis";

/** Pings twice, so that one pause of this process or of Redis is not taken for an end. */
async function ping(client: Redis): Promise<boolean> {
  for (let tries = 0; tries < 2; tries++) {
    const isAnswered = await client.ping().then(
      () => true,
      () => false,
    );
    if (isAnswered) return true;
  }
  return false;
}

/** Explains an answer that waiting does not change; null for everything else. The address may contain a password. */
function explainRefusal(failure: unknown, host: string): string | null {
  const text = failure instanceof Error ? failure.message : "";
  if (/WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(text)) {
    return `The Redis at ${host} refuses the user or the password of REDIS_URL.`;
  }
  return /protocol error|unknown RESP type/i.test(text)
    ? `What answers at ${host} is no Redis; correct REDIS_URL.`
    : null;
}

function explainSilence(failure: unknown, host: string): string {
  const code = failure instanceof Error && "code" in failure && typeof failure.code === "string" ? failure.code : null;
  return `Redis does not answer at ${host}${code ? ` (${code})` : ""}; correct REDIS_URL, or start Redis.`;
}
