import type { Answer, Call, OperationId, Request } from "../history";
import type { LinkStatus, PaymentStatus, RefundStatus } from "../records";
import {
  type Back,
  type Paid,
  refusal,
  type Shared,
  toCreated,
  toLinkBody,
  toPaymentBody,
  toRefundBody,
} from "./tiny-records";

/** Words with which a test writes a short history: each line is a call with its steps, request and answer. */

/** The instant of step 0, UTC. A step is a minute. */
const base = Date.UTC(2026, 10, 20, 9);
export const at = (step: number): Date => new Date(base + step * 60_000);

type Line = readonly [from: number, to: number | null, request: Request, answer: Answer | null, client?: string];

export const tell = (...lines: readonly Line[]): Call[] =>
  lines.map(([startedAt, endedAt, request, answer, client = "a/1"], index) => ({
    number: index + 1,
    client,
    startedAt,
    endedAt,
    clock: { startedAt: at(startedAt), endedAt: endedAt === null ? null : at(endedAt) },
    request,
    answer: endedAt === null ? null : answer,
  }));

const request = (operation: OperationId, parts: Partial<Request> = {}): Request => ({
  operation,
  params: parts.params ?? {},
  query: parts.query ?? {},
  body: parts.body,
});

export const ask = {
  create: (amount = 1_000, partnerTxCode = "O") =>
    request("createPayment", {
      body: { amount, partnerTxCode, terminalId: "trm_1", returnUrl: "https://shop.example/" },
    }),
  get: (paymentCode = "pay_1") => request("getPayment", { params: { paymentCode } }),
  find: (partnerTxCode = "O") => request("findPayment", { query: { partnerTxCode } }),
  refund: (operation: "refundPayment" | "creditPayment" | "voidPayment", code: string, amount?: number) =>
    request(operation, { params: { paymentCode: "pay_1" }, body: { partnerRefundCode: code, amount: amount ?? null } }),
  refunds: () => request("listRefunds", { params: { paymentCode: "pay_1" } }),
  refundCode: (partnerRefundCode: string) => request("findRefund", { query: { partnerRefundCode } }),
  createLink: () => request("createPaymentLink", { body: { amount: 700, terminalId: "trm_1" } }),
  link: (id = "pl_1") => request("getPaymentLink", { params: { id } }),
  cancel: (id = "pl_1") => request("cancelPaymentLink", { params: { id } }),
  links: (query: Request["query"] = {}) => request("listPaymentLinks", { query }),
};

const toPaid = (changes: Partial<Paid>): Paid => ({
  code: "pay_1",
  account: "a",
  order: "O",
  amount: 1_000,
  installment: 1,
  status: "initiated",
  linkId: null,
  description: null,
  returnUrl: "https://shop.example/",
  createdAt: at(1),
  updatedAt: changes.createdAt ?? at(1),
  endedAt: null,
  refunds: [],
  ...changes,
});

/** A refund of `pay_1`, by default one that the bank has done. */
export const back = (
  id: string,
  amount: number,
  status: RefundStatus = "approved",
  method: Back["method"] = "credit",
): Back => ({
  id: `rf_${id}`,
  code: id,
  method,
  amount,
  status,
  createdAt: at(5),
  doneAt: status === "pending" ? null : at(6),
});

const ends: Readonly<Record<PaymentStatus, Date | null>> = {
  initiated: null,
  captured: at(4),
  failed: at(4),
  expired: at(31),
};

const toLink = (status: LinkStatus, changes: Partial<Shared>): Shared => ({
  id: "pl_1",
  account: "a",
  reference: 1,
  body: { amount: 700 },
  status,
  openedAt: status === "pending" ? null : at(2),
  createdAt: at(1),
  updatedAt: changes.createdAt ?? at(1),
  attempts: 0,
  ...changes,
});

const ok = (body: unknown): Answer => ({ status: 200, body });

export const say = {
  refused: refusal,
  created: (code = "pay_1"): Answer => ({ status: 201, body: toCreated(toPaid({ code }), false) }),
  replayed: (code = "pay_1", status: PaymentStatus = "initiated"): Answer =>
    ok(toCreated(toPaid({ code, status }), true)),
  payment: (status: PaymentStatus, changes: Partial<Paid> = {}): Answer =>
    ok(toPaymentBody(toPaid({ status, endedAt: ends[status], ...changes }), at(8))),
  refund: (refund: Back): Answer => ok(toRefundBody(toPaid({}), refund)),
  refunds: (...refunds: Back[]): Answer => ok({ items: refunds.map((each) => toRefundBody(toPaid({}), each)) }),
  started: (id: string, status: RefundStatus = "approved", method: Back["method"] = "credit"): Answer => ({
    status: 201,
    body: { refundId: `rf_${id}`, method, status },
  }),
  newLink: (changes: Partial<Shared> = {}): Answer => ({ status: 201, body: toLinkBody(toLink("pending", changes)) }),
  link: (status: LinkStatus, changes: Partial<Shared> = {}): Answer => ok(toLinkBody(toLink(status, changes))),
  links: (...links: readonly Answer[]): Answer =>
    ok({ items: links.map(({ body }) => body), page: 0, size: 20, hasMore: false }),
};

/** Changes an answer's body as a faulty product might: `path` is dotted. */
export function spoil(answer: Answer, path: string, value: unknown): Answer {
  const body = structuredClone(answer.body) as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop() ?? "";
  const owner = names.reduce((each, name) => each[name] as Record<string, unknown>, body);
  owner[last] = value;
  return { status: answer.status, body };
}
