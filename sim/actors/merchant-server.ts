import type { LinkDeal, PaymentDeal } from "./deal";
import type { Person } from "./person";

const triesMax = 4;

/** How often a payment is looked at during one call, at most. A call takes as long as the bank does. */
const looksMax = 6;

/** Creates the payment of an order, and asks again with the same code where no answer comes. */
export async function createPayment(person: Person, deal: PaymentDeal): Promise<void> {
  const { merchant, terminal, partnerTxCode, amountKurus, installment } = deal;
  const body = {
    partnerTxCode,
    amount: amountKurus,
    terminalId: terminal.id,
    installment,
    returnUrl: "https://shop.test/done",
  };
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const answer = await person.api(merchant, { operation: "createPayment", body });
    if (answer && answer.status < 300) {
      const { paymentCode, paymentRef } = answer.body as { paymentCode: string; paymentRef: string };
      deal.payment ??= { paymentCode, paymentRef };
      return;
    }
    if (answer && answer.status < 500) return;
    await person.pause(200, 20_000);
  }
}

/** Sends the code of an order again with another amount, as a shop does by mistake. */
export async function misuseCode(person: Person, deal: PaymentDeal): Promise<void> {
  const { merchant, terminal, partnerTxCode, amountKurus } = deal;
  const body = {
    partnerTxCode,
    amount: amountKurus + 100,
    terminalId: terminal.id,
    returnUrl: "https://shop.test/done",
  };
  await person.api(merchant, { operation: "createPayment", body });
}

/** Looks at the payment of an order now and then, by its code or by the order's. */
export async function watchPayment(person: Person, deal: PaymentDeal, looks: number): Promise<void> {
  const { merchant, partnerTxCode } = deal;
  for (let look = 1; look <= looks; look += 1) {
    await person.pause(0, 120_000);
    const { payment } = deal;
    if (payment && person.draws.chance(0.6)) {
      const params = { paymentCode: payment.paymentCode };
      await person.api(merchant, { operation: "getPayment", params });
    } else await person.api(merchant, { operation: "findPayment", query: { partnerTxCode } });
  }
}

/** Refunds a payment under one code, and asks again with it where no answer comes. */
export async function refundPayment(person: Person, deal: PaymentDeal, partnerRefundCode: string): Promise<void> {
  const { merchant, payment, amountKurus } = deal;
  if (!payment) return;
  const params = { paymentCode: payment.paymentCode };
  const operation = person.draws.weighted({ refundPayment: 6, creditPayment: 2, voidPayment: 2 });
  const isPartial = operation !== "voidPayment" && person.draws.chance(0.5);
  const amount = isPartial ? Math.max(1, Math.floor(amountKurus / person.draws.between(2, 3))) : undefined;
  const body = { partnerRefundCode, ...(amount !== undefined && { amount }) };
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const asked = person.api(merchant, { operation, params, body });
    if (person.draws.chance(0.35)) await lookMeanwhile(person.besides(String(tries)), deal, asked);
    const answer = await asked;
    if (answer && answer.status < 500 && answer.status !== 409) return watchRefund(person, deal, partnerRefundCode);
    await person.pause(500, 60_000);
  }
}

/** Looks at a payment without a pause until something that is being done about it is over. */
async function lookMeanwhile(
  person: Person,
  { merchant, payment }: PaymentDeal,
  done: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  void done.then(() => {
    isOver = true;
  });
  const params = { paymentCode: payment?.paymentCode ?? "" };
  for (let look = 1; look <= looksMax && !isOver; look += 1) {
    await person.api(merchant, { operation: "getPayment", params });
  }
}

async function watchRefund(
  person: Person,
  { merchant, payment }: PaymentDeal,
  partnerRefundCode: string,
): Promise<void> {
  const looks = person.draws.between(0, 2);
  for (let look = 1; look <= looks; look += 1) {
    await person.pause(0, 60_000);
    if (person.draws.chance(0.5)) await person.api(merchant, { operation: "findRefund", query: { partnerRefundCode } });
    else if (payment) {
      await person.api(merchant, { operation: "listRefunds", params: { paymentCode: payment.paymentCode } });
    }
  }
}

/** Creates a payment link. Where no answer comes, another one is created, because nothing makes two calls one link. */
export async function createLink(person: Person, deal: LinkDeal): Promise<void> {
  const { merchant, terminal, amountKurus, redirectUrl } = deal;
  const body = { amount: amountKurus, terminalId: terminal.id, redirectUrl };
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const answer = await person.api(merchant, { operation: "createPaymentLink", body });
    if (answer && answer.status < 300) {
      const { id, token } = answer.body as { id: string; token: string };
      deal.link = { id, token };
      return;
    }
    if (answer && answer.status < 500) return;
    await person.pause(200, 20_000);
  }
}

export async function watchLink(person: Person, { merchant, link }: LinkDeal, looks: number): Promise<void> {
  for (let look = 1; link && look <= looks; look += 1) {
    await person.pause(0, 120_000);
    await person.api(merchant, { operation: "getPaymentLink", params: { id: link.id } });
  }
}

export async function cancelLink(person: Person, { merchant, link }: LinkDeal): Promise<void> {
  if (!link) return;
  for (let tries = 1; tries <= 2; tries += 1) {
    const answer = await person.api(merchant, { operation: "cancelPaymentLink", params: { id: link.id } });
    if (answer && answer.status < 500) return;
    await person.pause(500, 30_000);
  }
}
