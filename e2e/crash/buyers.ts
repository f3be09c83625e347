import { handOver, postForm, throughTheBank } from "../support/buyer";
import { cardWith } from "../support/cards";
import type { Form } from "../support/html";
import type { Answer } from "../support/http";
import { submitCard } from "../support/link-buyer";
import { type CreatedPayment, type Link, type Merchant, newCode } from "../support/merchant";
import type { Dice } from "./dice";

/** A payment that somebody was told of. */
export interface Order {
  readonly merchant: Merchant;
  readonly paymentCode: string;
  readonly amount: number;
  /** What the buyer's browser brought to the shop, if it ever got there. */
  readonly results: string[];
}

/** A payment link that somebody was given. */
export interface LinkOrder {
  readonly merchant: Merchant;
  readonly link: Link;
  readonly results: string[];
}

export interface Buying {
  readonly orders: readonly Order[];
  readonly linkOrders: readonly LinkOrder[];
  /** Answers that nobody should ever get. */
  readonly surprises: readonly string[];
  /** Resolves when the next buyer is back from the bank. */
  nextReturn(): Promise<void>;
  /** Lets everybody finish what they are at. */
  stop(): Promise<void>;
}

export interface BuyingSettings {
  readonly merchants: readonly Merchant[];
  readonly dice: Dice;
  readonly buyers: number;
  /** Resolves when the shop may call the server again. */
  whenUp(): Promise<void>;
}

interface Street extends BuyingSettings {
  /** Somebody is back from the bank. */
  returned(): void;
}

/** Outcomes of the sandbox's cards, and of how many in a hundred payments. */
const outcomes = new Map([
  ["approved", 36],
  ["declined_insufficient_funds", 8],
  ["three_ds_failed", 5],
  ["capture_lost_taken", 14],
  ["capture_lost_nothing", 8],
  ["callback_twice", 5],
  ["callback_missing", 5],
  // Captured like the first; what is lost or refused is the refund.
  ["credit_lost_taken", 15],
  ["credit_declined", 2],
  ["void_declined", 2],
]);

/** Buyers side by side, each paying one order after the other, whatever happens to the server meanwhile. */
export function startBuying(settings: BuyingSettings): Buying {
  const orders: Order[] = [];
  const linkOrders: LinkOrder[] = [];
  const surprises: string[] = [];
  let isOver = false;
  const waiting: (() => void)[] = [];
  const street: Street = {
    ...settings,
    returned: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
  const buyOn = async (number: number): Promise<void> => {
    const merchant = settings.merchants[number % settings.merchants.length] as Merchant;
    while (!isOver) {
      const bought = settings.dice.falls(0.25)
        ? buyByLink(street, merchant, linkOrders)
        : buyOne(street, merchant, orders);
      await bought.catch((error) => surprises.push(String(error)));
    }
  };
  const buyers = Array.from({ length: settings.buyers }, (_, number) => buyOn(number));
  return {
    orders,
    linkOrders,
    surprises,
    nextReturn: () => new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      isOver = true;
      await Promise.all(buyers);
    },
  };
}

async function buyOne(settings: Street, merchant: Merchant, orders: Order[]): Promise<void> {
  const { dice } = settings;
  const payment = await create(settings, merchant);
  const order = { merchant, ...payment, results: [] };
  orders.push(order);
  if (dice.falls(0.05)) return;
  const card = cardWith({ outcome: dice.pick(outcomes) });
  const started = await insist(settings, () => handOver(payment.paymentRef, card));
  // A form that was lost on its way is not given out twice.
  if (started?.status !== 200) return;
  const back = await insist(settings, () => throughTheBank(started.text));
  if (back) await comeBack(settings, order, back);
}

/** One link, one card; where the connection broke, the form is sent again, and once in a while by two browsers. */
async function buyByLink(settings: Street, merchant: Merchant, links: LinkOrder[]): Promise<void> {
  const { dice } = settings;
  const amount = dice.between(100, 9_999_999);
  const created = await insist(settings, () => merchant.createLink({ amount, redirectUrl: shopAddress }));
  // What the merchant was not told of, nobody can be given.
  if (created?.status !== 201) return;
  const link: Link = created.json();
  const order = { merchant, link, results: [] };
  links.push(order);
  if (dice.falls(0.1)) return;
  const card = cardWith({ outcome: dice.pick(outcomes) });
  const buyers = Array.from({ length: dice.falls(0.2) ? 2 : 1 }, () =>
    insist(settings, () => submitCard(link, { card })),
  );
  const started = (await Promise.all(buyers)).find((answer) => answer?.status === 200);
  if (!started) return;
  const back = await insist(settings, () => throughTheBank(started.text));
  if (back) await comeBack(settings, order, back);
}

const shopAddress = "https://shop.example/return";

/** As a merchant's server does it: with the same code until it is answered. */
async function create(
  settings: BuyingSettings,
  merchant: Merchant,
): Promise<CreatedPayment & { amount: number }> {
  const amount = settings.dice.between(100, 9_999_999);
  const request = merchant.request({ amount, partnerTxCode: newCode() });
  for (;;) {
    await settings.whenUp();
    const answer = await called(() => merchant.post(request));
    if (answer?.status === 201 || answer?.status === 200) return { ...answer.json(), amount };
    if (answer && answer.status < 500) throw new Error(`Create: ${answer.status} ${answer.text}`);
  }
}

/** ms; then the buyer closes the page. */
const patienceMs = 1_500;

/** The browser posts the bank's form, sometimes twice at once, and again where the connection broke. */
async function comeBack(settings: Street, order: Pick<Order, "results">, back: Form): Promise<void> {
  const { dice } = settings;
  for (let tries = 1; tries <= 3; tries++) {
    const posts = Array.from({ length: dice.falls(0.2) ? 2 : 1 }, () => post(back));
    const answers = await Promise.all(posts);
    for (const answer of answers) note(order, answer);
    const isBack = answers.some((answer) => answer?.status === 303);
    if (isBack) settings.returned();
    if (isBack && !dice.falls(0.1)) return;
    await settings.whenUp();
  }
}

const post = (back: Form): Promise<Answer | null> =>
  called(() => postForm(back.action, back.fields, { signal: AbortSignal.timeout(patienceMs) }));

function note(order: Pick<Order, "results">, answer: Answer | null): void {
  if (answer === null || answer.status >= 500) return;
  if (answer.status !== 303) throw new Error(`Callback: ${answer.status} ${answer.text.slice(0, 500)}`);
  const { pathname, searchParams } = new URL(answer.headers.location ?? "");
  // A link's own page waits for what is not known yet.
  const ofLink = pathname.endsWith("/result") ? "pending" : /\/payment\/(\w+)$/.exec(pathname)?.[1];
  order.results.push(searchParams.get("result") ?? ofLink ?? "none");
}

/** Tries a few times, whenever the server is up; null when it never went well. */
async function insist<T>({ whenUp }: BuyingSettings, call: () => Promise<T>): Promise<T | null> {
  for (let tries = 1; tries <= 3; tries++) {
    await whenUp();
    const answer = await called(call);
    if (answer) return answer;
  }
  return null;
}

/** Null when the connection broke or was refused. */
const called = <T>(call: () => Promise<T>): Promise<T | null> => call().catch(() => null);
