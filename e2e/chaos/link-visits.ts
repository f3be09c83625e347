import { setTimeout as sleep } from "node:timers/promises";
import { type BuyingSettings, called, chooseTerminal, comeBack, insist, outcomes, shopAddress } from "../crash/buyers";
import type { Dice } from "../crash/dice";
import { postForm, throughTheBank } from "../support/buyer";
import { cardWith } from "../support/cards";
import type { Answer } from "../support/http";
import { askLink, inTurkish, submitCard } from "../support/link-buyer";
import type { Link, Merchant } from "../support/merchant";
import type { Card } from "../support/sandbox";

/** What happened to a payment link whose creation was confirmed to its merchant. */
export interface Visit {
  readonly merchant: Merchant;
  readonly link: Link;
  /** The results with which the buyer came back, for each card that was taken. */
  readonly tries: string[][];
  /** What the merchant heard about a cancellation; null where it asked for none, or never heard. */
  cancellation: "cancelled" | "refused" | null;
  /** Whether a request to cancel may have been done without an answer. */
  mayBeCancelled: boolean;
}

export interface Visiting {
  readonly visits: readonly Visit[];
  /** Responses that must never occur. */
  readonly surprises: readonly string[];
  /** Lets every buyer finish the current link. */
  stop(): Promise<void>;
}

interface Street extends Omit<BuyingSettings, "buyers"> {
  readonly visits: Visit[];
}

/** What buyers and merchants do with a link, with its percentages. */
const plans = new Map([
  ["leaves it", 6],
  ["looks", 8],
  ["looks, and the merchant cancels", 8],
  ["pays, and the merchant cancels", 12],
  ["pays", 66],
] as const);

/**
 * Starts concurrent visitors of payment links: each link is created over the API and opened, and most are paid on the
 * buyer's pages without a browser, with double submits, reloads, wrong codes, buyers who leave, second cards, and
 * merchants who cancel.
 */
export function startVisiting({ buyers, ...settings }: BuyingSettings): Visiting {
  const visits: Visit[] = [];
  const surprises: string[] = [];
  let isOver = false;
  const visitOn = async (number: number): Promise<void> => {
    const merchant = settings.merchants[number % settings.merchants.length] as Merchant;
    while (!isOver) {
      await visitLink({ ...settings, visits }, merchant).catch((error) => void surprises.push(String(error)));
      await sleep(settings.dice.between(0, settings.restMaxMs ?? 0));
    }
  };
  const visitors = Array.from({ length: buyers }, (_, number) => visitOn(number));
  return {
    visits,
    surprises,
    async stop() {
      isOver = true;
      await Promise.all(visitors);
    },
  };
}

async function visitLink(street: Street, merchant: Merchant): Promise<void> {
  const { dice } = street;
  const created = await insist(street, () => merchant.createLink(chooseLink(street, merchant)));
  // Without a confirmed creation the merchant has no link to give to a buyer.
  if (created?.status !== 201) return;
  const visit: Visit = { merchant, link: created.json(), tries: [], cancellation: null, mayBeCancelled: false };
  street.visits.push(visit);
  const plan = dice.pick<string>(plans);
  if (plan === "leaves it") return;
  await look(street, visit);
  if (plan === "looks, and the merchant cancels") await cancel(street, visit);
  const cancels = plan === "pays, and the merchant cancels";
  if (!plan.startsWith("pays") || !(await pay(street, visit, chooseCard(dice), cancels))) return;
  // The link takes another card after a failure; an outcome that is unknown is waited for.
  if (!visit.tries.flat().includes("success") && dice.falls(0.5)) {
    await pay(street, visit, cardWith({ outcome: "approved" }), false);
  }
  await look(street, visit);
}

const chooseLink = (street: Street, merchant: Merchant): Record<string, unknown> => ({
  amount: street.dice.between(100, 9_999_999),
  terminalId: chooseTerminal(street, merchant),
  customerCommissionShareBps: street.dice.falls(0.3) ? 5_000 : 0,
  ...(street.dice.falls(0.5) && { redirectUrl: shopAddress }),
});

const chooseCard = (dice: Dice): Card => cardWith({ outcome: dice.pick(outcomes) });

