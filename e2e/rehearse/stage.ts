import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { bankDay } from "@/server/domain/business-day";
import { decimalText } from "@/server/domain/money";
import { freePort } from "@/server/launch/ports";
import { postgresUserFor } from "@/server/launch/postgres/postgres-user";
import { type Address, openAddress } from "../cluster/address";
import { type Installation, runCommand, startInstallation } from "../live/installation";
import { DebianCluster } from "./debian-cluster";
import { openFirstShop, type Person } from "./first-shop";
import type { Shop } from "./shop";

/** A line of a command with its exit code. */
export interface CommandResult {
  readonly isPassed: boolean;
  readonly text: string;
}

/** A rehearsal's installation: a cluster with an archive, an address in front of it, and the product in live mode. */
export class Stage {
  primary: DebianCluster;
  #installation: Installation | undefined;
  #shop: Shop | undefined;
  people: readonly Person[] = [];

  private constructor(
    readonly bin: string,
    readonly folder: string,
    readonly address: Address,
  ) {
    this.primary = DebianCluster.at(bin, join(folder, "first"), 0);
  }

  static async open(bin: string): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), "vezne-rehearsal-"));
    const user = postgresUserFor(folder);
    if (user) await chown(folder, user.uid, user.gid);
    return new Stage(bin, folder, await openAddress(1));
  }

  get archive(): string {
    return join(this.folder, "archive");
  }

  get installation(): Installation {
    if (!this.#installation) throw new Error("The product has not been started");
    return this.#installation;
  }

  get shop(): Shop {
    if (!this.#shop) throw new Error("There is no shop yet");
    return this.#shop;
  }

  /** Describes another cluster in a folder of this rehearsal. */
  async newCluster(name: string): Promise<DebianCluster> {
    return DebianCluster.at(this.bin, join(this.folder, name), await freePort());
  }

  /** Makes a cluster the one behind the address of the product. */
  lead(cluster: DebianCluster): void {
    this.primary = cluster;
    this.address.moveTo(cluster.port);
  }

  async createPrimary(): Promise<void> {
    const cluster = await this.newCluster("first");
    await cluster.create(this.archive);
    await cluster.start();
    this.lead(cluster);
  }

  async startProduct(): Promise<void> {
    this.#installation = await startInstallation({}, this.primary.url("postgres", this.address.port));
  }

  async openShop(): Promise<void> {
    const { shop, people } = await openFirstShop(this.installation);
    [this.#shop, this.people] = [shop, people];
    // Budgets per key are raised for an account on request; a load needs it. The right to refund would ask the owner
    // for another code of the app, half a minute after the first one.
    const rights = "array['payments:write', 'payments:read', 'refunds:write']";
    await this.primary.query(`update api_key set scopes = ${rights}`);
    await this.primary.query("update partner set payments_per_key = 100000");
  }

  /** Runs an operator's command that may end with exit code 1. */
  async command(...args: string[]): Promise<CommandResult> {
    try {
      return { isPassed: true, text: await runCommand(this.installation.env, "admin", args) };
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      return { isPassed: false, text: `${stdout}${stderr}`.trim() };
    }
  }

  /** Runs an operator's command that has to end well. */
  async mustRun(...args: string[]): Promise<string> {
    const { isPassed, text } = await this.command(...args);
    if (!isPassed) throw new Error(`admin -- ${args.join(" ")} failed:\n${text}`);
    return text;
  }

  /** Runs the doctor. Only the certificate of the rehearsal's own proxy may fail, which is valid for a day. */
  async examine(): Promise<string> {
    const { text } = await this.command("doctor");
    const failed = [...text.matchAll(/^FAIL (\w+)/gm)].map(([, item]) => item);
    if (!text.includes("ok ") || failed.some((item) => item !== "certificates")) throw new Error(text);
    return failed.length > 0 ? "nothing failed but the rehearsal's own certificate" : "nothing failed";
  }

  /** Compares today's books with the bank, with a statement that the bank exports now. */
  async reconcile(...options: string[]): Promise<CommandResult> {
    const file = join(this.folder, "statement.csv");
    await writeFile(file, await this.#exportStatement());
    const today = bankDay(new Date(), "00:00");
    return this.command("reconcile", today, this.shop.terminalId, "--statement", file, ...options);
  }

  async #exportStatement(): Promise<string> {
    const rows = await this.queryBank<{ order_id: string; kind: string; amount: string; at: Date; auth_code: string }>(
      "select order_id, kind, amount, at, auth_code from simulator.bank_transaction where refusal is null order by id",
    );
    const lines = rows.map(({ order_id, kind, amount, at, auth_code }) =>
      [order_id, kind, decimalText(BigInt(amount)), at.toISOString(), auth_code].join(","),
    );
    return ["orderId,kind,amount,time,authCode", ...lines].join("\n");
  }

  /** Runs a query at the database of the simulated bank. */
  async queryBank<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
    const client = new pg.Client(this.installation.bankDatabaseUrl);
    await client.connect();
    try {
      return (await client.query<T>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Throws unless the sums of the bank's ledger equal those of the books. Returns what is taken and given back. */
  async expectEqualSums(): Promise<string> {
    const [bank] = await this.queryBank<{ taken: string; back: string }>(
      "select coalesce(sum(captured), 0) as taken, coalesce(sum(voided + credited), 0) as back from simulator.bank_order",
    );
    const [books] = await this.primary.query<{ taken: string; back: string }>(
      `select coalesce(sum(amount) filter (where status = 'captured'), 0) + coalesce(sum(returned_amount), 0) as taken,
              coalesce(sum(refunded_amount + corrected_amount + returned_amount), 0) as back from payment`,
    );
    const held = (sums: typeof bank) => BigInt(sums?.taken ?? 0) - BigInt(sums?.back ?? 0);
    if (held(bank) !== held(books)) throw new Error(`bank ${JSON.stringify(bank)}, books ${JSON.stringify(books)}`);
    await this.mustRun("ledger", "verify");
    return `the bank and the books hold ${decimalText(held(bank))} TRY`;
  }

  /** Makes a folder inside that of the rehearsal. */
  async makeFolder(name: string): Promise<string> {
    const path = join(this.folder, name);
    await mkdir(path, { recursive: true });
    return path;
  }

  async close(): Promise<void> {
    await this.#installation?.close();
    await this.primary.kill();
    this.address.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
