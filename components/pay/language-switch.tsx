import type { ReactNode } from "react";
import { type PayTexts, payLanguages, payTextsIn } from "@/messages/pay-texts";
import { handoffPath } from "./handoff-path";
import { languageScript } from "./page-assets";

interface LanguageSwitchProps {
  readonly texts: PayTexts;
  /** How the same page is requested in another language. */
  readonly choice: LanguageChoice;
  /** True on a page with card fields, which are emptied where no script keeps what was typed. */
  readonly hasFields: boolean;
  /** True on a page with the script, which then changes the words in the open page. */
  readonly hasScript: boolean;
}

type LanguageChoice =
  /** By the address of the page. */
  | { readonly href: (language: string) => string }
  /** By the payment's reference, which must never be part of an address. */
  | { readonly paymentRef: string };

/** Renders the languages of the page behind the name of the present one. It works without a script. */
export const LanguageSwitch = ({ texts, choice, hasFields, hasScript }: LanguageSwitchProps) => (
  <details
    className="languages"
    {...(hasScript && {
      "data-src": languageScript.src,
      "data-integrity": languageScript.integrity,
      "data-type": "module",
    })}
  >
    <summary>
      <Globe />
      <span className="unseen">{texts.t("language.switch")}: </span>
      {texts.name}
    </summary>
    <div>
      {hasScript ? <Failure texts={texts} hasFields={hasFields} /> : null}
      {hasFields ? (
        <noscript>
          <p className="hint">{texts.t("language.switchEmpties")}</p>
        </noscript>
      ) : null}
      {"href" in choice ? <Links texts={texts} href={choice.href} /> : <Buttons texts={texts} {...choice} />}
    </div>
  </details>
);

/** The script shows what this paragraph has to say when it could not change the language. */
const Failure = ({ texts: { t }, hasFields }: Pick<LanguageSwitchProps, "texts" | "hasFields">) => {
  const sentences = [t("language.switchFailed"), hasFields ? t("language.switchEmpties") : ""];
  return <p className="hint" role="status" data-said={sentences.filter(Boolean).join(" ")} />;
};

const Links = ({ texts, href }: { texts: PayTexts; href: (language: string) => string }) => (
  <List>
    {(language) => (
      // biome-ignore lint/suspicious/noUnknownAttribute: this is React's name of the attribute
      <a href={href(language)} hrefLang={language} lang={language} {...toCurrent(language, texts)}>
        {payTextsIn(language).name}
      </a>
    )}
  </List>
);

const Buttons = ({ texts, paymentRef }: { texts: PayTexts; paymentRef: string }) => (
  <form method="post">
    <input type="hidden" name="paymentRef" value={paymentRef} />
    <List>
      {(language) => (
        <button type="submit" formAction={handoffPath({ language })} lang={language} {...toCurrent(language, texts)}>
          {payTextsIn(language).name}
        </button>
      )}
    </List>
  </form>
);

const List = ({ children }: { children: (language: string) => ReactNode }) => (
  <ul>
    {payLanguages.map((language) => (
      <li key={language}>{children(language)}</li>
    ))}
  </ul>
);

const toCurrent = (language: string, texts: PayTexts) =>
  language === texts.language && { "aria-current": "true" as const };

const Globe = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
    <circle cx="9" cy="9" r="7.25" />
    <path d="M1.75 9h14.5M9 1.75c2.2 2 3.25 4.4 3.25 7.25S11.2 14.25 9 16.25C6.8 14.25 5.75 11.85 5.75 9S6.8 3.75 9 1.75z" />
  </svg>
);
