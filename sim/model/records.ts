import { z } from "zod";
import type { Call } from "./history";

/**
 * The shapes of the answers as the contract states them (§2, D-18, D-24, D-14). They are written independently of the
 * product's declarations. Objects that the contract fixes are strict; the others may have additional members (§9).
 */

const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const kurus = z.int().min(0);
const nullable = <T extends z.ZodType>(schema: T) => schema.nullable();
const paymentStatus = z.enum(["initiated", "captured", "failed", "expired"]);
const refundStatus = z.enum(["pending", "approved", "declined"]);
const method = z.enum(["void", "credit"]);
const linkStatus = z.enum(["pending", "launched", "initiated", "completed", "expired", "failed", "cancelled"]);

const errorAnswer = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string(), traceId: nullable(z.string()) }),
});

const created = z.strictObject({
  paymentCode: z.string().regex(/^pay_/),
  status: paymentStatus,
  paymentRef: z.string().min(1),
  handoffUrl: z.string().min(1),
  idempotentReplay: z.boolean(),
});

const started = z.strictObject({ refundId: z.string().regex(/^rf_/), method, status: refundStatus });

const refundItem = z.object({
  refundId: z.string(),
  partnerRefundCode: z.string(),
  method,
  status: refundStatus,
  amount: z.int().min(1),
  failureCode: nullable(z.string()),
  createdAt: instant,
  resolvedAt: nullable(instant),
});
const refund = refundItem.extend({ paymentCode: z.string(), currency: z.literal("TRY"), updatedAt: instant });

/** Why the newest refused card was refused (D-63); without card data. */
const decline = z.strictObject({
  reason: z.string().regex(/^[a-z_]+$/),
  by: z.enum(["issuer", "bank", "buyer", "merchant", "gateway"]),
  advice: z.enum(["retry_same_card", "other_card", "call_bank", "later", "fix_setup"]),
  bankCode: nullable(z.string().max(32)),
  bankMessage: nullable(
    z
      .string()
      .max(200)
      .refine((text) => !/\d{7}/.test(text)),
  ),
});

const option = z.object({ available: z.boolean(), reason: nullable(z.string()) });
const payment = z.object({
  paymentCode: z.string(),
  partnerTxCode: z.string(),
  status: paymentStatus,
  source: z.enum(["api", "panel", "payment_link"]),
  paymentLinkId: nullable(z.string()),
  terminalId: z.string(),
  currency: z.literal("TRY"),
  amount: z.int().min(1),
  installment: z.int(),
  description: nullable(z.string()),
  returnUrl: nullable(z.string()),
  failureCode: nullable(z.string()),
  decline: nullable(decline),
  card: nullable(z.object({ maskedPan: z.string().regex(/^\d{6}\*+\d{4}$/) }).loose()),
  commission: nullable(
    z.object({
      basis: z.enum(["gross", "net"]),
      rateBps: kurus,
      fixedFee: nullable(kurus),
      amount: kurus,
      customerShareBps: kurus,
      customerShareAmount: kurus,
      reversedAmount: kurus,
      netAmount: z.int(),
    }),
  ),
  refund: z.object({
    status: z.enum(["none", "partial", "full"]),
    refundedAmount: kurus,
    pendingAmount: kurus,
    remainingAmount: kurus,
    items: z.array(refundItem),
  }),
  correctedAmount: z.literal(0),
  returnedAmount: kurus,
  refundOptions: nullable(
    z.object({ void: option.extend({ until: instant }), credit: option, automaticPartialFrom: nullable(instant) }),
  ),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant,
  capturedAt: nullable(instant),
  failedAt: nullable(instant),
  expiredAt: nullable(instant),
});

const link = z.object({
  id: z.string().regex(/^pl_/),
  token: z.string().min(1),
  url: z.string(),
  partnerReference: z.int().min(1),
  status: linkStatus,
  amount: z.int().min(1),
  customerCommissionShareBps: kurus,
  description: nullable(z.string()),
  redirectUrl: nullable(z.string()),
  firstOpenedAt: nullable(instant),
  lastOpenedAt: nullable(instant),
  expiresAt: instant,
  createdAt: instant,
  updatedAt: instant,
  allowedInstallmentCounts: nullable(z.array(z.int())),
  items: nullable(z.array(z.object({ name: z.string(), note: nullable(z.string()), amount: z.int().min(1) }))),
  payerName: nullable(z.string()),
});
const page = z.strictObject({ items: z.array(link), page: z.int(), size: z.int(), hasMore: z.boolean() });