/** Opens the page, and sometimes reloads it. */
async function look(street: Street, { link }: Visit): Promise<void> {
  for (let times = street.dice.between(1, 2); times > 0; times -= 1) {
    assertStatus("Page", await insist(street, () => askLink(link, "", inTurkish)), [200]);
  }
  assertStatus("State", await insist(street, () => askLink(link, "/status")), [200]);
}

/**
 * Pays with a card: chooses one of the shown options, submits the form, sometimes by two browsers or again, and comes
 * back from the bank. Returns false when the link took no card.
 */
async function pay(street: Street, visit: Visit, card: Card, cancels: boolean): Promise<boolean> {
  const { dice } = street;
  const choice = await choose(street, visit, card);
  if (!choice) return false;
  const submit = () => insist(street, () => submitCard(visit.link, { card, ...choice }));
  const answers = await Promise.all(Array.from({ length: dice.falls(0.2) ? 2 : 1 }, submit));
  // A reload of the page that leads to the bank sends the form again.
  if (dice.falls(0.1)) answers.push(await submit());
  for (const answer of answers) assertStatus("Card form", answer, [200, 409, 422]);
  const started = answers.find((answer) => answer?.status === 200);
  if (answers.filter((answer) => answer?.status === 200).length > 1) throw new Error("Two forms of one link are out.");
  if (!started) return false;
  if (dice.falls(0.1)) return true;
  const code = dice.falls(0.08) ? "000000" : undefined;
  const back = await insist(street, () => throughTheBank(started.text, code));
  if (!back) return true;
  const results: string[] = [];
  visit.tries.push(results);
  const returning = { ...street, returned: () => undefined };
  await Promise.all([comeBack(returning, { results }, back), cancels && cancelSoon(street, visit)]);
  return true;
}

/** Asks for the options of the card, as the page does while the number is typed, and chooses one. */
async function choose({ dice, ...street }: Street, { link }: Visit, { pan }: Card) {
  const ask = () => postForm(`${link.url}/options`, { bin: pan.slice(0, 8), lang: "tr" }, inTurkish);
  const answer = await insist(street, ask);
  assertStatus("Options", answer, [200, 409]);
  if (answer?.status !== 200) return null;
  const values = [...answer.text.matchAll(/<input\b[^>]*name="choice"[^>]*>/g)].flatMap(([tag]) =>
    tag.includes("disabled") ? [] : [/value="(\d+)-(\d+)"/.exec(tag)],
  );
  const chosen = values[dice.between(0, Math.max(0, values.length - 1))];
  return chosen ? { count: Number(chosen[1]), total: Number(chosen[2]) } : null;
}

/** Cancels a link while its buyer comes back from the bank. */
async function cancelSoon(street: Street, visit: Visit): Promise<void> {
  await sleep(street.dice.between(0, 400));
  await cancel(street, visit);
}

/** Cancels a link as a merchant's server does: it asks again until there is an answer. */
async function cancel(street: Street, visit: Visit): Promise<void> {
  for (let tries = 1; tries <= 5 && visit.cancellation === null; tries += 1) {
    await street.whenUp();
    const wasAskedBefore = visit.mayBeCancelled;
    visit.mayBeCancelled = true;
    const answer = await called(() => visit.merchant.cancelLink(visit.link.id));
    if (answer && answer.status < 500) visit.cancellation = readCancellation(answer, wasAskedBefore);
  }
}

function readCancellation(answer: Answer, wasAskedBefore: boolean): "cancelled" | "refused" {
  if (answer.status === 200) return "cancelled";
  const { code } = answer.json().error;
  if (code === "payment_link_cancelled" && wasAskedBefore) return "cancelled";
  if (answer.status === 409 && code === "payment_link_already_paid") return "refused";
  throw new Error(`Cancellation: ${answer.status} ${answer.text}`);
}

/** Throws an Error on an answer that must never come. Trouble and lost answers are no surprise. */
function assertStatus(what: string, answer: Answer | null, allowed: readonly number[]): void {
  if (answer === null || answer.status >= 500 || allowed.includes(answer.status)) return;
  throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 500)}`);
}
