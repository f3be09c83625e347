import { setTimeout as sleep } from "node:timers/promises";
import { decodeTime } from "ulid";
import type { SandboxFile } from "../server/sandbox/accounts/prepare";
import type { Accounts } from "./accounts";
import { percentile99, type Target } from "./load";
import type { Arrival, Receiver } from "./receiving";

/** What deliveries are measured with. */
export interface DeliveryScene {
  readonly sandbox: SandboxFile;
  readonly accounts: Accounts;
  readonly receiver: Receiver;
}

/** The merchants of one target, by their ids. */
export interface Merchants {
  readonly answering: readonly string[];
  /** Gets as many events as each of the others. */
  readonly hanging: string | null;
}

/** Events that wait when the relay is woken, for each second that a round is meant to take. */
const backlogPerSecond = 500;
/** Events a second, well below what the product can deliver. */
const steadyPerSecond = 40;
/** For each second that a round is meant to take: the slowest of a hundred needs more than a few. */
const steadySeconds = 2;

/** Deliveries a second over a backlog; then the time from an event to its receipt at a steady rate. */
export const deliveryTarget =
  (scene: DeliveryScene, merchants: Merchants): Target =>
  async (seconds) => {
    const { accounts, receiver } = scene;
    receiver.hang(true);
    const perSecond = await clearBacklog(scene, merchants, seconds * backlogPerSecond);
    const p99Ms = percentile99(
      await receiveSteadily(scene, merchants, seconds * steadySeconds * steadyPerSecond),
    );
    receiver.hang(false);
    while (!(await accounts.areAllTried())) await sleep(100);
    return { perSecond, p99Ms };
  };

/** From the wake-up until the last merchant that answers has its last delivery: relay and all. */
async function clearBacklog(scene: DeliveryScene, merchants: Merchants, count: number): Promise<number> {
  const { accounts, receiver } = scene;
  await accounts.writeBacklog(inTurns(merchants, count));
  const startedAt = Date.now();
  const arrived = receiver.arrivals(count + 1);
  await trigger(scene, merchants.answering[0] ?? "");
  const arrivals = onceEach(await arrived, count + 1);
  return arrivals.length / ((Math.max(...arrivals.map(({ at }) => at)) - startedAt) / 1000);
}

/** ms from the instant that an event's id names, just before its commit, until its receipt. */
async function receiveSteadily(scene: DeliveryScene, merchants: Merchants, count: number) {
  const arrived = scene.receiver.arrivals(count);
  const sent = inTurns(merchants, count).map(async (partnerId, n) => {
    await sleep((n / steadyPerSecond) * 1000);
    await trigger(scene, partnerId);
  });
  await Promise.all(sent);
  return onceEach(await arrived, count).map(({ deliveryId, at }) => at - writtenAt(deliveryId));
}

/** So many events for those that answer, one after the other; the one that hangs takes part as one of them. */
function inTurns({ answering, hanging }: Merchants, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const turn = n % answering.length;
    const partnerId = answering[turn] ?? "";
    return hanging !== null && turn === 0 ? [hanging, partnerId] : [partnerId];
  }).flat();
}

/** Writes an event as the product does, in a transaction that wakes the relay. */
async function trigger({ sandbox }: DeliveryScene, partnerId: string): Promise<void> {
  const response = await fetch(`${sandbox.apiUrl}/sandbox/partners/${partnerId}/webhooks`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${sandbox.sandboxKey}` },
    body: JSON.stringify({ type: "webhook.test" }),
  });
  if (!response.ok) throw new Error(`An event could not be written: ${await response.text()}`);
  await response.arrayBuffer();
}

/** A delivery that came twice, or one too many, would make the product look faster than it is. */
function onceEach(arrivals: readonly Arrival[], count: number): readonly Arrival[] {
  const different = new Set(arrivals.map(({ deliveryId }) => deliveryId)).size;
  if (different === count && arrivals.length === count) return arrivals;
  throw new Error(`${arrivals.length} deliveries arrived, ${different} different ones, instead of ${count}.`);
}

const writtenAt = (deliveryId: string): number => decodeTime(deliveryId.replace(/^whd_/, ""));
