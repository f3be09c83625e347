import type { IncomingHttpHeaders } from "node:http";
import type { Pool } from "pg";
import type { Random } from "@/server/domain/random";
import type { Answer } from "./answer";
import type { CardOutcome } from "./cards";
import type { Moment } from "./moment";
import type { Now } from "./product-clock";
import type { ReadDayEnd } from "./product-day-end";
import type { BrowserForm, StoredAuthentication, Verdict } from "./records/authentications";
import type { Shops } from "./records/shops";
import type { FaultyHosts } from "./setup-faults/faulty-hosts";
import type { ProtocolName, SetupFault } from "./setup-faults/setup-faults";

/** The services that the simulated banks share. */
export interface Simulator {
  readonly pool: Pool;
  readonly now: Now;
  readonly readDayEnd: ReadDayEnd;
  /** The source of every reference, key and nonce. */
  readonly random: Random;
  /** Decides which requests fail because of `errorRate`. */
  readonly faultRandom: Random;
  readonly shops: Shops;
  /** The fault in the set-up of the terminal that makes this request; null for a healthy one. */
  readonly fault: SetupFault | null;
  /** Returns the address of the simulated banks. */
  readonly origin: () => string;
  readonly hosts: FaultyHosts;
}

/** The gate and the API of a bank, as paths or as whole addresses. */
export interface BankPaths {
  readonly gate: string;
  readonly api: string;
}

/** A complete request with its body in bytes. */
export interface BankRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly clientIp: string;
}

export type Handler = (simulator: Simulator, request: BankRequest) => Promise<Answer>;

/** One wire protocol, from the bank's side. Pages, ledger, faults and controls are common to all protocols. */
export interface SimulatedProtocol {
  readonly name: ProtocolName;
  /** The paths that a merchant's agreement names; both are among the routes. */
  readonly paths: BankPaths;
  /** The handlers of POST requests by path. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** Returns the merchant's name on the 3-D Secure page. */
  merchantName(shops: Shops, shop: string): string;
  /** Builds the form that the browser posts to the merchant after the 3-D Secure page. */
  callback(shops: Shops, authentication: StoredAuthentication, verdict: Verdict, moment: Moment): BrowserForm;
  /** Forges a genuine callback as a buyer without the shop's key could; returns it unchanged for other cards. */
  forge(outcome: CardOutcome, genuine: BrowserForm): BrowserForm;
}
