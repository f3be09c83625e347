/** What an account's log of API requests is narrowed to. */

export const requestMethods = ["GET", "POST", "DELETE", "HEAD"] as const;
export type RequestMethod = (typeof requestMethods)[number];

/** Answers by their class; `failed` is both of the last two. */
export const statusClasses = ["2xx", "4xx", "5xx", "failed"] as const;
export type StatusClass = (typeof statusClasses)[number];

/** From, and below. */
export const statusRange: Readonly<Record<StatusClass, readonly [number, number]>> = {
  "2xx": [200, 300],
  "4xx": [400, 500],
  "5xx": [500, 600],
  failed: [400, 600],
};

export const requestAreas = ["payments", "refunds", "payment-links", "installments", "acceptance"] as const;
export type RequestArea = (typeof requestAreas)[number];

/** Patterns of SQL's `like`: what a path is like, and what it is not. */
export const pathPatterns: Readonly<Record<RequestArea, readonly [like: string, notLike: string | null]>> = {
  payments: ["/v1/payments%", "%/refunds%"],
  refunds: ["/v1/%refunds%", null],
  "payment-links": ["/v1/payment-links%", null],
  installments: ["/v1/installment-options%", null],
  acceptance: ["/v1/payment-acceptance-status%", null],
};

/** 32 hexadecimal digits (D-4). */
export const traceIdPattern = /^[0-9a-f]{32}$/;
