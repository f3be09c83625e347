import type pg from "pg";
import type { WireRequest } from "@/server/banks/bank";
import { encodeForm } from "@/server/banks/wire";
import type { FormFields } from "@/server/domain/web/form-body";
import type { Answer } from "@/server/sandbox/bank/answer";
import { writeDayFile } from "@/server/sandbox/bank/day-file";
import { openBanks, type SimulatedBanks } from "@/server/sandbox/bank/open-banks";
import type { BrowserForm } from "@/server/sandbox/bank/records/authentications";
import { chargeBack, giveBack } from "@/server/sandbox/bank/records/chargebacks";
import { openPool } from "@/server/sandbox/bank/records/database";
import type { VisitAnswer } from "@/server/testing/banks/bank-browser";
import { createSeededRandom } from "@/server/testing/world/seeded-random";
import { bankOrigin } from "./accounts";
import type { Notes } from "./notes";
import type { Scheduler } from "./scheduler";
import type { SimTime } from "./sim-time";

/** What the banks need of the world around them. */
interface Around {
  readonly time: SimTime;
  readonly scheduler: Scheduler;
  readonly notes: Notes;
}

/** The simulated banks. They do all work of a request in one step, and have the simulated time. */
export class BankOffice {
  private around: Around | null = null;
  private seenTransaction = "0";

  private constructor(
    private readonly pool: pg.Pool,
    private readonly banks: SimulatedBanks,
  ) {}

  static async open(databaseUrl: string, seed: string): Promise<BankOffice> {
    const pool = openPool(databaseUrl);
    pool.on("error", () => undefined);
    const clock = { now: (): Date => office.world.time.now() };
    const banks = await openBanks({
      database: pool,
      origin: () => bankOrigin,
      sandboxKey: "key-of-the-simulation",
      clock,
      realTime: clock,
      random: createSeededRandom(`${seed}/bank`),
    });
    const office = new BankOffice(pool, banks);
    return office;
  }

  /** Puts the banks into a world. */
  join(around: Around): void {
    this.around = around;
  }

  /** Answers a request of a process of the product, and notes the money that it moved. */
  async answerServer({ url, headers, body }: WireRequest): Promise<Answer> {
    const answer = await this.banks.answer({
      method: "POST",
      path: new URL(url).pathname,
      query: new URLSearchParams(),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body,
      clientIp: "203.0.113.1",
    });
    await this.noteMovements();
    return answer;
  }

  /** Shows a page to a browser. @returns the page, and a form that the bank's server posts to the product before it */
  async answerBrowser(
    address: string,
    fields: FormFields | null,
  ): Promise<{ page: VisitAnswer; postsFirst: BrowserForm | null }> {
    const { pathname, searchParams } = new URL(address);
    const answer = await this.banks.answer({
      method: fields ? "POST" : "GET",
      path: pathname,
      query: searchParams,
      headers: fields ? { "content-type": "application/x-www-form-urlencoded" } : {},
      body: fields ? encodeForm(fields) : new Uint8Array(),
      clientIp: "198.51.100.7",
    });
    if (answer.kind === "broken") throw new Error("The bank's page does not come");
    const { status, headers, body, postsFirst } = answer;
    return { page: { status, headers: new Headers(headers), body }, postsFirst: postsFirst ?? null };
  }

  /** Writes the day-end file of all banks from what they have on record. @param date `YYYY-MM-DD` */
  writeDayFile(date: string): Promise<string> {
    return writeDayFile(this.pool, { date, protocol: null });
  }

  /** Takes so many kuruş of an order back for the buyer's bank. */
  async chargeBack(orderId: string, amountKurus: bigint): Promise<void> {
    await chargeBack(this.pool, { orderId, amountKurus, at: this.world.time.now() });
  }

  /** Gives the money of a case back. */
  async giveBack(caseNumber: string): Promise<void> {
    await giveBack(this.pool, caseNumber, this.world.time.now());
  }

  async close(): Promise<void> {
    await this.banks.close();
    await this.pool.end();
  }

  private get world(): Around {
    if (!this.around) throw new Error("The banks have no world yet");
    return this.around;
  }

  private async noteMovements(): Promise<void> {
    const { rows } = await this.pool.query<{ id: bigint; kind: "sale"; order_id: string; amount: bigint }>(
      `select id, kind, order_id, amount from simulator.bank_transaction
        where id > $1 and refusal is null order by id`,
      [this.seenTransaction],
    );
    const { notes, scheduler } = this.world;
    for (const { id, kind, order_id, amount } of rows) {
      this.seenTransaction = String(id);
      notes.movements.push({ kind, orderId: order_id, amountKurus: Number(amount), atStep: scheduler.now });
    }
  }
}
