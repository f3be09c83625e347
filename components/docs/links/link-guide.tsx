import type { ReactNode } from "react";
import { type Language, toAdvice, toHttpStatus, toPublicMessage } from "@/server/domain/errors";
import { maskPayerName } from "@/server/domain/links/payer-name";
import { formatCurl } from "../guide/format-curl";
import { Guide } from "../guide/guide";
import { GuideRules } from "../guide/guide-rules";
import { GuideStacked } from "../guide/guide-stacked";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { type LinkBudgetFigures, LinkBudgets } from "./link-budgets";
import { LinkCreate } from "./link-create";
import { linkWordsIn } from "./link-dictionary";
import { type LinkAdvice, linkErrors } from "./link-errors";
import { payerName, validityDays } from "./link-example";
import { LinkList } from "./link-list";
import { LinkOutcome } from "./link-outcome";
import { LinkSandbox } from "./link-sandbox";
import { LinkSend } from "./link-send";
import { LinkStates } from "./link-states";
import type { LinkWords } from "./link-words";

const otherPages = {
  tr: { webhooks: "Webhook’lar", cards: "Test kartları" },
  en: { webhooks: "Webhooks", cards: "Test cards" },
};

/** Renders the guide to payment links for merchants (§1 flow B). */
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

/** Describes the buyer's path through the page, and what the account's state changes about it (§3.1). */
const LinkBuyer = ({ words }: { words: LinkWords["buyer"] }) => (
  <>
    <GuideRules {...words.steps} areSteps />
    <p>
      <WordsWithCode text={words.masked(payerName, maskPayerName(payerName))} />
    </p>
    <p>{words.account}</p>
  </>
);

/** Explains cancelling, and the events that can precede it (§4.4, D-10). */
const LinkCancel = ({ words, apiOrigin }: { words: LinkWords["cancel"]; apiOrigin: string }) => (
  <>
    <p>
      <WordsWithCode text={words.intro} />
    </p>
    <pre translate="no">{formatCurl("DELETE", `${apiOrigin}/v1/payment-links/$LINK_ID`, "API_KEY")}</pre>
    <GuideTerms terms={words.answers} />
    <GuideRules {...words.races} />
  </>
);

/** Lists every error code of the four endpoints with the texts of the error catalogue (§7.2). */
function LinkRefusals({ words, language }: { words: LinkWords["errors"]; language: Language }) {
  const rows = linkErrors.map(
    ([code, operations]) =>
      [
        `\`${code}\` ${toHttpStatus(code)}`,
        operations.map((operation) => words.operations[operation]).join(", "),
        toPublicMessage(code, language),
        words.next[code] ?? words.advice[toAdvice(code) as LinkAdvice],
      ] as const,
  );
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={rows} />
    </>
  );
}
