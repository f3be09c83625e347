import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import { WordsWithCode } from "./guide-text";

const otherLanguages = {
  tr: { code: "en", name: "English" },
  en: { code: "tr", name: "Türkçe" },
} as const;

export interface GuideSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

/**
 * Renders a guide for a merchant's developer: one page without scripts, with a table of contents and a language link.
 */
export function Guide(props: {
  readonly language: Language;
  readonly words: { readonly title: string; readonly intro: readonly string[]; readonly contents: string };
  readonly sections: readonly GuideSection[];
}) {
  const { language, words, sections } = props;
  const other = otherLanguages[language];
  return (
    <main className="site guide" lang={language}>
      <p className="other-language">
        <a href={`?lang=${other.code}`} lang={other.code}>
          {other.name}
        </a>
      </p>
      <h1>{words.title}</h1>
      {words.intro.map((text) => (
        <p key={text}>
          <WordsWithCode text={text} />
        </p>
      ))}
      <nav aria-label={words.contents}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, content }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {content}
        </section>
      ))}
    </main>
  );
}
