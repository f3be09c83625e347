import type { OperationKind, Outcome } from "@/server/banks/bank";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import type { LinkStatus } from "@/server/domain/states";
import type { Ctx } from "@/server/usecases/ctx";
import { expireLink } from "@/server/usecases/expiry/expire-link";
import { cancelLink } from "@/server/usecases/links/cancel-link";
import { type CreateLinkInput, createLink } from "@/server/usecases/links/create-link";
import { giveUpAttempt } from "@/server/usecases/links/give-up-attempt";
import { openLink } from "@/server/usecases/links/open-link";
import type { LinkRecord } from "@/server/usecases/links/shared/link-record";
import { type StartLinkPaymentInput, startLinkPayment } from "@/server/usecases/links/start-link-payment";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { type CompletedThreeDSecure, completeThreeDSecure } from "@/server/usecases/payments/complete-three-d-secure";
import { type returnFields, type TestWorld, testCard, testTerminals } from "../world/world";
import { buildReturn, returnWithoutWaiting } from "./payment";

/** Cards of the test world: a credit card with installments, and a debit and a foreign card without. */
export const pans = {
  credit: "5528790000000008",
  debit: "4508030000000006",
  foreign: "4242424242424242",
} as const;

/** The input of a buyer who pays in one payment, in Turkish, without JavaScript. */
export const defaultSubmit = {
  installmentCount: 1,
  seenTotalKurus: null,
  bin8: null,
  language: "tr",
  buyerIp: "192.0.2.1",
} as const;

/** A card that a buyer's browser posts from a link's page. */
type SubmittedCard = Omit<StartLinkPaymentInput, "present">;

/** Posts a card on a link. The page that a door would show is left out: what it would show is returned. */
export async function submitCard(ctx: Ctx, card: SubmittedCard) {
  const started = await startLinkPayment(ctx, { ...card, present: async (page) => page });
  return started.kind === "form" ? { kind: started.kind, ...started.answer } : started;
}

type Submitted = Awaited<ReturnType<typeof submitCard>>;

/** Creates the steps of a payment link for tests, from its creation to the browser's return. */
export function createLinkJourney(world: TestWorld) {
  const { ctx, db, clock } = world;

  const create = async ({ caller, ...changes }: Partial<CreateLinkInput> = {}): Promise<LinkRecord> => {
    const { link } = await createLink(ctx, {
      caller: caller ?? (await world.signIn()),
      amountKurus: 40_000n,
      terminalId: testTerminals.ours,
      customerShareBps: 0,
      ...noLinkTexts,
      redirectUrl: null,
      allowedCounts: null,
      items: null,
      ...changes,
    });
    return link;
  };

  const submit = (
    { token }: Pick<LinkRecord, "token">,
    { pan = pans.credit, ...changes }: Partial<SubmittedCard> & { pan?: string } = {},
  ) => submitCard(ctx, { ...defaultSubmit, token, raw: testCard(pan), ...changes });

  /** Submits a card, so that the buyer's browser is at the bank; `callback` is the token in the return address. */
  const sendToBank = async <L extends Pick<LinkRecord, "token">>(link: L, changes = {}) => {
    const started = await submit(link, changes);
    if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
    return { ...link, callback: readCallbackToken(started) };
  };

  const listPayments = (link: Pick<LinkRecord, "id">) =>
    db.prisma.payment.findMany({ where: { linkId: link.id }, orderBy: { createdAt: "asc" } });

  const cancel = ({ id: linkId }: Pick<LinkRecord, "id">) =>
    cancelLink(ctx, { partnerId: world.caller.partnerId, linkId });

  return {
    create,
    submit,
    sendToBank,
    createAtBank: async (changes: Partial<CreateLinkInput> = {}) => sendToBank(await create(changes)),
    open: ({ token }: Pick<LinkRecord, "token">) => openLink(ctx, { token, isOpening: true }),
    /** Returns the state of the link for its buyer, without opening it. */
    getLinkState: async ({ token }: Pick<LinkRecord, "token">) => {
      const state = await openLink(ctx, { token, isOpening: false });
      if (!state) throw new Error("There is no such link");
      return state;
    },
    returnFromBank: (callback: string, verdict: Parameters<typeof returnFields>[0] = "authenticated") =>
      completeThreeDSecure(ctx, buildReturn(callback, verdict)),
    /** Returns from a bank that does not say whether it captured. */
    returnWithoutWaiting: (callback: string) => returnWithoutWaiting(world, buildReturn(callback)),
    cancel,
    /** Cancels and returns the status, or the code of the refusal. */
    tryCancel: (link: Pick<LinkRecord, "id">): Promise<LinkStatus | string> =>
      cancel(link).then(
        ({ status }) => status,
        (error) => (error.code === undefined ? Promise.reject(error) : error.code),
      ),
    giveUp: ({ token }: Pick<LinkRecord, "token">) => giveUpAttempt(ctx, { token }),
    expire: ({ id: linkId }: Pick<LinkRecord, "id">) => expireLink(ctx, { linkId }),
    getRow: ({ id }: Pick<LinkRecord, "id">) => db.prisma.paymentLink.findUniqueOrThrow({ where: { id } }),
    listPayments,
    listAttempts: ({ id: linkId }: Pick<LinkRecord, "id">) =>
      db.prisma.attempt.findMany({ where: { payment: { linkId } }, orderBy: { createdAt: "asc" } }),
    /** Lists the merchant's events of a link and its payments, sorted by type. */
    listEvents: async (link: Pick<LinkRecord, "id">): Promise<string[]> => {
      const ids = [link.id, ...(await listPayments(link)).map(({ id }) => id)];
      const events = await db.prisma.outboxEvent.findMany({ where: { resourceId: { in: ids } } });
      return events.map(({ type }) => type).sort();
    },
    /** Advances the clock without running the due work. */
    moveClock: (ms: number) => clock.advanceMs(ms),
    setClock: (instant: Date) => clock.set(instant),
    /** Advances the clock and runs the due work. */
    advance: (ms: number) => advanceClock(ctx, { advanceSeconds: ms / 1000 }),
  };
}

export type LinkJourney = ReturnType<typeof createLinkJourney>;

/** Makes the bank wait with its answer: `asked` resolves when the call arrives, and `answer` sends the answer. */
export function deferAnswer(world: TestWorld, kind: OperationKind) {
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

/** Reads the callback's token from the form that the browser posts to the scripted bank. */
const readCallbackToken = (started: Submitted): string =>
  started.kind === "form" ? (started.form.fields[0]?.[1].split("/").at(-1) ?? "") : "";

/** Returns the address of a redirect, or the kind of any other answer. */
export const readRedirect = (answer: CompletedThreeDSecure): string =>
  answer.kind === "redirect" ? answer.url : answer.kind;
