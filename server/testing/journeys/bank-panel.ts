import { sandboxShop } from "@/server/sandbox/bank/records/shops";
import { postXml, xmlOf } from "../banks/shop";
import type { BankWorld } from "./bank-world";

/**
 * Asks the simulated NestPay bank with the shop's own credentials and without the product, as somebody does in the bank's
 * panel. The word of its answer: `Approved`, `Declined` or `Error`.
 */
export async function askNestpay(
  { bankOrigin }: BankWorld,
  elements: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { clientId, apiUser, apiPassword } = sandboxShop.nestpay;
  const all = { Name: apiUser, Password: apiPassword, ClientId: clientId, ...elements };
  return (await postXml(bankOrigin, `<CC5Request>${xmlOf(all)}</CC5Request>`)).text("Response");
}
