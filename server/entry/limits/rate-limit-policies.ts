/** A rate-limit budget (§8.3, D-8). A window opens with a subject's first request. */
export interface RateLimitPolicy {
  /** The number of requests that are allowed in a window. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** The kind of subject that is counted. */
  readonly per: "platform" | "ip" | "key" | "partner" | "ip_and_link" | "link" | "user" | "ip_and_user" | "device";
  /** The account setting that replaces the quota when staff have raised it. */
  readonly raisedBy?: "paymentsPerKey" | "linkWritesPerKey" | "linkReadsPerKey";
}

const minute = 60;
const quarter = 15 * minute;
const hour = 3600;
const day = 24 * hour;

export const rateLimitPolicies = {
  // These two are taken before the key look-up, on every /v1 endpoint.
  platform: { quota: 600, windowSeconds: minute, per: "platform" },
  ip: { quota: 240, windowSeconds: minute, per: "ip" },

  "payments-ip": { quota: 30, windowSeconds: minute, per: "ip" },
  "payments-ip-hour": { quota: 1800, windowSeconds: hour, per: "ip" },
  "payments-key": { quota: 60, windowSeconds: minute, per: "key", raisedBy: "paymentsPerKey" },

  "links-ip": { quota: 120, windowSeconds: minute, per: "ip" },
  "links-write-key": { quota: 30, windowSeconds: minute, per: "key", raisedBy: "linkWritesPerKey" },
  "links-read-key": { quota: 120, windowSeconds: minute, per: "key", raisedBy: "linkReadsPerKey" },

  "installments-partner": { quota: 120, windowSeconds: minute, per: "partner" },
  "reports-key": { quota: 60, windowSeconds: minute, per: "key" },
  "refunds-key": { quota: 30, windowSeconds: minute, per: "key" },

  "handoff-ip": { quota: 60, windowSeconds: minute, per: "ip" },
  // The browser's return from the bank: one per handoff, with room for repeated requests.
  "callback-ip": { quota: 120, windowSeconds: minute, per: "ip" },
  "csp-report-ip": { quota: 60, windowSeconds: minute, per: "ip" },
  "pay-submit": { quota: 10, windowSeconds: minute, per: "ip_and_link" },
  // Signed-in users: far more than a person can do.
  "panel-user": { quota: 600, windowSeconds: minute, per: "user" },
  "panel-change": { quota: 60, windowSeconds: minute, per: "user" },
  // Guesses at passwords and codes (S11). Right guesses are taken out of the count. A browser that the person signed in
  // with before counts by itself, so a stranger's guesses never keep the person out (D-310).
  "sign-in-device": { quota: 10, windowSeconds: hour, per: "device" },
  "sign-in-ip": { quota: 60, windowSeconds: quarter, per: "ip" },
  "sign-in-user-ip": { quota: 10, windowSeconds: quarter, per: "ip_and_user" },
  // All unknown browsers together. Past it, an unknown browser needs a mailed link.
  "sign-in-user": { quota: 100, windowSeconds: day, per: "user" },
  "confirm-user": { quota: 10, windowSeconds: quarter, per: "user" },
  // Links for a new password that are asked for: by one network, and for one address from anywhere (D-233).
  "forgotten-ip": { quota: 10, windowSeconds: quarter, per: "ip" },
  "forgotten-user": { quota: 5, windowSeconds: hour, per: "user" },
  // Mailed links with which a browser becomes a known one (D-310).
  "device-link-user": { quota: 5, windowSeconds: hour, per: "user" },
  "invitation-ip": { quota: 30, windowSeconds: minute, per: "ip" },
  "pay-bin": { quota: 30, windowSeconds: minute, per: "link" },
} as const satisfies Record<string, RateLimitPolicy>;

export type PolicyName = keyof typeof rateLimitPolicies;

export const getPolicy = (name: PolicyName): RateLimitPolicy => rateLimitPolicies[name];
