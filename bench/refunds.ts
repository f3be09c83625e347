import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createVault, type Vault } from "@/server/store/vault";
import { migrate } from "../server/launch/migrations/migrate";
import type { SandboxFile } from "../server/sandbox/accounts/prepare";
import { openAccount } from "../server/usecases/banks/bank-connection";
import { type BenchSettings, concurrency, gatherStatistics, httpTarget, measureInTurns } from "./load";
import { type NewAccount, newAccount } from "./new-account";
import { measurePairs, type Pair, pairsReport, timeGet } from "./pairs";
import { type AtEnd, startProduct, startProgram } from "./processes";
import { type Collection, openCollection } from "./refund-collection";
import { paymentCodeOf, refundCodeOf, writeBankOrders, writeRefundRows } from "./refund-rows";
import { refundsReport } from "./refunds-report";

/** What a refund costs, and whether asking for one stays as fast where there are a million (see README.md). */
export const benchRefunds = async (settings: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const key = { id: "bench", key: randomBytes(32) };
  const sandbox = await startProduct(atEnd, { ENCRYPTION_KEYS: `bench:${key.key.toString("base64")}` });
  const client = new pg.Client(sandbox.databaseUrl);
  await client.connect();
  atEnd(() => client.end());
  await measureSending(sandbox, client, key.key, settings, atEnd);
  console.log("Writing 1,001,000 refunds …");
  const much = await writeMuch(client, createVault([key]));
  const little = await writeLittle(sandbox.databaseUrl, createVault([key]), atEnd);
  await client.query("vacuum analyze");
  await sleep(statisticsMs);
  const before = await sequentialScans(client);
  const pairs = pairsOf(sandbox.apiUrl, much, {
    small: openCollection(little.databaseUrl, little, { unpaidCount }, atEnd),
    large: openCollection(sandbox.databaseUrl, much.large, { unpaidCount }, atEnd),
  });
  console.log(`${settings.rounds} rounds of ${settings.seconds} s for each question, both sides in turns`);
  console.log(pairsReport("refunds", await measurePairs(pairs, settings), ["1,000", "1,000,000"]));
  await sleep(statisticsMs);
  console.log(
    `  Scans of all refunds or all settlements meanwhile: ${(await sequentialScans(client)) - before}\n`,
  );
};

/** PostgreSQL writes down within this time what an idle connection has done. ms. */
const statisticsMs = 11_000;

const refundsEach = 20;
/** Of an account, waiting for their payout; and payments with something open, on each side. */
const [unpaidCount, openCount] = [500, 50];

/** Payments without a refund. */
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

/** An account with 900,000 refunds, and a hundred with a thousand. */
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

/** A database beside the product's, on the same server, in which an account with a thousand refunds is all there is. */
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

/** How often all rows were read of the tables that grow with refunds. */
async function sequentialScans(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('refund', 'settlement')",
  );
  return rows[0].scans;
}

function pairsOf(
  apiUrl: string,
  { small, large }: { small: NewAccount; large: NewAccount },
  collections: { small: Collection; large: Collection },
): Pair[] {
  let turn = 0;
  const paymentOf = (prefix: string) => () =>
    timeGet(apiUrl, large.apiKey, `/v1/payments/${paymentCodeOf(prefix, 1 + (turn++ % 1_000))}`);
  const refundOf =
    ({ apiKey }: NewAccount, prefix: string, step: number) =>
    () => {
      const code = refundCodeOf(prefix, 1 + (turn++ % 1_000) * step);
      return timeGet(apiUrl, apiKey, `/v1/refunds?partnerRefundCode=${code}`);
    };
  return [
    {
      question: "a payment, without refunds and with 20",
      small: paymentOf("none"),
      large: paymentOf("large"),
    },
    {
      question: "a refund by its partnerRefundCode",
      aim,
      small: refundOf(small, "small", 1),
      large: refundOf(large, "large", 900),
    },
    { question: "a list of what is due", aim, small: collections.small.due, large: collections.large.due },
    {
      question: "what a payout of one account collects",
      aim,
      small: collections.small.payout,
      large: collections.large.payout,
    },
  ];
}

/** How many times as long the p99 may be where there are a million. */
const aim = 1.3;

/** How many payments are refunded by each of the two, a little of one after the other. */
const paymentCount = 20_000;

/** Refunds a second of the product, and of a bare program that does the same to the same tables at the same bank. */
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
  const shop = await shopOf(client, terminalId, key);
  for (const prefix of ["product", "bare"]) {
    const account = { partnerId, terminalId };
    await writeRefundRows(client, { ...without, account, prefix, paymentCount });
    await writeBankOrders(client, prefix, shop);
  }
  const next = (prefix: string) => {
    let turn = 0;
    return () => paymentCodeOf(prefix, 1 + (turn++ % paymentCount));
  };
  const [nextOfProduct, nextOfBare] = [next("product"), next("bare")];
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
      nextPath: () => `/v1/payments/${nextOfProduct()}/refunds/credit`,
      nextBody: () => JSON.stringify(nextRefund()),
    }),
    bare: httpTarget("bare refunds", {
      origin,
      method: "POST",
      path: "/",
      headers: json,
      status: 201,
      nextBody: () => JSON.stringify({ ...nextRefund(), paymentCode: nextOfBare() }),
    }),
  };
  console.log(`${settings.rounds} rounds of ${settings.seconds} s for each target, ${concurrency} at a time`);
  const afterWarmUp = () => gatherStatistics(databaseUrl);
  console.log(refundsReport(await measureInTurns(targets, { ...settings, afterWarmUp })));
}

/** The name of a terminal's shop at its bank. */
async function shopOf(client: pg.Client, terminalId: string, key: Buffer): Promise<string> {
  const { rows } = await client.query(
    "select account from bank_connection where terminal_id = $1 and replaced_at is null",
    [terminalId],
  );
  return openAccount(createVault([{ id: "bench", key }]), terminalId, rows[0].account).merchantId;
}
