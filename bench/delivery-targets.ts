import { setTimeout as sleep } from "node:timers/promises";
import { decodeTime } from "ulid";
import type { SandboxFile } from "../server/sandbox/accounts/prepare";
import type { Accounts } from "./accounts";
import { percentile99, type Target } from "./load";
import type { Arrival, Receiver } from "./receiving";

/** The parts that a measurement of deliveries needs. */
export interface DeliverySetup {
  readonly sandbox: SandboxFile;
  readonly accounts: Accounts;
  readonly receiver: Receiver;
}

/** The ids of the merchants of one target. */
export interface Merchants {
  readonly answering: readonly string[];
  /** The merchant that hangs, which gets as many events as each other one; null when there is none. */
  readonly hanging: string | null;
}

/** The number of waiting events when the relay starts, per second of a round. */
const backlogPerSecond = 500;
/** Events per second, well below the product's capacity. */
const steadyPerSecond = 40;
/** Seconds of steady events per second of a round, because a p99 needs many more than a hundred samples. */
const steadySeconds = 2;

/** Measures deliveries per second over a backlog, then the time from event to receipt at a steady rate. */
export const deliveryTarget =
  (setup: DeliverySetup, merchants: Merchants): Target =>
  async (seconds) => {
    const { accounts, receiver } = setup;
    receiver.hang(true);
    const perSecond = await clearBacklog(setup, merchants, seconds * backlogPerSecond);
    const p99Ms = percentile99(await receiveSteadily(setup, merchants, seconds * steadySeconds * steadyPerSecond));
    receiver.hang(false);
    while (!(await accounts.areAllTried())) await sleep(100);
    return { perSecond, p99Ms };
  };

/** Measures deliveries per second from the signal to the relay until the last delivery to a merchant that answers. */
async function clearBacklog(setup: DeliverySetup, merchants: Merchants, count: number): Promise<number> {
  const { accounts, receiver } = setup;
  await accounts.writeBacklog(inTurns(merchants, count));
  const startedAt = Date.now();
  const arrived = receiver.arrivals(count + 1);
  await trigger(setup, merchants.answering[0] ?? "");
  const arrivals = checkArrivals(await arrived, count + 1);
  return arrivals.length / ((Math.max(...arrivals.map(({ at }) => at)) - startedAt) / 1000);
}

/** Measures the times in ms from the instant in an event's id, just before its commit, until its receipt. */
async function receiveSteadily(setup: DeliverySetup, merchants: Merchants, count: number) {
  const arrived = setup.receiver.arrivals(count);
  const sent = inTurns(merchants, count).map(async (partnerId, n) => {
    await sleep((n / steadyPerSecond) * 1000);
    await trigger(setup, partnerId);
  });
  await Promise.all(sent);
  return checkArrivals(await arrived, count).map(({ deliveryId, at }) => at - readWriteTime(deliveryId));
}

/**
 * Distributes `count` events over the merchants that answer in turns; the one that hangs gets the share of one of them.
 */
function inTurns({ answering, hanging }: Merchants, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const turn = n % answering.length;
    const partnerId = answering[turn] ?? "";
    return hanging !== null && turn === 0 ? [hanging, partnerId] : [partnerId];
  }).flat();
}

/** Writes an event through the product, in a transaction that signals the relay. */
async function trigger({ sandbox }: DeliverySetup, partnerId: string): Promise<void> {
  const response = await fetch(`${sandbox.apiUrl}/sandbox/partners/${partnerId}/webhooks`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${sandbox.sandboxKey}` },
    body: JSON.stringify({ type: "webhook.test" }),
  });
  if (!response.ok) throw new Error(`An event could not be written: ${await response.text()}`);
  await response.arrayBuffer();
}

/**
 * Throws when a delivery arrived twice or when there are too many, because the product would look faster than it is.
 */
function checkArrivals(arrivals: readonly Arrival[], count: number): readonly Arrival[] {
  const different = new Set(arrivals.map(({ deliveryId }) => deliveryId)).size;
  if (different === count && arrivals.length === count) return arrivals;
  throw new Error(`${arrivals.length} deliveries arrived, ${different} different ones, instead of ${count}.`);
}

const readWriteTime = (deliveryId: string): number => decodeTime(deliveryId.replace(/^whd_/, ""));
