// The filters of an account's log of API requests.

export const requestMethods = ["GET", "POST", "DELETE", "HEAD"] as const;
export type RequestMethod = (typeof requestMethods)[number];

/** The classes of HTTP statuses; `failed` is 4xx and 5xx together. */
export const statusClasses = ["2xx", "4xx", "5xx", "failed"] as const;
export type StatusClass = (typeof statusClasses)[number];

/** The range of each class: the first status, and the first one after it. */
export const statusRange: Readonly<Record<StatusClass, readonly [number, number]>> = {
  "2xx": [200, 300],
  "4xx": [400, 500],
  "5xx": [500, 600],
  failed: [400, 600],
};

export const requestAreas = ["payments", "refunds", "payment-links", "installments", "acceptance"] as const;
export type RequestArea = (typeof requestAreas)[number];

/** The patterns of SQL `like` that a path must match, and that it must not match. */
export const pathPatterns: Readonly<Record<RequestArea, readonly [like: string, notLike: string | null]>> = {
  payments: ["/v1/payments%", "%/refunds%"],
  refunds: ["/v1/%refunds%", null],
  "payment-links": ["/v1/payment-links%", null],
  installments: ["/v1/installment-options%", null],
  acceptance: ["/v1/payment-acceptance-status%", null],
};

/** The format of a trace id: 32 hexadecimal digits (D-4). */
export const traceIdPattern = /^[0-9a-f]{32}$/;
