import { z } from "zod";
import type { Facts, OperationId, Request } from "./history";
import type { Reply } from "./records";

/** The rules of requests (§4, §8.1, D-6, D-16), and which refusals an operation may answer (§7.2, D-5, D-7). */

const text = (max: number) =>
  z.string().refine((value) => [...value].length <= max && !/[^\t\n\u{20}-\u{10ffff}]|\p{Surrogate}/u.test(value));
const code = (max: number) => text(max).refine((value) => value.trim() !== "" && !/\p{Control}/u.test(value));
const price = z.int().min(1).max(1_000_000_000);
const share = z.int().min(0).max(10_000).nullish();
const baseAmount = z.int().min(1).nullish();
const address = z
  .string()
  .max(2048)
  .refine((value) => /^https?:\/\/[^/\\?#\s@]+/.test(value) && URL.canParse(value));

const refundBody = z.object({ amount: z.int().min(1).nullish(), partnerRefundCode: code(128) });
const item = z.object({ name: code(120), note: text(200).nullish(), amount: price });
const bodies: Partial<Record<OperationId, z.ZodType>> = {
  createPayment: z.object({
    amount: price,
    partnerTxCode: code(128),
    terminalId: code(64),
    installment: z.int32().nullish(),
    description: text(1024).nullish(),
    returnUrl: address,
  }),
  refundPayment: refundBody,
  creditPayment: refundBody,
  voidPayment: refundBody,
  createPaymentLink: z.object({
    amount: price,
    terminalId: code(64),
    customerCommissionShareBps: share,
    description: text(512).nullish(),
    redirectUrl: address.nullish(),
    allowedInstallmentCounts: z.array(z.int()).nullish(),
    items: z.array(item).min(1).max(50).nullish(),
    payerName: text(120).nullish(),
  }),
  findInstallmentOptions: z.object({
    bin: z.string().regex(/^[0-9]{8}$/),
    terminalId: code(64),
    baseAmount,
    customerCommissionShareBps: share,
  }),
  getInstallmentOverview: z.object({ terminalId: code(64), baseAmount, customerCommissionShareBps: share }),
};

const integerText = z.string().regex(/^-?\d{1,18}$/);
const instantText = z.iso.datetime({ offset: true });
const linkStatus = z.enum(["pending", "launched", "initiated", "completed", "expired", "failed", "cancelled"]);
const queries: Partial<Record<OperationId, z.ZodType>> = {
  findPayment: z.object({ partnerTxCode: code(128) }),
  findRefund: z.object({ partnerRefundCode: code(128) }),
  listPaymentLinks: z
    .object({
      status: z.union([linkStatus, z.array(linkStatus)]).optional(),
      minAmount: integerText.optional(),
      maxAmount: integerText.optional(),
      createdFrom: instantText.optional(),
      createdTo: instantText.optional(),
    })
    .loose()
    .refine((query) => appliedPage(query) * appliedSize(query) <= 100_000),
};

/** Returns the page and the size that a list applies (§4.2, D-14). */
export const appliedPage = (query: Readonly<Record<string, unknown>>): number =>
  Math.max(0, readInteger(query.page, 0));
export const appliedSize = (query: Readonly<Record<string, unknown>>): number =>
  Math.min(200, Math.max(1, readInteger(query.size, 20)));

function readInteger(value: unknown, otherwise: number): number {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && /^-?\d+$/.test(first) ? Number(first) : otherwise;
}

/** Whether the body and the query of a request follow the declared rules. */
const isValidRequest = ({ operation, body, query }: Request): boolean =>
  (bodies[operation]?.safeParse(body).success ?? true) && (queries[operation]?.safeParse(query).success ?? true);

/** Returns a member of a request's body; undefined where there is none. */
export const member = (request: Pick<Request, "body">, name: string): unknown =>
  typeof request.body === "object" && request.body !== null
    ? (request.body as Readonly<Record<string, unknown>>)[name]
    : undefined;

export const textMember = (request: Pick<Request, "body">, name: string): string => {
  const value = member(request, name);
  return typeof value === "string" ? value : "";
};

const words = (text: string): readonly string[] => text.split(" ");
const ofPayments = words("payment_not_found");
const ofRefunds = words(
  "payment_not_found refund_in_progress payment_not_refundable refund_amount_exceeds_remaining direct_refund_not_allowed",
);
/** The refusals of a creation that settings decide, after the look-up of the code (D-7 steps 10 to 13). */
const ofTerms = words(
  "terminal_not_allowed amount_limit_exceeded installment_not_allowed pos_per_tx_limit_exceeded pos_daily_limit_exceeded " +
    "pos_weekly_limit_exceeded pos_monthly_limit_exceeded pos_time_window_limit_exceeded",
);

/** Those of them that follow from what is known of a terminal. */
const ofTerminal = words("terminal_not_allowed installment_not_allowed");

/** The refusals that the state of payments, refunds and links decides. The search places them in the history. */
const ofState: Partial<Record<OperationId, readonly string[]>> = {
  createPayment: ["duplicate_partner_tx_code", ...ofTerms],
  findPayment: ofPayments,
  getPayment: ofPayments,
  listRefunds: ofPayments,
  refundPayment: [...ofRefunds, "refund_not_yet_available"],
  creditPayment: ofRefunds,
  voidPayment: [...ofRefunds, "refund_method_not_available"],
  getRefundOfPayment: words("payment_not_found refund_not_found"),
  findRefund: words("refund_not_found"),
  getRefund: words("refund_not_found"),
  getPaymentLink: words("payment_link_not_found"),
  cancelPaymentLink: words(
    "payment_link_not_found payment_link_already_paid payment_link_expired payment_link_cancelled",
  ),
};

/** The refusals that depend on settings and on the request alone. They have no effect. */
const everywhere = words(
  "validation_error unauthorized access_denied partner_not_active rate_limited service_overloaded service_unavailable " +
    "internal_error",
);
const ofSettings: Partial<Record<OperationId, readonly string[]>> = {
  createPayment: words("payment_acceptance_held"),
  createPaymentLink: words(
    "sensitive_data_not_allowed partner_entitlement_required payment_acceptance_held terminal_not_allowed " +
      "payment_link_items_amount_mismatch installment_not_allowed",
  ),
  findInstallmentOptions: words("terminal_not_allowed"),
  getInstallmentOverview: words("terminal_not_allowed"),
};

const statuses: readonly (readonly [status: number, codes: readonly string[]])[] = [
  [400, words("validation_error sensitive_data_not_allowed")],
  [401, words("unauthorized")],
  [403, words("access_denied partner_not_active payment_acceptance_held terminal_not_allowed")],
  [404, words("payment_not_found refund_not_found payment_link_not_found")],
  [409, words("duplicate_partner_tx_code refund_in_progress")],
  [409, words("payment_link_already_paid payment_link_expired payment_link_cancelled")],
  [429, words("rate_limited")],
  [500, words("internal_error")],
  [503, words("service_overloaded service_unavailable")],
];

/** Returns the status of an error code (§7.2); 422 is the status of all business rules that are not listed. */
export const statusOfCode = (errorCode: string): number =>
  statuses.find(([, codes]) => codes.includes(errorCode))?.[0] ?? 422;

/** Whether the search has to place a refusal, because a state decides it. */
export const isStateRefusal = ({ operation }: Request, { code: given }: Reply): boolean =>
  ofState[operation]?.includes(given) ?? false;

/** Whether a refusal follows from what is known of a terminal. */
export const isTerminalRefusal = (errorCode: string): boolean => ofTerminal.includes(errorCode);

/** Whether a refusal of a creation comes from its terms, which are looked at where the code is free. */
export const isTermsRefusal = (errorCode: string): boolean => ofTerms.includes(errorCode);

/** Returns what is wrong with a reply to a request as such, whatever the state; null where nothing is. */
export function findRequestFault(request: Request, reply: Reply, facts: Facts): string | null {
  if (reply.kind === "none") return null;
  const isValid = isValidRequest(request);
  if (reply.kind === "refused") return findRefusalFault(request, reply, isValid, facts);
  return isValid ? findItemsFault(request, false) : "The request is invalid, so 400 is due";
}

function findRefusalFault(request: Request, reply: Reply, isValid: boolean, facts: Facts): string | null {
  const { operation } = request;
  const { code: given, status } = reply;
  const isDecidedByState = isStateRefusal(request, reply);
  const isDeclared = isDecidedByState || everywhere.includes(given) || ofSettings[operation]?.includes(given);
  if (!isDeclared) return `${given} is no refusal of ${operation}`;
  if (status !== statusOfCode(given)) return `${given} has the status ${statusOfCode(given)}`;
  if (!isValid) return isDecidedByState ? "The request is invalid, so 400 comes first (D-7)" : null;
  if (given === "payment_link_items_amount_mismatch") return findItemsFault(request, true);
  const isKnownTerm = facts.terminals !== undefined && isTerminalRefusal(given);
  if (isDecidedByState && (isKnownTerm || !isTermsRefusal(given))) return null;
  const isPossible = facts.refusals?.includes(given) ?? !["internal_error", "validation_error"].includes(given);
  return isPossible ? null : `Nothing in this run explains ${given}`;
}

/** The amounts of a link's items add up to its amount, or the request is refused (§4.1.1). */
function findItemsFault(request: Request, isRefused: boolean): string | null {
  const items = request.operation === "createPaymentLink" ? member(request, "items") : null;
  const sum = Array.isArray(items) ? items.reduce((total: number, each) => total + Number(each.amount), 0) : null;
  const isMismatch = sum !== null && sum !== member(request, "amount");
  if (isMismatch === isRefused) return null;
  return isMismatch ? "The items do not add up, so 422 is due" : "The items add up to the amount";
}
