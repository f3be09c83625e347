import type { RequestListener } from "node:http";
import type { Log } from "@/server/log";
import type { TrustedProxies } from "./source-ip";

/** The settings of a listener, which serves one origin. */
export type Front = {
  origin: "api" | "pay";
  /** The public address of this listener, from which the URLs of requests are built. */
  address: string;
  /** The Host values for which it answers. */
  hosts: ReadonlySet<string>;
  /** The Host values of the API and of the panel. Where they differ, neither answers for the other's paths. */
  ownHosts?: { readonly api: ReadonlySet<string>; readonly panel: ReadonlySet<string> };
  /** The origin to which cards are posted; it differs from the API's and the panel's. */
  handoffOrigin: string;
  trustedProxies: TrustedProxies;
  isDevelopment: boolean;
  log: Log;
  router: RequestListener;
  isStopping(): boolean;
};
