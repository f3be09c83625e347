import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { systemRandom } from "@/server/domain/random";
import { createVault, type Vault } from "@/server/store/vault";
import { migrate } from "../server/launch/migrations/migrate";
import type { SandboxFile } from "../server/sandbox/accounts/prepare";
import { openAccount } from "../server/usecases/banks/shared/bank-connection";
import { expectBooksToAgree } from "./books";
import { type BenchSettings, concurrency, gatherStatistics, httpTarget, measureInTurns } from "./load";
import { type NewAccount, newAccount } from "./new-account";
import { measurePairs, type Pair, pairsReport, timeGet } from "./pairs";
import { type AtEnd, startProduct, startProgram } from "./processes";
import { type Collection, openCollection } from "./refund-collection";
import { toPaymentCode, toRefundCode, writeBankOrders, writeRefundRows } from "./refund-rows";
import { refundsReport } from "./refunds-report";

/** Measures refunds, and whether queries stay as fast with a million of them (see README.md). */
export const benchRefunds = async (settings: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const key = { id: "bench", key: randomBytes(32) };
  const sandbox = await startProduct(atEnd, { ENCRYPTION_KEYS: `bench:${key.key.toString("base64")}` });
  const client = new pg.Client(sandbox.databaseUrl);
  await client.connect();
  atEnd(() => client.end());
  await measureSending(sandbox, client, key.key, settings, atEnd);
  console.log("Writing 1,001,000 refunds …");
  const much = await writeMuch(client, createVault(systemRandom, [key]));
  const little = await writeLittle(sandbox.databaseUrl, createVault(systemRandom, [key]), atEnd);
  await client.query("vacuum analyze");
  await sleep(statisticsMs);
  const before = await sequentialScans(client);
  const pairs = createPairs(sandbox.apiUrl, much, {
    small: openCollection(little.databaseUrl, little, { unpaidCount }, atEnd),
    large: openCollection(sandbox.databaseUrl, much.large, { unpaidCount }, atEnd),
  });
  console.log(`${settings.rounds} rounds of ${settings.seconds} s for each question, both sides in turns`);
  console.log(pairsReport("refunds", await measurePairs(pairs, settings), ["1,000", "1,000,000"]));
  await sleep(statisticsMs);
  console.log(`  Scans of all refunds or all settlements meanwhile: ${(await sequentialScans(client)) - before}\n`);
  await expectBooksToAgree(sandbox.databaseUrl);
  await expectBooksToAgree(little.databaseUrl);
};

/** The time in ms within which PostgreSQL records the statistics of an idle connection. */
const statisticsMs = 11_000;

const refundsEach = 20;
/** The settlements of an account that wait for their payout, and the payments with an open refund, on each side. */
const [unpaidCount, openCount] = [500, 50];

/** The settings of payments without refunds. */
const without = { refundsEach: 0, openCount: 0, unpaidCount: 0 };

const writeAccount = (
  client: pg.Client,
  account: NewAccount,
  { prefix, refundCount, openCount }: { prefix: string; refundCount: number; openCount: number },
) =>
  writeRefundRows(client, {
    account,
    prefix,
    paymentCount: refundCount / refundsEach,
    refundsEach,
    openCount,
    unpaidCount,
  });

/** Writes an account with 900,000 refunds, and a hundred accounts with 1,000 each. */
async function writeMuch(client: pg.Client, vault: Vault): Promise<{ small: NewAccount; large: NewAccount }> {
  const newOne = () => newAccount(client, vault, new Date());
  const [small, large] = [await newOne(), await newOne()];
  await writeAccount(client, small, { prefix: "small", refundCount: 1_000, openCount: 0 });
  await writeAccount(client, large, { prefix: "large", refundCount: 900_000, openCount });
  await writeRefundRows(client, { ...without, account: large, prefix: "none", paymentCount: 1_000 });
  for (let number = 1; number < 100; number += 1) {
    const rows = { prefix: `other${number}x`, refundCount: 1_000, openCount: 0 };
    await writeAccount(client, await newOne(), rows);
  }
  return { small, large };
}

/** Creates a second database on the same server, which contains only one account with 1,000 refunds. */
async function writeLittle(productUrl: string, vault: Vault, atEnd: AtEnd) {
  const admin = new pg.Client(productUrl);
  await admin.connect();
  await admin.query("create database little");
  await admin.end();
  const databaseUrl = Object.assign(new URL(productUrl), { pathname: "/little" }).href;
  await migrate(databaseUrl);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  atEnd(() => client.end());
  const account = await newAccount(client, vault, new Date());
  await writeAccount(client, account, { prefix: "little", refundCount: 1_000, openCount });
  await client.query("vacuum analyze");
  return { ...account, databaseUrl };
}

