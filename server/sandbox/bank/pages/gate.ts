import type { Pool } from "pg";
import { newSecretToken } from "@/server/domain/ids";
import { seeOther } from "../answer";
import { type Authentication, type BrowserForm, openAuthentication } from "../records/authentications";
import type { Shops } from "../records/shops";
import type { Handler } from "../simulator";
import { readForm } from "./form-fields";
import { type FormRules, GateForm, isWebAddress } from "./gate-form";
import { noticePage, returnPage } from "./pages";

/** A form that came for a shop of the bank. */
export interface Visit<Shop> {
  readonly form: GateForm;
  readonly shop: Shop;
  readonly clientIp: string;
  readonly now: Date;
  readonly pool: Pool;
}

/** The 3-D gate of a bank to which the browser itself brings the order and the card. */
export interface Gate<Shop> {
  readonly form: FormRules;
  /** The fields that say where the browser goes afterwards. */
  readonly addresses: readonly string[];
  shopOf(shops: Shops, form: GateForm): Shop | null;
  /** Takes the browser back at once, with what is wrong; null when nothing is. */
  refuse(visit: Visit<Shop>): BrowserForm | null | Promise<BrowserForm | null>;
  /** What the capture will have to prove; of the card only what `describeCard` leaves. */
  authenticationOf(visit: Visit<Shop>): Omit<Authentication, "reference" | "language" | "sent" | "buyerIp">;
}

/** Checks what the browser brings for a shop and leads the buyer to the one-time code. */
export const openerOf =
  <Shop>(gate: Gate<Shop>): Handler =>
  async ({ pool, shops, now: clock }, request) => {
    const form = new GateForm(readForm(request), gate.form);
    const { language } = form;
    const shop = gate.shopOf(shops, form);
    const canReturn = gate.addresses.every((name) => isWebAddress(form.value(name)));
    if (shop === null || form.hasRepetitions || !canReturn) return noticePage("refused", language);
    const { clientIp } = request;
    const visit = { form, shop, clientIp, now: await clock(), pool };
    const refusal = await gate.refuse(visit);
    if (refusal !== null) return returnPage(refusal, language);
    const reference = newSecretToken();
    await openAuthentication(
      pool,
      { ...gate.authenticationOf(visit), reference, language, sent: form.echo, buyerIp: clientIp },
      visit.now,
    );
    return seeOther(`/3ds/${reference}`);
  };
