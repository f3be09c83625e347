"use client";
import { type ComponentProps, type ReactNode, use } from "react";
import { IntlProvider } from "use-intl/react";
import type { Language } from "@/server/domain/errors";

type Texts = NonNullable<ComponentProps<typeof IntlProvider>["messages"]>;

/**
 * Creates the component that provides the texts of a surface. It is the same component in every language, so what was
 * typed below it is kept when the language changes.
 * @param loaders load the catalogues; each is a chunk of its own, so that a browser loads one language only
 */
export function createTexts(loaders: Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>>) {
  const loading = new Map<Language, Promise<Texts>>();
  const load = (language: Language): Promise<Texts> => {
    const started = loading.get(language);
    if (started) return started;
    const texts = loaders[language]().then((module) => module.texts);
    loading.set(language, texts);
    // What could not be loaded is loaded again when it is needed again.
    texts.catch(() => loading.delete(language));
    return texts;
  };
  return function ProvideTexts({ language, children }: { language: Language; children: ReactNode }) {
    return (
      <IntlProvider locale={language} timeZone="Europe/Istanbul" messages={use(load(language))}>
        {children}
      </IntlProvider>
    );
  };
}
