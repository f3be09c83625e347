import type { ReactNode } from "react";
import { days, seconds } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { obstacles } from "@/server/domain/refunds/refund-policy";
import { formatCurl } from "../guide/format-curl";
import { formatJson } from "../guide/format-json";
import { Guide } from "../guide/guide";
import { GuideRules, GuideTerms, WordsWithCode } from "../guide/guide-text";
import { exampleAnswer, exampleOptions, exampleRequest } from "./refund-example";
import { RefundFailures, RefundOutcome, RefundRefusals } from "./refund-outcome";
import { RefundBudget, RefundCommission, RefundKinds, RefundLost, RefundMethods } from "./refund-parts";
import type { RefundWords, SandboxStep } from "./refund-words";
import { english } from "./refund-words.en";
import { turkish } from "./refund-words.tr";

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

export const refundWordsIn = (language: Language): RefundWords => (language === "tr" ? turkish : english);

const key = "SANDBOX_KEY";

/** Explains how to produce every outcome of a refund in the sandbox. */
function RefundSandbox(props: { words: RefundWords["sandbox"]; cards: string; origin: string }) {
  const { words, cards, origin } = props;
  const bank = `${origin}/sandbox/bank`;
  const advanceSeconds = days(1) / seconds(1);
  const commands: Readonly<Record<SandboxStep, string>> = {
    dayEnd: formatCurl("POST", `${origin}/sandbox/clock`, key, { advanceSeconds }),
    moveDayEnd: formatCurl("PATCH", `${origin}/sandbox/terminals/$TERMINAL_ID`, key, {
      dayEndLocal: "18:00",
    }),
    slow: formatCurl("PATCH", bank, key, { latencyMs: 10_000, operations: ["void", "credit"] }),
    sameDay: formatCurl("PATCH", bank, key, { refuseSameDayCredit: true }),
    ledger: formatCurl("GET", `${bank}/ledger`, key),
  };
  const steps = Object.entries(commands) as [SandboxStep, string][];
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideTerms terms={words.cards} />
      {steps.map(([step, command]) => (
        <div key={step}>
          <p>
            <WordsWithCode text={words.steps[step]} />
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
