import { findDestination } from "./paths";

/**
 * Returns the template of an address that the merchant API has not named, for metrics and traces (D-351). There are few
 * of them, and none has a part that a client chooses: such a part could be a secret, and each value would be a series.
 */
export const toRouteTemplate = (origin: "api" | "pay", target: string): string => {
  const destination = findDestination(origin, target);
  if (destination === "nowhere") return "none";
  const path = target.split(/[?#]/, 1)[0] ?? "";
  if (exact.has(path)) return path;
  return templates.find(([form]) => form.test(path))?.[1] ?? "other";
};

const exact = new Set(["/", "/handoff", "/csp-report", "/healthz", "/readyz", "/openapi.json", "/api/inngest"]);

const templates: readonly (readonly [RegExp, string])[] = [
  [/^\/v1(\/|$)/, "/v1/*"],
  [/^\/l\/[^/]+$/, "/l/{token}"],
  [/^\/l\/[^/]+\/qr\.svg$/, "/l/{token}/qr.svg"],
  [/^\/l\/[^/]+\//, "/l/{token}/*"],
  [/^\/3ds\/callback\//, "/3ds/callback/{token}"],
  [/^\/3ds\//, "/3ds/*"],
  [/^\/logo\//, "/logo/*"],
  [/^\/api\/trpc\//, "/api/trpc/*"],
  [/^\/api\/staff\//, "/api/staff/*"],
  [/^\/api\/auth\//, "/api/auth/*"],
  [/^\/panel(\/|$)/, "/panel/*"],
  [/^\/staff(\/|$)/, "/staff/*"],
  [/^\/docs(\/|$)/, "/docs/*"],
  [/^\/sandbox(\/|$)/, "/sandbox/*"],
  [/^\/(_next\/static|assets)\//, "/assets/*"],
];
