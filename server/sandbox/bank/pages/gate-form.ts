import { foldAscii } from "@/server/banks/compare";
import type { FormFields } from "@/server/domain/web/form-body";
import type { PageLanguage } from "./page-words";

/** The rules by which a bank's gate reads the names of a form. */
export interface FormRules {
  /** Whether names are compared without case. */
  readonly isCaseFolded: boolean;
  /** Returns whether a field must be neither stored nor echoed. @param name in upper case */
  isSecret(name: string): boolean;
}

/** The form that a browser posts to a gate. Names that differ in case only count as a repetition. */
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

  /** Returns the value of a field, or an empty text when it is missing. */
  value(name: string): string {
    return this.#values.get(this.#key(name)) ?? "";
  }

  /** The fields that may be stored and echoed. */
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

/** Returns whether the text is an http or https address. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
