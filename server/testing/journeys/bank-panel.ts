import { sandboxShop } from "@/server/sandbox/bank/records/shops";
import { postXml, writeXml } from "../banks/shop";
import type { BankWorld } from "./bank-world";

/**
 * Sends a request to the simulated NestPay bank with the shop's credentials but without the product, like a person in
 * the bank's panel. Returns `Response` of the answer: `Approved`, `Declined` or `Error`.
 */
export async function askNestpay(
  { bankOrigin }: BankWorld,
  elements: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { clientId, apiUser, apiPassword } = sandboxShop.nestpay;
  const all = { Name: apiUser, Password: apiPassword, ClientId: clientId, ...elements };
  return (await postXml(bankOrigin, `<CC5Request>${writeXml(all)}</CC5Request>`)).text("Response");
}
