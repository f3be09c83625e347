import { minutes, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { isCountPermitted } from "@/server/domain/installments";
import { findPassedLimit, limitChecks, requireWithinOne } from "@/server/domain/limits";
import type { PaymentStatus } from "@/server/domain/states";
import {
  type CodeHolder,
  type CreatingTerminal,
  insertPayment,
  loadForCreate,
} from "@/server/store/new-payments";
import type { Caller } from "./caller";
import type { Ctx } from "./ctx";
import { expirePayment } from "./expire-payment";
import { refPurpose } from "./payment-ref";

export interface CreatePaymentInput {
  readonly caller: Caller;
  /** The interface that asks; replays never cross interfaces (§4.5.1). */
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
 * Creates a cardless payment, or repeats the one that the same request created (§4.5, D-7 steps 8 to 13, D-23).
 * Throws payment_acceptance_held, duplicate_partner_tx_code, terminal_not_allowed, amount_limit_exceeded,
 * installment_not_allowed and the pos_*_limit_exceeded codes.
 */
export async function createPayment(ctx: Ctx, input: CreatePaymentInput): Promise<CreatedPayment> {
  if (input.caller.acceptanceHeld) throw new AppError("payment_acceptance_held");
  for (let tries = 0; tries < 5; tries++) {
    const created = await tryCreate(ctx, input);
    if (created) return created;
  }
  throw new AppError("duplicate_partner_tx_code", "The code changed hands at every try");
}

/** Null when the code's holder has changed between look-up and insert, or had to be expired: look again. */
async function tryCreate(ctx: Ctx, input: CreatePaymentInput): Promise<CreatedPayment | null> {
  const { caller, terminalId, partnerTxCode } = input;
  const { terminal, holder } = await loadForCreate(ctx.db, caller.partnerId, terminalId, partnerTxCode);
  const now = ctx.clock.now();
  if (holder && !isDue(holder, now)) return replay(ctx, holder, input);
  if (holder) {
    await expirePayment(ctx, { paymentCode: holder.paymentCode });
    return null;
  }
  requireAllowed(terminal, input);
  return insertNew(ctx, input, terminal, now);
}

/** An initiated payment whose time is over and whose capture was never started no longer holds its code (D-56). */
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
  terminal: CreatingTerminal | null,
  { caller, amountKurus, installment }: CreatePaymentInput,
): asserts terminal is CreatingTerminal {
  if (!terminal?.active) throw new AppError("terminal_not_allowed");
  const { minAmountKurus, maxAmountKurus } = caller;
  if (minAmountKurus !== null && amountKurus < minAmountKurus) throw new AppError("amount_limit_exceeded");
  if (maxAmountKurus !== null && amountKurus > maxAmountKurus) throw new AppError("amount_limit_exceeded");
  const terms = { effectiveCounts: terminal.effectiveCounts, narrowing: caller.installmentCounts };
  if (!isCountPermitted(installment, terms)) throw new AppError("installment_not_allowed", "reason 2 (§7.3)");
}

async function insertNew(
  ctx: Ctx,
  input: CreatePaymentInput,
  terminal: CreatingTerminal,
  now: Date,
): Promise<CreatedPayment | null> {
  requireWithinOne(terminal.limits, input.amountKurus);
  const { caller, ...request } = input;
  const paymentCode = newId("payment", now);
  const paymentRef = newSecretToken();
  const checks = limitChecks(terminal.limits, now);
  const payment = {
    ...request,
    paymentCode,
    partnerId: caller.partnerId,
    refHash: tokenHash(paymentRef),
    refCipher: ctx.vault.seal(refPurpose(paymentCode), paymentRef),
    now,
    expiresAt: plusMs(now, minutes(terminal.validityMinutes)),
  };
  const { inserted, used } = await insertPayment(ctx.db, payment, checks);
  if (inserted) return answer(ctx, paymentCode, "initiated", paymentRef, false);

  // Either an equal request won the race, or a limit is reached. The winner's own reservation may be what
  // reached it, so the holder is looked for first (D-23).
  const { holder } = await loadForCreate(ctx.db, caller.partnerId, input.terminalId, input.partnerTxCode);
  const passed = findPassedLimit(checks, used, input.amountKurus);
  if (!holder && passed) throw new AppError(passed);
  return holder && !isDue(holder, now) ? replay(ctx, holder, input) : null;
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
