import { foldAscii } from "@/server/banks/compare";
import type { FormFields } from "@/server/domain/form-body";
import type { PageLanguage } from "@/server/simulator/page-words";

/** The form that a browser posts to the gate; names are found without regard to case, as its server does. */
export class GateForm {
  readonly hasRepetitions: boolean;
  readonly #values: ReadonlyMap<string, string>;

  constructor(readonly fields: FormFields) {
    this.#values = new Map(fields.map(([name, value]) => [foldAscii(name), value]));
    this.hasRepetitions = this.#values.size !== fields.length;
  }

  /** Empty for a field that is not there. */
  value(name: string): string {
    return this.#values.get(foldAscii(name)) ?? "";
  }

  /** What may be kept and told again: neither the card nor the shop's password. */
  get echo(): FormFields {
    return this.fields.filter(([name]) => !unrepeated.includes(foldAscii(name)));
  }

  get language(): PageLanguage {
    return this.value("Lang").toLowerCase() === "en" ? "en" : "tr";
  }
}

const unrepeated = ["PAN", "EXPIRY", "CVV2", "USERPASS"];
