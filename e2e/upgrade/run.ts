import { buildIfNeeded } from "@/server/launch/build";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { migrate } from "@/server/launch/migrations/migrate";
import { startTemporaryPostgres } from "@/server/launch/postgres/temporary-postgres";
import { type Instance, type InstanceSettings, removeData, startInstance } from "@/server/testing/run/instance";
import { type FormerRelease, openFormerRelease } from "./former-release";

/**
 * Runs `npm run test:upgrade -- [REF]`: the former release takes payments while the database is migrated to the present
 * schema and after it, then the present release shows the same books, then the former one again, as after a roll-back
 * (D-349). Without REF the former release is the one with the newest tag.
 */
const run = async ([ref, ...others]: readonly string[]): Promise<void> => {
  if (others.length > 0 || ref?.startsWith("-")) throw new LaunchFailure("npm run test:upgrade -- [TAG OR COMMIT]");
  const former = await openFormerRelease(ref);
  await buildIfNeeded();
  const postgres = await startTemporaryPostgres();
  const house = new House({ RATE_LIMIT_MULTIPLIER: "1000", DATABASE_URL: postgres.url("postgres") });
  try {
    await upgrade(former, house, postgres.url("postgres"));
  } finally {
    await house.close();
    await postgres.stop();
  }
};

async function upgrade(former: FormerRelease, house: House, databaseUrl: string): Promise<void> {
  process.env.E2E_SANDBOX = await house.start(former);
  // Reads the addresses of the instance when it is loaded.
  const { Trade } = await import("./trade");
  const trade = await Trade.open();
  await trade.everything();
  const [toRefund, begun, link] = [await trade.pay(), await trade.begin(), await trade.beginLink()];
  say(`${former.ref} runs on its own schema: payments, a refund, a link, webhooks`);

  const endPaying = trade.keepPaying();
  const applied = await migrate(databaseUrl);
  const { payments, longestMs } = await endPaying();
  say(`${applied.length} migrations were applied meanwhile: ${applied.join(", ") || "none"}`);
  say(`${payments} payments were captured during them, the slowest in ${longestMs} ms`);

  await trade.everything();
  await trade.refund(toRefund);
  await trade.pay(begun);
  await trade.payLink(link);
  await trade.expectBankToAgree(databaseUrl);
  say(`${former.ref} runs on the present schema, and ends what began before`);

  const books = await trade.readBooks();
  const unfinished = { toRefund: await trade.pay(), begun: await trade.begin(), link: await trade.beginLink() };
  await house.start();
  say(`the present release shows ${await trade.expectBooks(books)} records as ${former.ref} did`);
  await trade.everything();
  await trade.refund(unfinished.toRefund);
  await trade.pay(unfinished.begun);
  await trade.payLink(unfinished.link);
  await trade.expectBankToAgree(databaseUrl);
  say("the present release runs, and ends what the former one began");

  const toRefundAgain = await trade.pay();
  await house.start(former);
  await trade.expectBooks(books);
  await trade.everything();
  await trade.refund(toRefundAgain);
  const captured = await trade.expectBankToAgree(databaseUrl);
  say(`${former.ref} runs again after the present release, as after a roll-back`);
  await trade.close();
  say(`the books agree with the bank: ${(captured / 100).toFixed(2)} TL captured`);
}

/** One installation, which runs one release after another on the same data and ports. */
class House {
  #instance: Instance | undefined;
  #isRunning = false;

  constructor(private readonly env: NonNullable<InstanceSettings["env"]>) {}

  /** Stops what runs, and starts the former release, or else the present one. @returns its `sandbox.json` */
  async start(former?: FormerRelease): Promise<string> {
    await this.#stop();
    this.#instance = await startInstance({
      env: this.env,
      ...(this.#instance && { like: this.#instance }),
      ...(former !== undefined && { checkout: former.folder, command: former.command }),
    });
    this.#isRunning = true;
    return this.#instance.sandboxFile;
  }

  async close(): Promise<void> {
    await this.#stop();
    if (this.#instance) await removeData(this.#instance);
  }

  async #stop(): Promise<void> {
    if (this.#isRunning) await this.#instance?.stop();
    this.#isRunning = false;
  }
}

const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

await runCommand(() => run(process.argv.slice(2)));
// Keep-alive connections would otherwise keep the process for some seconds.
process.exit();
