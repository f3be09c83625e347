import type {} from "use-intl";
import type { useTranslations } from "use-intl/react";
import type mail from "./mail.tr.json";
import type panel from "./panel.tr.json";
import type share from "./share.tr.json";
import type shared from "./shared.tr.json";
import type staff from "./staff.tr.json";

/** The texts of the surfaces. The Turkish files declare which keys exist and which arguments each text takes. */
export interface Catalogues {
  readonly mail: typeof mail;
  readonly panel: typeof panel;
  readonly share: typeof share;
  readonly shared: typeof shared;
  readonly staff: typeof staff;
}

declare module "use-intl" {
  interface AppConfig {
    Messages: Catalogues;
  }
}

/** The function that formats the texts of a namespace, such as `Translator<"panel.newLink">`. */
export type Translator<Namespace extends Parameters<typeof useTranslations>[0]> = ReturnType<
  typeof useTranslations<NonNullable<Namespace>>
>;

/** The same keys with texts in another language. */
type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};

/** Types a translation like its Turkish original. The compiler refuses a translation in which a key is missing. */
export const asCatalogue = <Texts>(translation: Translation<Texts>): Texts => translation as Texts;
