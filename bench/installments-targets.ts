import pg from "pg";
import type { SandboxFile } from "../server/sandbox/accounts/prepare";
import type { InstallmentsName } from "./installments-report";
import { httpTarget, type Target } from "./load";
import { type AtEnd, startProgram } from "./processes";

/** Prepares the two look-ups and the two yardsticks; also returns the number of BINs that the look-ups use. */
export const openInstallmentTargets = async (
  { apiUrl, databaseUrl, partners }: SandboxFile,
  atEnd: AtEnd,
): Promise<{ bins: number; targets: Record<InstallmentsName, Target> }> => {
  const { apiKeys = [], terminals: { default: terminalId = "" } = {} } = partners.demo ?? {};
  const bins = await readBins(databaseUrl);
  const question = { terminalId, baseAmount: 125_050, customerCommissionShareBps: 5_000 };
  const cards = inTurn(bins.map((bin) => JSON.stringify({ bin, ...question })));
  const anyCard = JSON.stringify(question);

  const json = { "Content-Type": "application/json" };
  const headers = { ...json, Authorization: `Bearer ${apiKeys[0]}` };
  const { origin: echoOrigin } = await startProgram("bench/bare-echo.ts", [], atEnd);
  const post = { origin: apiUrl, method: "POST", headers, status: 200 } as const;
  const targets = {
    lookup: httpTarget("look-up", { ...post, path: "/v1/installment-options", nextBody: cards }),
    overview: httpTarget("overview", {
      ...post,
      path: "/v1/installment-options/overview",
      nextBody: () => anyCard,
    }),
    emptyRoute: httpTarget("empty route", {
      origin: apiUrl,
      method: "GET",
      path: "/api/health",
      headers: {},
      status: 200,
    }),
    bareEcho: httpTarget("bare echo", {
      origin: echoOrigin,
      method: "POST",
      path: "/",
      headers: json,
      status: 200,
      nextBody: cards,
    }),
  };
  return { bins: bins.length, targets };
};

/** Reads every prefix of the product's BIN table, in random order, as the first eight digits of a card. */
const readBins = async (databaseUrl: string): Promise<string[]> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ bin: string }>("select bin from bin_range order by md5(bin)");
  await client.end();
  if (rows.length === 0) throw new Error("The BIN table is empty: every look-up would be of an unknown card.");
  return rows.map(({ bin }) => bin.padEnd(8, "0"));
};

/** Returns the texts one after another, starting again after the last one. */
const inTurn = (texts: readonly string[]): (() => string) => {
  let turn = 0;
  return () => texts[turn++ % texts.length] ?? "";
};
