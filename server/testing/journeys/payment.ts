import { randomBytes } from "node:crypto";
import type { Operation, Outcome } from "@/server/banks/bank";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { type CompletedHandoff, completeHandoff } from "@/server/usecases/payments/complete-handoff";
import { type CreatePaymentInput, createPayment } from "@/server/usecases/payments/create-payment";
import { getPayment } from "@/server/usecases/payments/get-payment";
import { startHandoff } from "@/server/usecases/payments/start-handoff";
import { returned, type TestWorld, terminalOf, testCard } from "../world/world";

/** The steps of a payment as a test takes them, from creation to the browser's return. */
export function journeyIn(world: TestWorld) {
  const { ctx, db } = world;

  const create = async ({ caller, ...changes }: Partial<CreatePaymentInput> = {}) =>
    createPayment(ctx, {
      caller: caller ?? (await world.signIn()),
      source: "api",
      amountKurus: 40_000n,
      partnerTxCode: `order-${randomBytes(6).toString("hex")}`,
      terminalId: terminalOf.ours,
      installment: 1,
      description: null,
      returnUrl: "https://shop.test/done?x=1",
      ...changes,
    });

  const start = (paymentRef: string, raw = testCard()) =>
    startHandoff(ctx, { paymentRef, raw, language: "tr", buyerIp: "192.0.2.1" });

  /** A payment whose browser is at the bank. */
  const atTheBank = async (changes: Partial<CreatePaymentInput> = {}) => {
    const created = await create({ installment: 3, ...changes });
    const started = await start(created.paymentRef);
    if (started.kind !== "form") throw new Error(started.kind);
    return { ...created, token: started.form.fields[0]?.[1].split("/").at(-1) ?? "" };
  };

  const comeBack = (token: string, verdict: Parameters<typeof returned>[0] = "authenticated") =>
    completeHandoff(ctx, { token, fields: returned(verdict), bodyDigest: randomBytes(32) });

  return {
    create,
    start,
    atTheBank,
    comeBack,
    look: (paymentCode: string) => getPayment(ctx, { partnerId: world.caller.partnerId, paymentCode }),
    eventsOf: async (resourceId: string) =>
      (await db.prisma.outboxEvent.findMany({ where: { resourceId } })).map((event) => event.type),
    attemptOf: (paymentId: string) => db.prisma.attempt.findFirstOrThrow({ where: { paymentId } }),
    alertsOf: (subject: string, kind: string) => db.prisma.staffAlert.count({ where: { subject, kind } }),
    advance: (ms: number) => advanceClock(ctx, { advanceSeconds: ms / 1000 }),
  };
}

/** What the bank makes of a return that only it can read. */
export const resolvedAs =
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

/** What the merchant's page is told: success, failure or pending; else what kind of answer it was. */
export const resultIn = (answer: CompletedHandoff): string | null =>
  answer.kind === "redirect" ? new URL(answer.url).searchParams.get("result") : answer.kind;
