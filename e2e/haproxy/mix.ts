import { setTimeout as sleep } from "node:timers/promises";
import { repeatSteadily } from "../chaos/steady";
import type { Answer, Ask } from "../support/http";
import { askLink, inTurkish } from "../support/link-buyer";
import { type Merchant, newCode } from "../support/merchant";
import { isGood, type Kind, type Sent, slowMs } from "./sent";

/** How long a merchant's server or a browser waits for an answer, ms. */
const patienceMs = 20_000;

/** Chooses what is sent. Of 100 requests 72 are look-ups, 22 create payments (two of them slowly), six are of links. */
function chooseKind(n: number): Kind {
  if (n % 50 === 0) return "slow creation";
  if (n % 50 === 1) return "link creation";
  if (n % 25 === 2) return "link page";
  return n % 5 === 3 ? "creation" : "look-up";
}

/**
 * Sends requests of a merchant's server and of buyers at a steady rate through the proxy. None is repeated, so whatever
 * is lost is seen.
 * @param perSecond the number of requests per second
 */
export async function startMix(merchant: Merchant, perSecond: number) {
  const sent: Sent[] = [];
  const first = newCode();
  const payments = [{ partnerTxCode: first, ...(await merchant.created({ partnerTxCode: first })) }];
  const links = [await merchant.createdLink()];
  const pick = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T;

  const create = async (options: Ask = {}): Promise<Answer> => {
    const partnerTxCode = newCode();
    const answer = await merchant.post(merchant.request({ partnerTxCode }), options);
    if (answer.status === 201) payments.push({ partnerTxCode, ...answer.json() });
    return answer;
  };
  const calls: Readonly<Record<Kind, () => Promise<Answer>>> = {
    creation: () => create(),
    "slow creation": () => create({ pauseMs: slowMs }),
    "link creation": async () => {
      const answer = await merchant.createLink();
      if (answer.status === 201) links.push(answer.json());
      return answer;
    },
    "link page": () => askLink(pick(links), "", inTurkish),
    "look-up": () => {
      const { paymentCode, partnerTxCode } = pick(payments);
      return Math.random() < 0.8 ? merchant.get(`/v1/payments/${paymentCode}`) : merchant.find(partnerTxCode);
    },
  };
  const send = async (n: number): Promise<void> => {
    const [kind, at] = [chooseKind(n), Date.now()];
    const late = sleep(patienceMs, "no answer in time", { ref: false });
    const answer = await Promise.race([calls[kind](), late]).catch(String);
    const ms = Date.now() - at;
    if (typeof answer === "string") sent.push({ kind, at, ms, status: 0, code: null, trouble: answer });
    else sent.push({ kind, at, ms, ...read(kind, answer) });
  };
  return { sent, ...repeatSteadily(perSecond, send) };
}

function read(kind: Kind, { status, text, json }: Answer): Pick<Sent, "status" | "code" | "trouble"> {
  if (!isGood(status)) return { status, code: null, trouble: text.slice(0, 200) };
  return {
    status,
    code: kind === "creation" || kind === "slow creation" ? json().paymentCode : null,
    trouble: null,
  };
}
