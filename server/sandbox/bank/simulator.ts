import type { IncomingHttpHeaders } from "node:http";
import type { Pool } from "pg";
import type { Answer } from "./answer";
import type { CardOutcome } from "./cards";
import type { Random } from "./faults";
import type { Now } from "./product-clock";
import type { DayEndOf } from "./product-day-end";
import type { BrowserForm, StoredAuthentication, Verdict } from "./records/authentications";
import type { Shops } from "./records/shops";

/** Everything that the simulated banks share. */
export interface Simulator {
  readonly pool: Pool;
  readonly now: Now;
  readonly dayEndOf: DayEndOf;
  readonly random: Random;
  readonly shops: Shops;
  /** Aborted when the server closes: answers that are held back are let go. */
  readonly closing: AbortSignal;
}

/** A request as the banks see it: whole, and in bytes. */
export interface BankRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly clientIp: string;
}

export type Handler = (simulator: Simulator, request: BankRequest) => Promise<Answer>;

/** One wire protocol, from the bank's side. Pages, ledger, faults and controls are common to all of them. */
export interface SimulatedProtocol {
  readonly name: string;
  /** Paths that take a POST. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** What the 3-D Secure page calls the merchant. */
  merchantName(shops: Shops, shop: string): string;
  /** What the browser takes back once the buyer is done. */
  callback(shops: Shops, authentication: StoredAuthentication, verdict: Verdict, now: Date): BrowserForm;
  /** What a forger makes of a genuine callback without the shop's key; the same form for any other card. */
  forge(outcome: CardOutcome, genuine: BrowserForm): BrowserForm;
}
