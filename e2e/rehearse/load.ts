import { setTimeout as sleep } from "node:timers/promises";
import type { DebianCluster } from "./debian-cluster";
import type { Shop } from "./shop";

interface Made {
  /** The codes of the payments whose creation was answered. */
  readonly answered: readonly string[];
  /** The codes of the payments that were answered as captured. */
  readonly captured: readonly string[];
  /** How many payments met an error. */
  readonly refused: number;
}

export type Load = ReturnType<typeof keepPaying>;

/** Pays with several buyers at once until it is ended. An error ends a payment, and its buyer begins another one. */
export function keepPaying(shop: Shop, buyers: number) {
  const answered: { readonly code: string; readonly begunAt: number }[] = [];
  const captured: string[] = [];
  let refused = 0;
  let isOver = false;
  const buy = async (): Promise<void> => {
    while (!isOver) {
      try {
        const begunAt = performance.now();
        const payment = await shop.create();
        answered.push({ code: payment.paymentCode, begunAt });
        if ((await shop.comeBack(await shop.authenticate(payment))) === "success") captured.push(payment.paymentCode);
      } catch {
        refused += 1;
        await sleep(100);
      }
    }
  };
  const all = Promise.all(Array.from({ length: buyers }, buy));
  const made = (): Made => ({ answered: answered.map(({ code }) => code), captured, refused });
  return {
    made,
    /** Waits for the first payment whose creation began after an instant and was answered; returns when, in ms. */
    async firstAnswerAfter(instant: number): Promise<number> {
      for (const end = Date.now() + 120_000; Date.now() < end; await sleep(20)) {
        if (answered.some(({ begunAt }) => begunAt > instant)) return performance.now();
      }
      throw new Error("No payment was created within two minutes");
    },
    async end(): Promise<Made> {
      isOver = true;
      await all;
      return made();
    },
    /** Throws unless the database has every payment that was answered, in the state that was answered. */
    async expectKept(cluster: DebianCluster): Promise<void> {
      const rows = await cluster.query<{ id: string; status: string }>("select id, status::text from payment");
      const states = new Map(rows.map(({ id, status }) => [id, status]));
      const lost = answered.filter(({ code }) => !states.has(code));
      const changed = captured.filter((code) => states.get(code) !== "captured");
      if (lost.length + changed.length > 0) {
        throw new Error(`${lost.length} answered payments are lost, ${changed.length} captured ones are not captured`);
      }
    },
  };
}
