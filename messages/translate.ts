import { createTranslator, type NamespaceKeys, type NestedKeyOf } from "use-intl/core";
import type { Language } from "@/server/domain/errors";
import { asCatalogue, type Catalogues, type Translator } from "./catalogues";
import mailEn from "./mail.en.json";
import mailTr from "./mail.tr.json";
import panelEn from "./panel.en.json";
import panelTr from "./panel.tr.json";
import shareEn from "./share.en.json";
import shareTr from "./share.tr.json";
import sharedEn from "./shared.en.json";
import sharedTr from "./shared.tr.json";
import staffEn from "./staff.en.json";
import staffTr from "./staff.tr.json";

const catalogues: Readonly<Record<Language, Catalogues>> = {
  tr: { mail: mailTr, panel: panelTr, share: shareTr, shared: sharedTr, staff: staffTr },
  en: {
    mail: asCatalogue<Catalogues["mail"]>(mailEn),
    panel: asCatalogue<Catalogues["panel"]>(panelEn),
    share: asCatalogue<Catalogues["share"]>(shareEn),
    shared: asCatalogue<Catalogues["shared"]>(sharedEn),
    staff: asCatalogue<Catalogues["staff"]>(staffEn),
  },
};

/** Returns the texts of a namespace for code on the server: titles of pages, columns of files. */
export const translatorFor = <const N extends NamespaceKeys<Catalogues, NestedKeyOf<Catalogues>>>(
  language: Language,
  namespace: N,
): Translator<N> =>
  createTranslator({ locale: language, timeZone: "Europe/Istanbul", messages: catalogues[language], namespace });
