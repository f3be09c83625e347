import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import { Guide } from "./guide";
import { type LinkBudgetFigures, LinkBudgets } from "./link-budgets";
import { LinkBuyer } from "./link-buyer";
import { LinkCancel } from "./link-cancel";
import { LinkCreate } from "./link-create";
import { linkWordsIn } from "./link-dictionary";
import { validityDays } from "./link-example";
import { LinkList } from "./link-list";
import { LinkOutcome } from "./link-outcome";
import { LinkRefusals } from "./link-refusals";
import { LinkSandbox } from "./link-sandbox";
import { LinkSend } from "./link-send";
import { LinkStates } from "./link-states";

const otherPages = {
  tr: { webhooks: "Webhook’lar", cards: "Test kartları" },
  en: { webhooks: "Webhooks", cards: "Test cards" },
};

/** What a merchant needs to know to be paid by links (§1 flow B), as one page without scripts. */
export function LinkGuide(props: {
  readonly language: Language;
  readonly apiOrigin: string;
  readonly payOrigin: string;
  readonly hasSandbox: boolean;
  readonly budgets: LinkBudgetFigures;
}) {
  const { language, apiOrigin, payOrigin, hasSandbox, budgets } = props;
  const words = linkWordsIn(language);
  const others = otherPages[language];
  const here = { language, apiOrigin, payOrigin };
  const sections = {
    create: <LinkCreate words={words.create} {...here} />,
    send: <LinkSend words={words.send} payOrigin={payOrigin} />,
    buyer: <LinkBuyer words={words.buyer} />,
    states: <LinkStates words={words.states} />,
    outcome: <LinkOutcome words={words.outcome} title={others.webhooks} apiOrigin={apiOrigin} />,
    list: <LinkList words={words.list} {...here} />,
    cancel: <LinkCancel words={words.cancel} apiOrigin={apiOrigin} />,
    errors: <LinkRefusals words={words.errors} language={language} />,
    budgets: <LinkBudgets words={words.budgets} figures={budgets} />,
    ...(hasSandbox && {
      sandbox: <LinkSandbox words={words.sandbox} cards={others.cards} origin={apiOrigin} />,
    }),
  };
  const entries = Object.entries(sections) as [keyof typeof sections, ReactNode][];
  return (
    <Guide
      language={language}
      words={{ ...words, intro: words.intro(validityDays) }}
      sections={entries.map(([id, content]) => ({ id, title: words[id].title, content }))}
    />
  );
}
