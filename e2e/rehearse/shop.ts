import { randomInt, randomUUID } from "node:crypto";
import { testCards } from "@/server/sandbox/bank/cards";
import { oneTimeCode } from "@/server/sandbox/bank/challenge";
import { type Installation, origins } from "../live/installation";
import { type Form, formIn } from "../support/html";
import { type Answer, ask } from "../support/http";

/** A payment that was created, as the merchant knows it. */
export interface Begun {
  readonly paymentCode: string;
  readonly paymentRef: string;
}

/** A payment at the bank, where the buyer was authenticated and has not come back yet. */
export interface AtBank extends Begun {
  readonly back: Form;
}

/** A merchant and its buyers, who speak to the product by HTTP as its proxy does. */
export class Shop {
  readonly #card = testCards.find(({ bank, outcome }) => bank === "Türkiye İş Bankası" && outcome === "approved");

  constructor(
    private readonly installation: Pick<Installation, "ports">,
    private readonly key: string,
    readonly terminalId: string,
  ) {}

  async create(amount = 10_000): Promise<Begun> {
    const { terminalId } = this;
    const order = { amount, partnerTxCode: randomUUID(), terminalId, returnUrl: "https://shop.kuzey.test/thanks" };
    const answer = await this.#api("POST", "/v1/payments", order);
    if (answer.status !== 201) throw new Error(`A payment was not created: ${answer.status} ${answer.text}`);
    return answer.json();
  }

  /** Hands the card over and confirms at the bank. */
  async authenticate({ paymentCode, paymentRef }: Begun): Promise<AtBank> {
    if (!this.#card) throw new Error("The bank has no card that is approved");
    const { pan, expireMonth, expireYear, cv2 } = this.#card;
    const started = await this.#post(`${origins.HANDOFF_ORIGIN}/handoff`, {
      paymentRef,
      pan,
      expireMonth,
      expireYear,
      cv2,
    });
    if (started.status !== 200) throw new Error(`The card was not taken: ${started.status} ${started.text}`);
    const gate = formIn(started.text, "/fim/est3Dgate");
    const atGate = await this.#atBank(gate.action, gate.fields);
    const page = atGate.headers.location
      ? await this.#atBank(new URL(atGate.headers.location, gate.action).href)
      : atGate;
    const challenge = formIn(page.text, "/3ds/");
    const action = new URL(challenge.action, gate.action).href;
    const confirmed = { ...challenge.fields, code: oneTimeCode, action: "confirm" };
    return { paymentCode, paymentRef, back: formIn((await this.#atBank(action, confirmed)).text, "/3ds/callback/") };
  }

  /** Comes back from the bank; returns the result that the shop sees in its address. */
  async comeBack({ back }: AtBank): Promise<string> {
    const { headers, status, text } = await this.#post(back.action, back.fields);
    const result = new URL(headers.location ?? "none:").searchParams.get("result");
    if (result === null) throw new Error(`The buyer did not come back: ${status} ${text.slice(0, 200)}`);
    return result;
  }

  /** Pays from the beginning to the capture; returns the payment code. */
  async pay(amount?: number): Promise<string> {
    const payment = await this.authenticate(await this.create(amount));
    const result = await this.comeBack(payment);
    if (result !== "success") throw new Error(`Payment ${payment.paymentCode}: ${result}`);
    return payment.paymentCode;
  }

  async refund(paymentCode: string): Promise<void> {
    const path = `/v1/payments/${paymentCode}/refunds`;
    const { text, ...answer } = await this.#api("POST", path, { partnerRefundCode: randomUUID() });
    if (answer.status >= 300 || answer.json().status !== "approved") throw new Error(`No refund: ${text}`);
  }

  async getStatus(paymentCode: string): Promise<string> {
    const { status, text, json } = await this.#api("GET", `/v1/payments/${paymentCode}`);
    if (status !== 200) throw new Error(`Payment ${paymentCode}: ${status} ${text}`);
    return json().status;
  }

  #api(method: string, path: string, body?: object): Promise<Answer> {
    const headers = {
      ...hostOf(origins.API_ORIGIN),
      Authorization: `Bearer ${this.key}`,
      "Content-Type": "application/json",
    };
    const text = body && JSON.stringify(body);
    return ask(`http://127.0.0.1:${this.installation.ports.api}`, path, {
      method,
      headers,
      ...(text && { body: text }),
    });
  }

  #post(address: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const { origin, pathname, search } = new URL(address);
    const headers = { ...hostOf(origin), Accept: "text/html" };
    return post(`http://127.0.0.1:${this.installation.ports.pay}`, pathname + search, fields, headers);
  }

  /** Posts to a page of the bank, or opens one. The simulated banks share a port, where NestPay has a prefix. */
  #atBank(address: string, fields?: Readonly<Record<string, string>>): Promise<Answer> {
    const { pathname, search } = new URL(address);
    const path = pathname.startsWith("/fim/") ? `/nestpay${pathname}` : pathname;
    const bank = `http://localhost:${this.installation.ports.bank}`;
    return fields ? post(bank, path + search, fields, {}) : ask(bank, path + search);
  }
}

/** The headers of the proxy. Each request comes from an address of its own, so that no budget of one is used up. */
const hostOf = (origin: string): Record<string, string> => ({
  Host: new URL(origin).host,
  "X-Forwarded-For": [203, randomInt(256), randomInt(256), randomInt(256)].join("."),
});

function post(origin: string, path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  return ask(origin, path, { method: "POST", headers: { ...type, ...headers }, body });
}
