import { createTranslator } from "use-intl/core";
import type { Language } from "@/server/domain/errors";
import { asCatalogue, type Catalogues, type Translator } from "./catalogues";
import english from "./share.en.json";
import turkish from "./share.tr.json";

type ShareTexts = Catalogues["share"];

const texts: Readonly<Record<Language, ShareTexts>> = { tr: turkish, en: asCatalogue<ShareTexts>(english) };

/**
 * Returns the texts that a merchant hands to a buyer. The merchant chooses their language on the screen, so a browser
 * has both languages of them; that is why they are a surface of their own.
 */
export const shareTranslator = <const N extends `share.${keyof ShareTexts & string}`>(
  language: Language,
  namespace: N,
): Translator<N> => createTranslator({ locale: language, messages: { share: texts[language] }, namespace });
