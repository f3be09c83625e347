import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import { Guide } from "./guide";
import { installmentWordsIn } from "./installment-dictionary";
import { InstallmentLookup } from "./installment-lookup";
import { InstallmentOverview } from "./installment-overview";
import { InstallmentPassOn } from "./installment-pass-on";
import { InstallmentRefusals } from "./installment-refusals";
import { InstallmentSandbox } from "./installment-sandbox";
import { InstallmentSplit } from "./installment-split";

/** What a merchant needs to know to offer installments (§4.9, §4.10, §7.3), as one page without scripts. */
export function InstallmentGuide(props: {
  readonly language: Language;
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
}) {
  const { language, apiOrigin, hasSandbox } = props;
  const words = installmentWordsIn(language);
  const sections = {
    lookup: <InstallmentLookup words={words.lookup} origin={apiOrigin} />,
    overview: <InstallmentOverview words={words.overview} language={language} origin={apiOrigin} />,
    split: <InstallmentSplit words={words.split} />,
    passOn: <InstallmentPassOn words={words.passOn} />,
    refusals: <InstallmentRefusals words={words.refusals} />,
    ...(hasSandbox && {
      sandbox: <InstallmentSandbox words={words.sandbox} language={language} origin={apiOrigin} />,
    }),
  };
  const entries = Object.entries(sections) as [keyof typeof sections, ReactNode][];
  return (
    <Guide
      language={language}
      words={words}
      sections={entries.map(([id, content]) => ({ id, title: words[id].title, content }))}
    />
  );
}
