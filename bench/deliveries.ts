import { randomBytes } from "node:crypto";
import { connectAccounts } from "./accounts";
import { expectBooksToAgree } from "./books";
import { type DeliveryName, deliveriesReport, loops } from "./deliveries-report";
import { deliveryTarget } from "./delivery-targets";
import { type BenchSettings, gatherStatistics, type Measurement, measureInTurns, type Target } from "./load";
import type { LoopOrder } from "./post-loop";
import { type AtEnd, startProduct, startProgram } from "./processes";
import { startReceiver } from "./receiving";

/** Measures deliveries of events, compared with bare POSTs, with and without a merchant that hangs (see README.md). */
export const benchDeliveries = async (settings: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const key = randomBytes(32);
  const sandbox = await startProduct(atEnd, { ENCRYPTION_KEYS: `bench:${key.toString("base64")}` });
  const receiver = await startReceiver(atEnd);
  const accounts = connectAccounts(sandbox.databaseUrl, { id: "bench", key }, atEnd);
  const merchantUrls = Array.from({ length: 100 }, (_, n) => `${receiver.origin}/merchants/${n + 1}`);
  const hundred = await accounts.open(merchantUrls);
  const [hanging = ""] = await accounts.open([`${receiver.origin}/hanging`]);
  const one = hundred.slice(0, 1);

  const deliver = (answering: string[], slow: string | null) =>
    deliveryTarget({ sandbox, accounts, receiver }, { answering, hanging: slow });
  const targets: Record<DeliveryName, Target> = {
    one: deliver(one, null),
    oneAndHanging: deliver(one, hanging),
    hundred: deliver(hundred, null),
    hundredAndHanging: deliver(hundred, hanging),
    ...(await openLoops(receiver.origin, () => receiver.arrivals(0), atEnd)),
  };
  const { rounds, seconds } = settings;
  console.log(`${rounds} rounds for each target, loops of ${seconds} s`);
  const afterWarmUp = () => gatherStatistics(sandbox.databaseUrl);
  console.log(deliveriesReport(await measureInTurns(targets, { ...settings, afterWarmUp })));
  await expectBooksToAgree(sandbox.databaseUrl);
};

/** Opens the bare loops, which take turns in a separate process. */
async function openLoops(origin: string, afterwards: () => Promise<unknown>, atEnd: AtEnd) {
  const { process } = await startProgram("bench/post-loop.ts", [origin], atEnd);
  const run = async (order: LoopOrder): Promise<Measurement> => {
    const measured = new Promise<Measurement>((resolve) => process.once("message", resolve));
    process.send(order);
    const measurement = await measured;
    await afterwards();
    return measurement;
  };
  const targets = Object.entries(loops).map(([name, loop]) => [name, (seconds: number) => run({ ...loop, seconds })]);
  return Object.fromEntries(targets) as Record<keyof typeof loops, Target>;
}
