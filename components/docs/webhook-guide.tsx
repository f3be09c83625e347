import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import type { HeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";
import { Guide } from "./guide";
import { GuideRules } from "./guide-rules";
import { GuideSamples } from "./guide-samples";
import { receiverSamples } from "./receiver-samples";
import { WebhookAnswers } from "./webhook-answers";
import { webhookWordsIn } from "./webhook-dictionary";
import { WebhookEvents } from "./webhook-events";
import { WebhookHeaders } from "./webhook-headers";
import { WebhookSandbox } from "./webhook-sandbox";
import { WordsWithCode } from "./words-with-code";

/** What a merchant needs to know to receive webhooks (§6), as one page without scripts. */
export function WebhookGuide(props: {
  readonly language: Language;
  readonly prefixes: HeaderPrefixes;
  readonly sandboxOrigin: string | null;
}) {
  const { language, prefixes, sandboxOrigin } = props;
  const words = webhookWordsIn(language);
  const sections = {
    events: <WebhookEvents words={words.events} />,
    headers: <WebhookHeaders words={words.headers} prefixes={prefixes} />,
    verify: <GuideRules {...words.verify} />,
    answer: <WebhookAnswers words={words.answer} language={language} />,
    repeats: <GuideRules {...words.repeats} />,
    rotation: <GuideRules {...words.rotation} areSteps />,
    address: (
      <>
        <GuideRules {...words.address} />
        <p>
          <WordsWithCode text={words.address.inSandbox} />
        </p>
      </>
    ),
    ...(sandboxOrigin !== null && {
      sandbox: <WebhookSandbox words={words.sandbox} language={language} origin={sandboxOrigin} />,
    }),
    samples: (
      <>
        <GuideRules {...words.samples} />
        <GuideSamples
          samples={receiverSamples(prefixes)}
          path="/docs/webhooks"
          asFile={words.samples.asFile}
        />
      </>
    ),
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
