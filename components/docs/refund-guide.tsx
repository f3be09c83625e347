import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import { Guide } from "./guide";
import { GuideRules } from "./guide-rules";
import { refundWordsIn } from "./refund-dictionary";
import { RefundMethods } from "./refund-methods";
import { RefundOptions } from "./refund-options";
import { RefundOutcome } from "./refund-outcome";
import { RefundBudget, RefundCommission, RefundKinds, RefundLost } from "./refund-parts";
import { RefundFailures, RefundRefusals } from "./refund-refusals";
import { RefundSandbox } from "./refund-sandbox";
import { RefundStart } from "./refund-start";

const otherPages = {
  tr: { webhooks: "Webhook’lar", cards: "Test kartları" },
  en: { webhooks: "Webhooks", cards: "Test cards" },
};

/** What a merchant needs to know to give money back (§4.8), as one page without scripts. */
export function RefundGuide(props: {
  readonly language: Language;
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
  /** Refunds that one key may begin in a minute. */
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
