import fc from "fast-check";
import type { Answer, Call, Facts, OperationId, Request } from "../history";
import { TinyGateway } from "./tiny-gateway";

/** Random good histories: concurrent calls of two accounts on a gateway in memory, with lost answers and crashes. */

/** What the calls of a plan are about. A kind that stands here twice comes twice as often. */
const themes = {
  payments: ["createPayment", "createPayment", "findPayment", "getPayment", "getPayment"],
  refunds: [
    "createPayment",
    "getPayment",
    "getPayment",
    "creditPayment",
    "creditPayment",
    "refundPayment",
    "voidPayment",
    "listRefunds",
    "findRefund",
    "getRefund",
    "getRefundOfPayment",
  ],
  links: [
    "createPaymentLink",
    "getPaymentLink",
    "getPaymentLink",
    "getPaymentLink",
    "listPaymentLinks",
    "cancelPaymentLink",
    "getPayment",
    "findPayment",
    "createPayment",
    "creditPayment",
  ],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

/** One call of the plan. `pick` chooses among what exists; the delays are steps. */
const planned = fc.record({
  kind: fc.nat(109),
  client: fc.constantFrom("a/1", "a/2", "a/3", "a/1", "a/2", "b/1"),
  pick: fc.nat(23),
  wait: fc.nat(4),
  untilEffect: fc.nat(6),
  untilAnswer: fc.nat(6),
  fate: fc.constantFrom(...Array.from({ length: 6 }, () => "answered"), "lost", "crashed"),
});
const moved = fc.record({ at: fc.nat(50), pick: fc.nat(20), what: fc.nat(8) });
export const plans = fc.noBias(
  fc.record({
    theme: fc.constantFrom("payments", "refunds", "links"),
    calls: fc.array(planned, { minLength: 1, maxLength: 36, size: "max" }),
    moves: fc.array(moved, { maxLength: 80, size: "max" }),
    /** The ms of a step: a second, or so long that payments expire on the way. */
    stepMs: fc.constantFrom(1_000, 1_000, 150_000, 20_000_000),
  }),
);
export type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

interface Draft {
  readonly number: number;
  readonly client: string;
  readonly startedAt: number;
  readonly effectAt: number;
  readonly endedAt: number;
  readonly fate: string;
  readonly kind: OperationId;
  readonly pick: number;
  request: Request | null;
  answer: Answer | null;
}

const base = Date.UTC(2026, 10, 20, 9);

/** Plays a plan and returns what its clients saw, with the facts that a simulator would know. */
export function playPlan(
  { theme, calls, moves, stepMs }: Plan,
  gateway: TinyGateway = new TinyGateway(),
): { calls: Call[]; facts: Facts } {
  const clock = (step: number) => new Date(base + step * stepMs);
  const kinds = themes[theme];
  const drafts = layOut([beginning, ...calls], kinds);
  const last = Math.max(...drafts.map(({ endedAt }) => endedAt), 60);
  for (let step = 0; step <= last; step++) {
    const due = (instant: "startedAt" | "effectAt" | "endedAt") => drafts.filter((draft) => draft[instant] === step);
    for (const draft of due("startedAt")) draft.request = chooseRequest(gateway, draft);
    for (const { pick, what } of moves.filter(({ at }) => at === step)) {
      moveHidden(gateway, { pick, what, step }, clock(step));
    }
    if (theme === "refunds" && step === 2) moveHidden(gateway, { pick: 1, what: 0, step }, clock(step));
    for (const draft of due("effectAt")) takeEffect(gateway, draft, clock(step));
    for (const draft of due("endedAt")) noteOutcome(gateway, draft);
  }
  return { calls: drafts.map((draft) => toCall(draft, clock)), facts: toFacts(gateway) };
}

/** The first call of a plan creates what most of the others are about. */
const beginning: Plan["calls"][number] = {
  kind: 0,
  client: "a/1",
  pick: 1,
  wait: 0,
  untilEffect: 0,
  untilAnswer: 1,
  fate: "answered",
};

function toFacts({ captures, refunds, cards, payments, links }: TinyGateway): Facts {
  const rows = payments.map(({ code, account, order, linkId, amount }) => ({
    paymentCode: code,
    account,
    partnerTxCode: order,
    linkId,
    amountKurus: amount,
  }));
  const ofLinks = links.all.map(({ id, account }) => ({ linkId: id, account }));
  return { captures, refunds, cards, refusals: [], payments: rows, links: ofLinks };
}

function layOut(calls: Plan["calls"], kinds: readonly OperationId[]): Draft[] {
  const free = new Map<string, number>();
  return calls.map(({ client, pick, wait, untilEffect, untilAnswer, fate, ...planned }, index) => {
    const kind = kinds[planned.kind % kinds.length] ?? "getPayment";
    const startedAt = (free.get(client) ?? (index === 0 ? 0 : 2)) + wait;
    const effectAt = startedAt + untilEffect;
    const endedAt = effectAt + untilAnswer;
    // A client whose answer is lost goes on before the effect may have come.
    free.set(client, (fate === "answered" ? endedAt : startedAt) + 1);
    return { number: index + 1, client, startedAt, effectAt, endedAt, fate, kind, pick, request: null, answer: null };
  });
}

function chooseRequest(gateway: TinyGateway, { kind, client, pick }: Draft): Request {
  const isWanted = ({ account }: { readonly account: string }) => pick % 7 === 0 || client.startsWith(account);
  const payments = gateway.payments.filter(isWanted);
  const links = gateway.links.all.filter(isWanted);
  const captured = payments.filter(({ status }) => status === "captured");
  const refunds = payments.flatMap((payment) => payment.refunds);
  const paymentCode =
    (pick % 3 > 0 && captured.length > 0 ? captured : payments).at(-1 - (pick % 2))?.code ?? "pay_none";
  const refundId = refunds.at(-1 - (pick % 3))?.id ?? "rf_none";
  const id = links.at(-1 - (pick % 2))?.id ?? links[0]?.id ?? "pl_none";
  const ofLink = payments.find(({ linkId }) => linkId !== null)?.order;
  const partnerTxCode = (pick % 5 === 4 && ofLink) || `ORDER-${pick % 4 === 0 ? 1 : 0}`;
  const partnerRefundCode = `R-${pick % 12}`;
  const amount = pick % 3 === 0 ? 2_000 : 1_000;
  const payment = {
    amount,
    partnerTxCode,
    terminalId: "trm_1",
    returnUrl: "https://shop.example/",
    description: client,
  };
  const refund = { partnerRefundCode, amount: pick % 2 === 0 ? 300 * (1 + (pick % 4)) : null };
  const lists = [{ status: ["pending", "launched"] }, { size: "1" }, {}] as const;
  const parts: Partial<Record<OperationId, Partial<Request>>> = {
    createPayment: { body: payment },
    findPayment: { query: { partnerTxCode } },
    refundPayment: { params: { paymentCode }, body: refund },
    creditPayment: { params: { paymentCode }, body: refund },
    voidPayment: { params: { paymentCode }, body: refund },
    getRefund: { params: { refundId } },
    findRefund: { query: { partnerRefundCode } },
    getRefundOfPayment: { params: { paymentCode, refundId } },
    createPaymentLink: { body: { amount: 700 + (pick % 2), terminalId: "trm_1" } },
    listPaymentLinks: { query: lists[pick % 3] ?? {} },
    getPaymentLink: { params: { id } },
    cancelPaymentLink: { params: { id } },
  };
  const { params = {}, query = {}, body } = parts[kind] ?? { params: { paymentCode } };
  return { operation: kind, params, query, body };
}

/** Picks one of the last three of a list. */
const pickLate = <T>(list: readonly T[], pick: number): T | undefined =>
  list.at(-1 - (pick % Math.min(3, list.length)));

function moveHidden(
  gateway: TinyGateway,
  { pick, what, step }: { pick: number; what: number; step: number },
  now: Date,
): void {
  gateway.answer("nobody", { operation: "getPayment", params: {}, query: {}, body: undefined }, now);
  const { payments, links } = gateway;
  const payment = pickLate(
    payments.filter(({ linkId }) => linkId === null),
    pick,
  );
  const refunded = payments.find(({ refunds }) => refunds.some(({ status }) => status === "pending"));
  const link = pickLate(links.all, pick);
  if (what <= 2 && payment) gateway.end(payment, pick % 5 > 0 ? "captured" : "failed", now, step);
  if (what >= 3 && what <= 4 && refunded) {
    gateway.settle(refunded, pick % 3 === 0 ? "declined" : "approved", now, step);
  }
  if (what === 5 && link) links.open(link, now);
  if (what >= 6 && what <= 7 && link) links.takeCard(link, pick % 4 === 0, now);
  if (what === 8 && link) links.end(link, pick % 3 > 0, now, step);
}

function takeEffect(gateway: TinyGateway, draft: Draft, now: Date): void {
  if (draft.fate === "crashed" || !draft.request) return;
  const account = draft.client.split("/")[0] ?? "";
  // The bodies hold no reference to rows, so later moves do not change them.
  draft.answer = structuredClone(gateway.answer(account, draft.request, now));
}

/** The answer of a started refund shows the outcome that is known by then. */
function noteOutcome({ payments }: TinyGateway, { answer }: Draft): void {
  const body = answer?.body as
    | { refundId?: string; status?: string; error?: unknown; paymentCode?: string }
    | undefined;
  if (!body?.refundId || body.paymentCode !== undefined) return;
  body.status = payments.flatMap(({ refunds }) => refunds).find(({ id }) => id === body.refundId)?.status ?? "pending";
}

function toCall(
  { number, client, startedAt, endedAt, request, answer, fate }: Draft,
  clock: (step: number) => Date,
): Call {
  const isAnswered = fate === "answered";
  if (!request) throw new TypeError("The call was not sent");
  return {
    number,
    client,
    startedAt,
    endedAt: isAnswered ? endedAt : null,
    clock: { startedAt: clock(startedAt), endedAt: isAnswered ? clock(endedAt) : null },
    request,
    answer: isAnswered ? answer : null,
  };
}