const anything = z.record(z.string(), z.unknown());
const wrap = <K extends string, T extends z.ZodType>(name: K, schema: T) =>
  schema.transform((value) => ({ [name]: value }) as { [key in K]: z.output<T> });
const show = {
  created: wrap("created", created),
  started: wrap("started", started),
  payment: wrap("payment", payment),
  refund: wrap("refund", refund),
  refunds: wrap(
    "refunds",
    z.strictObject({ items: z.array(refund) }).transform(({ items }) => items),
  ),
  link: wrap("link", link),
  page: wrap("page", page),
  other: wrap("other", anything),
};

/** The statuses of success of each operation, and what it shows then. */
const successes = {
  createPayment: [[200, 201], show.created],
  findPayment: [[200], show.payment],
  getPayment: [[200], show.payment],
  refundPayment: [[201], show.started],
  creditPayment: [[201], show.started],
  voidPayment: [[201], show.started],
  listRefunds: [[200], show.refunds],
  getRefundOfPayment: [[200], show.refund],
  findRefund: [[200], show.refund],
  getRefund: [[200], show.refund],
  createPaymentLink: [[201], show.link],
  listPaymentLinks: [[200], show.page],
  getPaymentLink: [[200], show.link],
  cancelPaymentLink: [[200], show.link],
  findInstallmentOptions: [[200], show.other],
  getInstallmentOverview: [[200], show.other],
  getPaymentAcceptanceStatus: [[200], show.other],
} as const;

export type CreatedPayment = z.output<typeof created>;
export type StartedRefund = z.output<typeof started>;
export type PaymentRecord = z.output<typeof payment>;
export type RefundItem = z.output<typeof refundItem>;
export type RefundRecord = z.output<typeof refund>;
export type LinkRecord = z.output<typeof link>;
export type LinkPage = z.output<typeof page>;
export type PaymentStatus = z.output<typeof paymentStatus>;
export type RefundStatus = z.output<typeof refundStatus>;
export type LinkStatus = z.output<typeof linkStatus>;

/** What an answer says. A success has one of the optional members, by its operation. */
export interface Reply {
  readonly kind: "none" | "refused" | "shown";
  readonly status: number;
  /** The error code; empty unless refused. */
  readonly code: string;
  readonly created?: CreatedPayment;
  readonly started?: StartedRefund;
  readonly payment?: PaymentRecord;
  readonly refund?: RefundRecord;
  readonly refunds?: readonly RefundRecord[];
  readonly link?: LinkRecord;
  readonly page?: LinkPage;
  readonly other?: Readonly<Record<string, unknown>>;
}

/** A reply of which nothing is known: no answer came, or it says that the outcome is not known (D-68). */
export const noReply: Reply = { kind: "none", status: 0, code: "" };

/** Reads the answer of a call. Returns the problem as a text where its shape is not the contract's. */
export function readReply({ answer, request }: Call): Reply | string {
  if (answer === null) return noReply;
  const body: unknown = JSON.parse(JSON.stringify(answer.body ?? null, toJson));
  if (answer.status >= 400) {
    const read = errorAnswer.safeParse(body);
    if (!read.success) return `The error body has not the shape of §2.6: ${z.prettifyError(read.error)}`;
    const { code } = read.data.error;
    return { kind: "refused", status: answer.status, code };
  }
  const [statuses, schema] = successes[request.operation];
  if (!(statuses as readonly number[]).includes(answer.status))
    return `${answer.status} is no status of this operation`;
  const read = schema.safeParse(body);
  if (!read.success) return `The body has not the declared shape: ${z.prettifyError(read.error)}`;
  return Object.assign({ kind: "shown" as const, status: answer.status, code: "" }, read.data);
}

const toJson = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);
