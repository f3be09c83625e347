import { randomBytes } from "node:crypto";
import type { Operation, Outcome } from "@/server/banks/bank";
import type { Ctx } from "@/server/usecases/ctx";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import {
  type CompletedThreeDSecure,
  type CompleteThreeDSecureInput,
  completeThreeDSecure,
} from "@/server/usecases/payments/complete-three-d-secure";
import { type CreatePaymentInput, createPayment } from "@/server/usecases/payments/create-payment";
import { getPayment } from "@/server/usecases/payments/queries";
import { type StartHandoffInput, startHandoff } from "@/server/usecases/payments/start-handoff";
import { returnFields, type TestWorld, testCard, testTerminals } from "../world/world";

/** Creates the steps of a payment for tests, from its creation to the browser's return. */
export function createPaymentJourney(world: TestWorld) {
  const { ctx, db } = world;

  const create = async ({ caller, ...changes }: Partial<CreatePaymentInput> = {}) =>
    createPayment(ctx, {
      caller: caller ?? (await world.signIn()),
      source: "api",
      amountKurus: 40_000n,
      partnerTxCode: `order-${randomBytes(6).toString("hex")}`,
      terminalId: testTerminals.ours,
      installment: 1,
      description: null,
      returnUrl: "https://shop.test/done?x=1",
      ...changes,
    });

  const start = (paymentRef: string, raw = testCard()) =>
    handOver(ctx, { paymentRef, raw, language: "tr", buyerIp: "192.0.2.1" });

  /** Creates a payment whose browser is at the bank. */
  const createAtBank = async (changes: Partial<CreatePaymentInput> = {}) => {
    const created = await create({ installment: 3, ...changes });
    const started = await start(created.paymentRef);
    if (started.kind !== "form") throw new Error(started.kind);
    return { ...created, token: started.form.fields[0]?.[1].split("/").at(-1) ?? "" };
  };

  const returnFromBank = (token: string, verdict: Parameters<typeof returnFields>[0] = "authenticated") =>
    completeThreeDSecure(ctx, buildReturn(token, verdict));

  return {
    create,
    start,
    createAtBank,
    returnFromBank,
    /** Returns from a bank that does not say whether it captured: the answer is that of a buyer who waited in vain. */
    returnWithoutWaiting: (token: string) => returnWithoutWaiting(world, buildReturn(token)),
    getPayment: (paymentCode: string) => getPayment(ctx, { partnerId: world.caller.partnerId, paymentCode }),
    listEvents: async (resourceId: string) =>
      (await db.prisma.outboxEvent.findMany({ where: { resourceId } })).map((event) => event.type),
    getAttempt: (paymentId: string) => db.prisma.attempt.findFirstOrThrow({ where: { paymentId } }),
    countAlerts: (subject: string, kind: string) => db.prisma.staffAlert.count({ where: { subject, kind } }),
    advance: (ms: number) => advanceClock(ctx, { advanceSeconds: ms / 1000 }),
  };
}

/** A card that a buyer's browser posts to the handoff. */
type HandedCard = Omit<StartHandoffInput<unknown>, "present">;

/** Posts a card to the handoff. The page that a door would show is left out: the form alone is returned. */
export async function handOver(ctx: Ctx, card: HandedCard) {
  const started = await startHandoff(ctx, { ...card, present: async (form) => form });
  return started.kind === "form" ? { kind: started.kind, form: started.answer } : started;
}

/** Builds a return of the browser, which differs from all others. */
export const buildReturn = (
  token: string,
  verdict: Parameters<typeof returnFields>[0] = "authenticated",
): CompleteThreeDSecureInput => ({ token, fields: returnFields(verdict), bodyDigest: randomBytes(32) });

/**
 * Completes a return for a buyer who waits in vain, without waiting in real time. The first answer comes at once; when
 * the work has ended, the same return is answered again, with what the buyer sees at the end of the wait.
 */
export async function returnWithoutWaiting(
  { ctx, settled }: Pick<TestWorld, "ctx" | "settled">,
  input: CompleteThreeDSecureInput,
): Promise<CompletedThreeDSecure> {
  const hasty = { ...ctx, captureWaitMs: 0 };
  await completeThreeDSecure(hasty, input);
  await settled();
  return completeThreeDSecure(hasty, input);
}

/** Creates the bank's answer to the request for the meaning of a return. */
export const resolveAs =
  (verdict: "authenticated" | "not_authenticated" | "refused") =>
  (operation: Operation): Outcome => {
    const orderId = "order" in operation ? operation.order.orderId : operation.orderId;
    const authentications = {
      authenticated: { verdict: "authenticated", orderId, proofs: { mac: "mac" } },
      not_authenticated: { verdict: "not_authenticated", orderId, mdStatus: "0" },
      refused: { verdict: "refused", why: "amount" },
    } as const;
    return { kind: "resolved", authentication: authentications[verdict] };
  };

/** Returns `result` of the merchant's return address (success, failure or pending), or the kind of any other answer. */
export const readResult = (answer: CompletedThreeDSecure): string | null =>
  answer.kind === "redirect" ? new URL(answer.url).searchParams.get("result") : answer.kind;
