import { foldAscii } from "@/server/banks/compare";
import type { FormFields } from "@/server/domain/web/form-body";
import type { PageLanguage } from "./page-words";

/** How a bank's gate reads the names of a form. */
export interface FormRules {
  /** Whether it finds a name without regard to case. */
  readonly isCaseFolded: boolean;
  /** Whether a field is neither kept nor told again. @param name in upper case */
  isSecret(name: string): boolean;
}

/** The form that a browser posts to a gate. A name that differs from another by its case alone is a repetition. */
export class GateForm {
  readonly hasRepetitions: boolean;
  readonly #rules: FormRules;
  readonly #values: ReadonlyMap<string, string>;

  constructor(
    readonly fields: FormFields,
    rules: FormRules,
  ) {
    this.#rules = rules;
    this.#values = new Map(fields.map(([name, value]) => [this.#key(name), value]));
    this.hasRepetitions = new Set(fields.map(([name]) => foldAscii(name))).size !== fields.length;
  }

  /** Empty for a field that is not there. */
  value(name: string): string {
    return this.#values.get(this.#key(name)) ?? "";
  }

  /** What may be kept and told again. */
  get echo(): FormFields {
    return this.fields.filter(([name]) => !this.#rules.isSecret(foldAscii(name)));
  }

  get language(): PageLanguage {
    return this.value("lang").toLowerCase() === "en" ? "en" : "tr";
  }

  #key(name: string): string {
    return this.#rules.isCaseFolded ? foldAscii(name) : name;
  }
}

/** Whether a browser can be sent there. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
