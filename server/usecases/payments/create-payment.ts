import { minutes, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import {
  findExceededLimit,
  isWithinAmountLimits,
  limitChecks,
  requireWithinPerTxLimit,
} from "@/server/domain/payments/limits";
import { isCountPermitted } from "@/server/domain/pricing/installments";
import type { PaymentStatus } from "@/server/domain/states";
import { type CodeHolder, findHolder, insertPayment } from "@/server/store/payments/new-payments";
import { findTerms, type TerminalTerms } from "@/server/store/pricing/terminal-terms";
import { requireActive, requirePermittedHost } from "../account-guards";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { expirePayment } from "../expiry/expire-payment";
import { refPurpose } from "./shared/payment-ref";

export interface CreatePaymentInput {
  readonly caller: ActingAccount;
  /** The calling interface. A replay never crosses interfaces (§4.5.1). */
  readonly source: "api" | "panel";
  readonly amountKurus: bigint;
  readonly partnerTxCode: string;
  readonly terminalId: string;
  readonly installment: number;
  readonly description: string | null;
  readonly returnUrl: string;
}

export interface CreatedPayment {
  readonly paymentCode: string;
  readonly status: PaymentStatus;
  readonly paymentRef: string;
  readonly handoffUrl: string;
  readonly idempotentReplay: boolean;
}

/**
 * Creates a payment without a card, or replays the one that the same request created (§4.5, D-7 steps 5 to 13, D-23).
 * Throws partner_not_active, validation_error (returnUrl), payment_acceptance_held, duplicate_partner_tx_code,
 * terminal_not_allowed, amount_limit_exceeded, installment_not_allowed and the pos_*_limit_exceeded codes.
 */
export async function createPayment(ctx: Ctx, input: CreatePaymentInput): Promise<CreatedPayment> {
  requireActive(input.caller);
  // The panel's return address is a page of the product, so the account's list of hosts does not apply to it.
  if (input.source === "api") requirePermittedHost("returnUrl", input.returnUrl, input.caller);
  if (input.caller.acceptanceHeld) throw new AppError("payment_acceptance_held");
  for (let tries = 0; tries < 5; tries++) {
    const created = await tryCreate(ctx, input);
    if (created) return created;
  }
  throw new AppError("duplicate_partner_tx_code", "The code changed hands at every try");
}

/** Returns null if the payment that holds the code changed in the meantime or had to be expired: the caller retries. */
async function tryCreate(ctx: Ctx, input: CreatePaymentInput): Promise<CreatedPayment | null> {
  const { caller, terminalId, partnerTxCode } = input;
  const { partnerId, termsVersion } = caller;
  const terminal = await findTerms(ctx.db, { terminalId, partnerId, termsVersion, at: ctx.clock.now() });
  try {
    requireAllowed(terminal, input);
  } catch (refusal) {
    // A taken order code is reported before a refusal of the terminal (D-7), so look for its holder first.
    const holder = await findHolder(ctx.db, partnerId, partnerTxCode);
    if (!holder) throw refusal;
    return replayOrRelease(ctx, holder, input);
  }
  return insertNew(ctx, input, terminal);
}

/**
 * Replays the payment that holds the code. Returns null if that payment has expired and so no longer holds the code.
 */
async function replayOrRelease(
  ctx: Ctx,
  holder: CodeHolder,
  input: CreatePaymentInput,
): Promise<CreatedPayment | null> {
  const isOver = isDue(holder, ctx.clock.now());
  // A link's payment also ends with its link; expirePayment sees that under the link's lock.
  const mayBeOver = isOver || holder.source === "payment_link";
  const wasEnded = mayBeOver && (await expirePayment(ctx, { paymentCode: holder.paymentCode }));
  return isOver || wasEnded ? null : replay(ctx, holder, input);
}

/** An initiated payment that has expired, and whose capture was never started, no longer holds its code (D-56). */
const isDue = (holder: CodeHolder, now: Date): boolean =>
  holder.status === "initiated" && !holder.captureStarted && holder.expiresAt <= now;

function replay(ctx: Ctx, holder: CodeHolder, input: CreatePaymentInput): CreatedPayment {
  const same =
    holder.source === input.source &&
    holder.terminalId === input.terminalId &&
    holder.amountKurus === input.amountKurus &&
    holder.installment === input.installment;
  if (!same) throw new AppError("duplicate_partner_tx_code");
  const paymentRef = ctx.vault.open(refPurpose(holder.paymentCode), holder.refCipher);
  return answer(ctx, holder.paymentCode, holder.status, paymentRef, true);
}

function requireAllowed(
  terminal: TerminalTerms | null,
  { caller, amountKurus, installment }: CreatePaymentInput,
): asserts terminal is TerminalTerms {
  if (!terminal?.active) throw new AppError("terminal_not_allowed");
  if (!isWithinAmountLimits(amountKurus, caller)) throw new AppError("amount_limit_exceeded");
  const terms = { effectiveCounts: terminal.effectiveCounts, narrowing: caller.installmentCounts };
  if (!isCountPermitted(installment, terms)) throw new AppError("installment_not_allowed", "reason 2 (§7.3)");
  requireWithinPerTxLimit(terminal.limits, amountKurus);
}

async function insertNew(ctx: Ctx, input: CreatePaymentInput, terminal: TerminalTerms): Promise<CreatedPayment | null> {
  const { caller, ...request } = input;
  const now = ctx.clock.now();
  const paymentCode = newId(ctx.random, "payment", now);
  const paymentRef = newSecretToken(ctx.random);
  const checks = limitChecks(terminal.limits, now);
  const payment = {
    ...request,
    paymentCode,
    partnerId: caller.partnerId,
    tariffId: terminal.tariffId,
    refHash: tokenHash(paymentRef),
    refCipher: ctx.vault.seal(refPurpose(paymentCode), paymentRef),
    now,
    expiresAt: plusMs(now, minutes(terminal.validityMinutes)),
  };
  const { inserted, used, holder } = await insertPayment(ctx.db, payment, checks);
  if (inserted) return answer(ctx, paymentCode, "initiated", paymentRef, false);

  // An equal request that won the race may itself have reached the limit, so look for its payment first (D-23).
  const winner = holder ?? (await findHolder(ctx.db, caller.partnerId, input.partnerTxCode));
  if (winner) return replayOrRelease(ctx, winner, input);
  const passed = findExceededLimit(checks, used, input.amountKurus);
  if (passed) throw new AppError(passed);
  return null;
}

const answer = (
  ctx: Ctx,
  paymentCode: string,
  status: PaymentStatus,
  paymentRef: string,
  idempotentReplay: boolean,
): CreatedPayment => ({
  paymentCode,
  status,
  paymentRef,
  handoffUrl: `${ctx.origins.handoff}/handoff`,
  idempotentReplay,
});
