import type { SandboxFile } from "../server/sandbox/accounts/prepare";
import { openBareInsert } from "./bare-insert";
import { concurrency, directTarget, httpTarget, type Target } from "./load";
import { type AtEnd, startProgram } from "./processes";
import { type Name, names } from "./report";

/** Prepares the product's targets at both terminals, and the three yardsticks. */
export const openTargets = async (sandbox: SandboxFile, atEnd: AtEnd): Promise<Record<Name, Target>> => {
  const { apiUrl, databaseUrl, partners } = sandbox;
  const { partnerId = "", apiKeys = [], terminals = {} } = partners.demo ?? {};
  const { default: free = "", limited = "" } = terminals;
  const insert = openBareInsert(databaseUrl, partnerId);
  atEnd(insert.close);
  const { origin: bareOrigin } = await startProgram("bench/bare-server.ts", [databaseUrl, partnerId], atEnd);
  await raiseLimits(sandbox, limited);

  const json = { "Content-Type": "application/json" };
  const headers = { ...json, Authorization: `Bearer ${apiKeys[0]}` };
  const create = (name: string, terminalId: string) =>
    httpTarget(name, {
      origin: apiUrl,
      method: "POST",
      path: "/v1/payments",
      headers,
      status: 201,
      nextBody: () => nextBody(terminalId),
    });
  return {
    product: create(names.product, free),
    limited: create(names.limited, limited),
    emptyRoute: httpTarget(names.emptyRoute, {
      origin: apiUrl,
      method: "GET",
      path: "/api/health",
      headers: {},
      status: 200,
    }),
    bareServer: httpTarget(names.bareServer, {
      origin: bareOrigin,
      method: "POST",
      path: "/",
      headers: json,
      status: 201,
      nextBody: () => nextBody(free),
    }),
    statement: directTarget(() => insert.run(nextPayment(free)), concurrency),
  };
};

let payments = 0;

/** Returns a payment with a new order code, so that each one is inserted. */
const nextPayment = (terminalId: string) => {
  payments += 1;
  return {
    amount: 125_050,
    partnerTxCode: `ORDER-${payments}`,
    terminalId,
    installment: 3,
    description: `Order ${payments}`,
    returnUrl: "https://shop.example/orders/return",
  };
};

const nextBody = (terminalId: string): string => JSON.stringify(nextPayment(terminalId));

/** Sets all four kinds of limits so high that they are checked but never reached. */
const raiseLimits = async ({ apiUrl, sandboxKey }: SandboxFile, terminalId: string): Promise<void> => {
  const max = Number.MAX_SAFE_INTEGER;
  const windows = [{ from: "00:00", to: "00:00", max }];
  const limits = { perTx: max, daily: max, weekly: max, monthly: max, windows };
  const response = await fetch(`${apiUrl}/sandbox/terminals/${terminalId}`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${sandboxKey}` },
    body: JSON.stringify({ limits }),
  });
  if (!response.ok) throw new Error(`The terminal's limits could not be set: ${await response.text()}`);
};
