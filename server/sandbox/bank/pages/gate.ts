import type { Pool } from "pg";
import { newSecretToken } from "@/server/domain/ids";
import { seeOther } from "../answer";
import { type Moment, takeMoment } from "../moment";
import { type Authentication, type BrowserForm, openAuthentication } from "../records/authentications";
import type { Shops } from "../records/shops";
import type { SetupFault } from "../setup-faults/setup-faults";
import type { Handler } from "../simulator";
import { readForm } from "./form-fields";
import { type FormRules, GateForm, isWebAddress } from "./gate-form";
import { noticePage, returnPage } from "./pages";

/** A form that a browser posted for a shop of the bank. */
export interface GateRequest<Shop> extends Moment {
  readonly form: GateForm;
  readonly shop: Shop;
  readonly clientIp: string;
  readonly pool: Pool;
  /** The fault in the set-up of the terminal whose buyer this is; null for a healthy one. */
  readonly fault: SetupFault | null;
}

/** The 3-D gate of a bank that receives the order and the card from the browser. */
export interface Gate<Shop> {
  readonly form: FormRules;
  /** The names of the fields with the return addresses. */
  readonly addresses: readonly string[];
  findShop(shops: Shops, form: GateForm): Shop | null;
  /** Returns the form that takes the browser back at once with an error, or null when the request is valid. */
  refuse(gateRequest: GateRequest<Shop>): BrowserForm | null | Promise<BrowserForm | null>;
  /** Returns the authentication to open; of the card it may contain only the result of `describeCard`. */
  describeAuthentication(
    gateRequest: GateRequest<Shop>,
  ): Omit<Authentication, "reference" | "language" | "sent" | "buyerIp">;
}

/** Creates the handler of a gate: it checks the form and redirects the buyer to the page for the one-time code. */
export const createGateHandler =
  <Shop>(gate: Gate<Shop>): Handler =>
  async (simulator, request) => {
    const { pool, shops, fault } = simulator;
    const form = new GateForm(readForm(request), gate.form);
    const { language } = form;
    const shop = gate.findShop(shops, form);
    const canReturn = gate.addresses.every((name) => isWebAddress(form.value(name)));
    if (shop === null || form.hasRepetitions || !canReturn) return noticePage("refused", language);
    const { clientIp } = request;
    const gateRequest = { ...(await takeMoment(simulator)), form, shop, clientIp, pool, fault };
    const refusal = await gate.refuse(gateRequest);
    if (refusal !== null) return returnPage(refusal, language);
    const reference = newSecretToken(simulator.random);
    await openAuthentication(
      pool,
      {
        ...gate.describeAuthentication(gateRequest),
        reference,
        language,
        sent: form.echo,
        buyerIp: clientIp,
      },
      gateRequest.at,
    );
    return seeOther(`/3ds/${reference}`);
  };
