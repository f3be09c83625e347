import type { ReactNode } from "react";
import { type PayTexts, payLanguages, payTextsIn } from "@/messages/pay-texts";

interface EveryLanguageProps {
  readonly texts: PayTexts;
  /** Returns the title of the document, where the part changes it. */
  readonly title?: (texts: PayTexts) => string;
  readonly children: (texts: PayTexts) => ReactNode;
}

/**
 * Renders a part of a page that belongs to one answer only, such as the notice about a refused card, with a template of
 * it for every language. The script that changes the language cannot request such a part again.
 */
export const EveryLanguage = ({ texts, title, children }: EveryLanguageProps) => (
  <div className="every-language">
    {children(texts)}
    {payLanguages.map(payTextsIn).map((other) => (
      <template key={other.language} data-language={other.language} data-title={title?.(other)}>
        {children(other)}
      </template>
    ))}
  </div>
);
