import { randomBytes } from "node:crypto";
import type { OperationKind, Outcome } from "@/server/banks/bank";
import type { LinkStatus } from "@/server/domain/states";
import { expireLink } from "@/server/usecases/expiry/expire-link";
import { cancelLink } from "@/server/usecases/links/cancel-link";
import { type CreateLinkInput, createLink } from "@/server/usecases/links/create-link";
import { giveUpAttempt } from "@/server/usecases/links/give-up-attempt";
import type { LinkRecord } from "@/server/usecases/links/link-record";
import { openLink } from "@/server/usecases/links/open-link";
import {
  type StartedLinkPayment,
  type StartLinkPaymentInput,
  startLinkPayment,
} from "@/server/usecases/links/start-link-payment";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { type CompletedHandoff, completeHandoff } from "@/server/usecases/payments/complete-handoff";
import { returned, type TestWorld, terminalOf, testCard } from "../world/world";

/** Cards of the test world: credit in installments; debit, charged at once only; a foreign one, likewise. */
export const pans = {
  credit: "5528790000000008",
  debit: "4508030000000006",
  foreign: "4242424242424242",
} as const;

/** What a buyer sends who pays at once, in Turkish, without JavaScript. */
const firstTry = {
  installmentCount: 1,
  seenTotalKurus: null,
  bin8: null,
  language: "tr",
  buyerIp: "192.0.2.1",
} as const;

/** The steps of a payment link as a test takes them, from creation to the browser's return. */
export function linkJourneyIn(world: TestWorld) {
  const { ctx, db, clock } = world;

  const create = async ({ caller, ...changes }: Partial<CreateLinkInput> = {}): Promise<LinkRecord> =>
    createLink(ctx, {
      caller: caller ?? (await world.signIn()),
      amountKurus: 40_000n,
      terminalId: terminalOf.ours,
      customerShareBps: 0,
      description: null,
      redirectUrl: null,
      allowedCounts: null,
      items: null,
      payerName: null,
      ...changes,
    });

  const submit = (
    { token }: Pick<LinkRecord, "token">,
    { pan = pans.credit, ...changes }: Partial<StartLinkPaymentInput> & { pan?: string } = {},
  ): Promise<StartedLinkPayment> =>
    startLinkPayment(ctx, { ...firstTry, token, raw: testCard(pan), ...changes });

  /** A link whose buyer's browser is at the bank; `callback` is the token in the bank's return address. */
  const toTheBank = async <L extends Pick<LinkRecord, "token">>(link: L, changes = {}) => {
    const started = await submit(link, changes);
    if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
    return { ...link, callback: callbackIn(started) };
  };

  const paymentsOf = (link: Pick<LinkRecord, "id">) =>
    db.prisma.payment.findMany({ where: { linkId: link.id }, orderBy: { createdAt: "asc" } });

  const cancel = ({ id: linkId }: Pick<LinkRecord, "id">) =>
    cancelLink(ctx, { partnerId: world.caller.partnerId, linkId });

  return {
    create,
    submit,
    toTheBank,
    atTheBank: async (changes: Partial<CreateLinkInput> = {}) => toTheBank(await create(changes)),
    open: ({ token }: Pick<LinkRecord, "token">) => openLink(ctx, { token, isOpening: true }),
    /** Where the link stands for its buyer, without opening it. */
    sceneOf: async ({ token }: Pick<LinkRecord, "token">) => {
      const scene = await openLink(ctx, { token, isOpening: false });
      if (!scene) throw new Error("There is no such link");
      return scene;
    },
    comeBack: (callback: string, verdict: Parameters<typeof returned>[0] = "authenticated") =>
      completeHandoff(ctx, { token: callback, fields: returned(verdict), bodyDigest: randomBytes(32) }),
    cancel,
    /** The status after it, or the code of what refused it. */
    cancelled: (link: Pick<LinkRecord, "id">): Promise<LinkStatus | string> =>
      cancel(link).then(
        ({ status }) => status,
        (error) => (error.code === undefined ? Promise.reject(error) : error.code),
      ),
    giveUp: ({ token }: Pick<LinkRecord, "token">) => giveUpAttempt(ctx, { token }),
    expire: ({ id: linkId }: Pick<LinkRecord, "id">) => expireLink(ctx, { linkId }),
    row: ({ id }: Pick<LinkRecord, "id">) => db.prisma.paymentLink.findUniqueOrThrow({ where: { id } }),
    paymentsOf,
    attemptsOf: ({ id: linkId }: Pick<LinkRecord, "id">) =>
      db.prisma.attempt.findMany({ where: { payment: { linkId } }, orderBy: { createdAt: "asc" } }),
    /** What the merchant was told of a link and its payments, sorted. */
    eventsOf: async (link: Pick<LinkRecord, "id">): Promise<string[]> => {
      const ids = [link.id, ...(await paymentsOf(link)).map(({ id }) => id)];
      const events = await db.prisma.outboxEvent.findMany({ where: { resourceId: { in: ids } } });
      return events.map(({ type }) => type).sort();
    },
    /** Passes time without doing what falls due. */
    pass: (ms: number) => clock.advanceMs(ms),
    passTo: (instant: Date) => clock.set(instant),
    /** Passes time and does what falls due. */
    advance: (ms: number) => advanceClock(ctx, { advanceSeconds: ms / 1000 }),
  };
}

export type LinkJourney = ReturnType<typeof linkJourneyIn>;

/** A bank that answers when it is told to: `asked` is settled when it has been. */
export function slowAnswer(world: TestWorld, kind: OperationKind) {
  let ask: () => void = () => undefined;
  let answer: (outcome: Outcome) => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const answered = new Promise<Outcome>((resolve) => {
    answer = resolve;
  });
  world.bank.answer(kind, () => {
    ask();
    return answered;
  });
  return { asked, answer };
}

/** The callback's token in the form that a browser takes to the scripted bank. */
export const callbackIn = (started: StartedLinkPayment): string =>
  started.kind === "form" ? (started.form.fields[0]?.[1].split("/").at(-1) ?? "") : "";

/** Where a browser that came back is sent, else what kind of answer it got. */
export const sentTo = (answer: CompletedHandoff): string =>
  answer.kind === "redirect" ? answer.url : answer.kind;