/** Returns the number of sequential scans of the tables that grow with refunds. */
async function sequentialScans(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('refund', 'settlement')",
  );
  return rows[0].scans;
}

function createPairs(
  apiUrl: string,
  { small, large }: { small: NewAccount; large: NewAccount },
  collections: { small: Collection; large: Collection },
): Pair[] {
  let turn = 0;
  const getPayment = (prefix: string) => () =>
    timeGet(apiUrl, large.apiKey, `/v1/payments/${toPaymentCode(prefix, 1 + (turn++ % 1_000))}`);
  const getRefund =
    ({ apiKey }: NewAccount, prefix: string, step: number) =>
    () => {
      const code = toRefundCode(prefix, 1 + (turn++ % 1_000) * step);
      return timeGet(apiUrl, apiKey, `/v1/refunds?partnerRefundCode=${code}`);
    };
  return [
    {
      question: "a payment, without refunds and with 20",
      small: getPayment("none"),
      large: getPayment("large"),
    },
    {
      question: "a refund by its partnerRefundCode",
      aim,
      small: getRefund(small, "small", 1),
      large: getRefund(large, "large", 900),
    },
    { question: "a list of due work", aim, small: collections.small.due, large: collections.large.due },
    {
      question: "the settlements that a payout collects",
      aim,
      small: collections.small.payout,
      large: collections.large.payout,
    },
  ];
}

/** The largest ratio of the p99s that is aimed at: a million refunds to a thousand. */
const aim = 1.3;

/** The number of payments that each of the two programs refunds in small parts, in turns. */
const paymentCount = 20_000;

/** Measures refunds per second of the product and of a bare program with the same tables and the same bank. */
async function measureSending(
  { apiUrl, databaseUrl, partners }: SandboxFile,
  client: pg.Client,
  key: Buffer,
  settings: BenchSettings,
  atEnd: AtEnd,
): Promise<void> {
  const { partnerId = "", apiKeys = [], terminals = {} } = partners.demo ?? {};
  const { default: terminalId = "" } = terminals;
  const args = [databaseUrl, terminalId, key.toString("base64")];
  const { origin } = await startProgram("bench/bare-refund-server.ts", args, atEnd);
  const shop = await readShop(client, terminalId, key);
  for (const prefix of ["product", "bare"]) {
    const account = { partnerId, terminalId };
    await writeRefundRows(client, { ...without, account, prefix, paymentCount });
    await writeBankOrders(client, prefix, shop);
  }
  const next = (prefix: string) => {
    let turn = 0;
    return () => toPaymentCode(prefix, 1 + (turn++ % paymentCount));
  };
  const [nextForProduct, nextForBare] = [next("product"), next("bare")];
  let codes = 0;
  const json = { "Content-Type": "application/json" };
  const nextRefund = () => ({ amount: 100, partnerRefundCode: `R-${codes++}` });
  const targets = {
    product: httpTarget("refunds", {
      origin: apiUrl,
      method: "POST",
      path: "/",
      status: 201,
      headers: { ...json, Authorization: `Bearer ${apiKeys[0]}` },
      nextPath: () => `/v1/payments/${nextForProduct()}/refunds/credit`,
      nextBody: () => JSON.stringify(nextRefund()),
    }),
    bare: httpTarget("bare refunds", {
      origin,
      method: "POST",
      path: "/",
      headers: json,
      status: 201,
      nextBody: () => JSON.stringify({ ...nextRefund(), paymentCode: nextForBare() }),
    }),
  };
  console.log(`${settings.rounds} rounds of ${settings.seconds} s for each target, ${concurrency} at a time`);
  const afterWarmUp = () => gatherStatistics(databaseUrl);
  console.log(refundsReport(await measureInTurns(targets, { ...settings, afterWarmUp })));
}

/** Reads the merchant number of a terminal at its bank. */
async function readShop(client: pg.Client, terminalId: string, key: Buffer): Promise<string> {
  const { rows } = await client.query(
    "select account from bank_connection where terminal_id = $1 and replaced_at is null",
    [terminalId],
  );
  return openAccount(createVault(systemRandom, [{ id: "bench", key }]), terminalId, rows[0].account).merchantId;
}
