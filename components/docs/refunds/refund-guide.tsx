import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import { obstacles } from "@/server/domain/refunds/refund-policy";
import { formatCurl } from "../guide/format-curl";
import { formatJson } from "../guide/format-json";
import { Guide } from "../guide/guide";
import { GuideRules } from "../guide/guide-rules";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { refundWordsIn } from "./refund-dictionary";
import { exampleAnswer, exampleOptions, exampleRequest } from "./refund-example";
import { RefundMethods } from "./refund-methods";
import { RefundOutcome } from "./refund-outcome";
import { RefundBudget, RefundCommission, RefundKinds, RefundLost } from "./refund-parts";
import { RefundFailures, RefundRefusals } from "./refund-refusals";
import { RefundSandbox } from "./refund-sandbox";
import type { RefundWords } from "./refund-words";

const otherPages = {
  tr: { webhooks: "Webhook’lar", cards: "Test kartları" },
  en: { webhooks: "Webhooks", cards: "Test cards" },
};

/** Renders the guide to refunds for merchants (§4.8). */
export function RefundGuide(props: {
  readonly language: Language;
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
  /** The number of refunds that one API key may start per minute. */
  readonly startsPerMinute: number;
}) {
  const { language, apiOrigin, hasSandbox, startsPerMinute } = props;
  const words = refundWordsIn(language);
  const { webhooks, cards } = otherPages[language];
  const sections = {
    kinds: <RefundKinds words={words.kinds} />,
    dayEnd: <GuideRules {...words.dayEnd} />,
    start: <RefundStart words={words.start} apiOrigin={apiOrigin} />,
    methods: <RefundMethods words={words.methods} />,
    options: <RefundOptions words={words.options} />,
    outcome: <RefundOutcome words={words.outcome} webhooks={webhooks} apiOrigin={apiOrigin} />,
    lost: <RefundLost words={words.lost} />,
    errors: <RefundRefusals words={words.errors} language={language} />,
    failures: <RefundFailures words={words.failures} />,
    commission: <RefundCommission words={words.commission} language={language} />,
    direct: <GuideRules {...words.direct} />,
    budgets: <RefundBudget words={words.budgets} starts={startsPerMinute} />,
    ...(hasSandbox && {
      sandbox: <RefundSandbox words={words.sandbox} cards={cards} origin={apiOrigin} />,
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

/** Explains the part of a payment that lists the refunds that are possible now (D-18). */
const RefundOptions = ({ words }: { words: RefundWords["options"] }) => (
  <>
    <p>
      <WordsWithCode text={words.intro} />
    </p>
    <pre translate="no">{formatJson(exampleOptions())}</pre>
    <GuideTerms terms={words.fields} />
    <p>
      <WordsWithCode text={words.why} />
    </p>
    <GuideTerms terms={obstacles.map((reason) => [`\`${reason}\``, words.reasons[reason]])} />
  </>
);

const path = "/v1/payments/$PAYMENT_CODE/refunds";

/** Explains how to start a refund with the three endpoints (§4.8, D-27). */
function RefundStart({ words, apiOrigin }: { words: RefundWords["start"]; apiOrigin: string }) {
  return (
    <>
      <p>{words.example}</p>
      <pre translate="no">{formatCurl("POST", apiOrigin + path, "API_KEY", exampleRequest)}</pre>
      <p>
        <WordsWithCode text={words.answer} />
      </p>
      <pre translate="no">{formatJson(exampleAnswer)}</pre>
      <GuideTerms terms={words.fields} />
      <p>{words.ways}</p>
      <GuideTerms
        terms={[
          ["`POST …/refunds`", words.endpoints.automatic],
          ["`POST …/refunds/void`", words.endpoints.void],
          ["`POST …/refunds/credit`", words.endpoints.credit],
        ]}
      />
      <GuideRules intro={words.intro} rules={words.rules} />
    </>
  );
}
