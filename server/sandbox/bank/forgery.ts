import type { FormFields } from "@/server/domain/web/form-body";
import type { CardOutcome } from "./cards";
import { replaceValues, valueNamed } from "./pages/form-fields";
import type { BrowserForm } from "./records/authentications";
import type { SimulatedProtocol } from "./simulator";

/** Takes the fields of a genuine callback; what it does not name stays as it is. */
type Forgery = (fields: FormFields) => Partial<BrowserForm>;

/**
 * What a buyer with a browser, but without the shop's key, could make of a callback; the genuine form for any
 * card that forges nothing.
 */
export const forgerOf =
  (forgeries: Partial<Record<CardOutcome, Forgery>>): SimulatedProtocol["forge"] =>
  (outcome, genuine) => {
    const forgery = forgeries[outcome];
    return forgery === undefined ? genuine : { ...genuine, ...forgery(genuine.fields) };
  };

/** The amount that a forger would rather have paid; the other one where the order is of just that. */
export const forgeAmount =
  (name: string, amount: string, other: string): Forgery =>
  (fields) => ({
    fields: replaceValues(fields, { [name]: valueNamed(fields, name) === amount ? other : amount }),
  });
