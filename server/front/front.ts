import type { RequestListener } from "node:http";
import type { Log } from "@/server/log";

/** One origin as its listener serves it. */
export type Front = {
  origin: "api" | "pay";
  /** The public address of this listener, for the standard requests that handlers get. */
  address: string;
  /** The Host values that it answers for. */
  hosts: ReadonlySet<string>;
  /** The API's and the panel's own, where they differ: neither answers for the other's paths. */
  ownHosts?: { readonly api: ReadonlySet<string>; readonly panel: ReadonlySet<string> };
  /** Where cards are handed over: another origin than the API's and the panel's. */
  handoffOrigin: string;
  trustedProxyHops: number;
  isDevelopment: boolean;
  log: Log;
  router: RequestListener;
  isStopping(): boolean;
};
