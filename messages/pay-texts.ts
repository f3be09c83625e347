import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator } from "use-intl/core";
import type pay from "./pay.tr.json";

/** The texts of the buyer's pages. The Turkish file declares which keys exist and which arguments each text takes. */
export type PayMessages = typeof pay;

type PayTranslator = ReturnType<typeof createTranslator<PayMessages>>;

/** The texts of the buyer's pages in one language, and what the language needs besides. */
export interface PayTexts {
  /** The language's tag, as in the name of its file, such as `de`. */
  readonly language: string;
  /** The language's name in itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** The tag with which `Intl` writes amounts and dates, such as `ar-u-nu-latn`. */
  readonly locale: string;
  readonly t: PayTranslator;
}

const folder = join(process.cwd(), "messages");

const tags = readdirSync(folder).flatMap((name) => /^pay\.([a-z]{2,3})\.json$/.exec(name)?.[1] ?? []);

/** The languages of the buyer's pages: one for each file `pay.<language>.json`, the source and English first. */
export const payLanguages: readonly string[] = [...new Set(["tr", "en", ...tags.sort()])];

const textsByLanguage: ReadonlyMap<string, PayTexts> = new Map(
  payLanguages.map((language) => [language, readTexts(language)]),
);

/** Returns the texts of the buyer's pages in a language; in Turkish where the language has no file. */
export const payTextsIn = (language: string): PayTexts =>
  textsByLanguage.get(language) ?? (textsByLanguage.get("tr") as PayTexts);

function readTexts(language: string): PayTexts {
  const messages: PayMessages = JSON.parse(readFileSync(join(folder, `pay.${language}.json`), "utf8"));
  const { name, locale, direction } = messages.language;
  return {
    language,
    name,
    direction,
    locale,
    t: createTranslator({ locale, timeZone: "Europe/Istanbul", messages }),
  };
}
