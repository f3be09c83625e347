import type { ReactNode } from "react";
import { days, seconds } from "@/server/domain/clock";
import { type Language, toAdvice, toHttpStatus, toPublicMessage } from "@/server/domain/errors";
import { maskPayerName } from "@/server/domain/links/payer-name";
import { formatCurl } from "../guide/format-curl";
import { Guide } from "../guide/guide";
import { GuideStacked } from "../guide/guide-tables";
import { GuideRules, GuideTerms, WordsWithCode } from "../guide/guide-text";
import { type LinkAdvice, linkErrors } from "./link-errors";
import { messageFacts, payerName, validityDays } from "./link-example";
import { LinkOutcome, LinkStates } from "./link-outcome";
import { LinkCreate, LinkList } from "./link-requests";
import type { LinkWords } from "./link-words";
import { english } from "./link-words.en";
import { turkish } from "./link-words.tr";

const linkWordsIn = (language: Language): LinkWords => (language === "tr" ? turkish : english);

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

const languages: readonly Language[] = ["tr", "en"];

/** Lists the ways to send a link to the buyer, with a message to copy. */
function LinkSend({ words, payOrigin }: { words: LinkWords["send"]; payOrigin: string }) {
  return (
    <>
      <GuideRules intro={words.intro} rules={words.rules} />
      <p>{words.messages}</p>
      {languages.map((language) => (
        <pre key={language} lang={language} translate="no">
          {linkWordsIn(language).send.message(messageFacts(language, payOrigin))}
        </pre>
      ))}
    </>
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

/** The number of calls per minute, and the seconds to wait after the limit is exceeded (§8.3). */
interface LinkBudgetFigures {
  readonly writes: number;
  readonly reads: number;
  readonly address: number;
  readonly retryAfterSeconds: number;
}

function LinkBudgets(props: { words: LinkWords["budgets"]; figures: LinkBudgetFigures }) {
  const { words, figures } = props;
  const subjects = ["writes", "reads", "address"] as const;
  return (
    <>
      <p>{words.intro}</p>
      <GuideTerms terms={subjects.map((subject) => [words.subjects[subject], words.perMinute(figures[subject])])} />
      <p>
        <WordsWithCode text={words.after(figures.retryAfterSeconds)} />
      </p>
    </>
  );
}

const key = "SANDBOX_KEY";

/** Explains how to produce every state of a link in the sandbox. */
function LinkSandbox(props: { words: LinkWords["sandbox"]; cards: string; origin: string }) {
  const { words, cards, origin } = props;
  const partner = `${origin}/sandbox/partners/$PARTNER_ID`;
  const advanceSeconds = days(validityDays) / seconds(1);
  const steps: [text: string, command: string][] = [
    [words.expire, formatCurl("POST", `${origin}/sandbox/clock`, key, { advanceSeconds })],
    [words.switchOff, formatCurl("PATCH", partner, key, { paymentLinksEnabled: false })],
    [words.hold, formatCurl("PATCH", partner, key, { acceptanceHeld: true })],
  ];
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideTerms terms={words.cards} />
      {steps.map(([text, command]) => (
        <div key={text}>
          <p>
            <WordsWithCode text={text} />
          </p>
          <pre translate="no">{command}</pre>
        </div>
      ))}
      <p>
        <WordsWithCode text={words.more} /> {words.testCards} <a href="/docs/test-cards">{cards}</a>
      </p>
    </>
  );
}
