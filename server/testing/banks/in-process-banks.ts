import { encodeForm } from "@/server/banks/wire";
import type { Answer } from "@/server/sandbox/bank/answer";
import type { SimulatedBanks } from "@/server/sandbox/bank/open-banks";
import type { BankRequest } from "@/server/sandbox/bank/simulator";
import { createBankBrowser } from "./bank-browser";

/** A request before it is sent, as an HTTP client has it. */
interface Outgoing {
  readonly method: string;
  readonly url: string;
  /** The headers, with names in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Builds the request that arrives at the simulated banks. @param clientIp the address from which it comes */
export function toBankRequest({ method, url, headers = {}, body }: Outgoing, clientIp: string): BankRequest {
  const { pathname, searchParams } = new URL(url);
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: body ?? new Uint8Array(),
    clientIp,
  };
}

/**
 * Creates a browser whose requests go to simulated banks of this process. What precedes an answer (`delayMs`,
 * `postsFirst`) is skipped.
 */
export const createInProcessBrowser = ({ answer }: Pick<SimulatedBanks, "answer">, clientIp = "192.0.2.1") =>
  createBankBrowser(async ({ address: url, form }) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const outgoing = form === null ? { method: "GET", url } : { method: "POST", url, headers, body: encodeForm(form) };
    return requireMessage(await answer(toBankRequest(outgoing, clientIp)));
  });

/** Returns an answer's message. Throws for a broken connection, as an HTTP client does. */
export function requireMessage(answer: Answer) {
  if (answer.kind === "broken") throw new Error("The bank broke the connection");
  return { status: answer.status, headers: new Headers(answer.headers), body: answer.body };
}
