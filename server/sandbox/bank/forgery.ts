import type { FormFields } from "@/server/domain/web/form-body";
import type { CardOutcome } from "./cards";
import { replaceValues, valueNamed } from "./pages/form-fields";
import type { BrowserForm } from "./records/authentications";
import type { SimulatedProtocol } from "./simulator";

/** Returns the changed parts of a callback from its genuine fields; other parts remain genuine. */
type Forgery = (fields: FormFields) => Partial<BrowserForm>;

/**
 * Creates the `forge` function of a protocol: it changes a callback as a buyer could who has a browser but not the
 * shop's key. It returns the genuine form for a card without a forgery.
 */
export const createForger =
  (forgeries: Partial<Record<CardOutcome, Forgery>>): SimulatedProtocol["forge"] =>
  (outcome, genuine) => {
    const forgery = forgeries[outcome];
    return forgery === undefined ? genuine : { ...genuine, ...forgery(genuine.fields) };
  };

/** Creates a forgery that replaces the amount, by `other` when the order already has `amount`. */
export const forgeAmount =
  (name: string, amount: string, other: string): Forgery =>
  (fields) => ({
    fields: replaceValues(fields, { [name]: valueNamed(fields, name) === amount ? other : amount }),
  });
