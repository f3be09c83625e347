import type { FormFields } from "@/server/domain/form-body";
import type { BrowserForm } from "@/server/simulator/authentications";
import type { CardOutcome } from "@/server/simulator/cards";
import { cheapOrderBeside } from "./packets";

/** What a buyer with a browser could make of a return; the genuine form for any card that forges nothing. */
export function forge(outcome: CardOutcome, genuine: BrowserForm): BrowserForm {
  const forgery = forgeries[outcome];
  return forgery === undefined ? genuine : { ...genuine, fields: forgery(genuine.fields) };
}

const forgeries: Partial<Record<CardOutcome, (fields: FormFields) => FormFields>> = {
  callback_forged_hash: (fields) => replaceValues(fields, { Sign: altered(valueNamed(fields, "Sign")) }),
  callback_forged_amount: (fields) =>
    replaceValues(fields, { Amount: valueNamed(fields, "Amount") === "100" ? "200" : "100" }),
  callback_forged_fields: swapPackets,
};

/**
 * The genuine, successful return of another order of the same shop, brought to this order's address: a merchant who
 * takes the order and the amount from the fields beside the packets has the bank confirm all of it, charges next to
 * nothing, and delivers this order.
 */
function swapPackets(failed: FormFields): FormFields {
  const cheap = cheapOrderBeside(valueNamed(failed, "BankPacket"), BigInt(valueNamed(failed, "Amount")));
  return replaceValues(failed, {
    MerchantPacket: cheap.merchantData,
    BankPacket: cheap.bankData,
    Sign: cheap.sign,
    Amount: cheap.amountKurus.toString(),
    Xid: cheap.orderId,
  });
}

const replaceValues = (fields: FormFields, values: Readonly<Record<string, string>>): FormFields =>
  fields.map(([name, old]) => [name, values[name] ?? old] as const);

const valueNamed = (fields: FormFields, name: string): string =>
  fields.find(([candidate]) => candidate === name)?.[1] ?? "";

/** Another text of the same kind: its last hex digit is the next one. */
const altered = (hex: string): string =>
  hex.slice(0, -1) + ((Number.parseInt(hex.slice(-1), 16) + 1) % 16).toString(16).toUpperCase();
