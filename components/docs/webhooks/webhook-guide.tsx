import type { ReactNode } from "react";
import { hours, minutes, seconds } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { deliveryWindowMs, retryDelaysMs } from "@/server/domain/webhooks/delivery";
import type { HeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";
import { Guide } from "../guide/guide";
import { GuideRules } from "../guide/guide-rules";
import { GuideSamples } from "../guide/guide-samples";
import { WordsWithCode } from "../guide/words-with-code";
import { receiverSamples } from "./receiver-samples";
import { webhookWordsIn } from "./webhook-dictionary";
import { WebhookEvents } from "./webhook-events";
import { WebhookHeaders } from "./webhook-headers";
import { WebhookSandbox } from "./webhook-sandbox";
import type { WebhookWords } from "./webhook-words";

/** Renders the guide to webhooks for merchants (§6). */
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
        <GuideSamples samples={receiverSamples(prefixes)} path="/docs/webhooks" asFile={words.samples.asFile} />
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

const locales = { tr: "tr-TR", en: "en-GB" };

/** Explains the meaning of a receiver's response, and when a delivery is retried (§6.4). */
function WebhookAnswers(props: { words: WebhookWords["answer"]; language: Language }) {
  const { words, language } = props;
  const locale = locales[language];
  const delays = new Intl.ListFormat(locale).format(retryDelaysMs.map((ms) => formatDuration(ms, locale)));
  return (
    <>
      <p>{words.intro}</p>
      <dl>
        {words.answers.map(([answer, meaning]) => (
          <div key={answer}>
            <dt>{answer}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{words.retries(delays, formatDuration(deliveryWindowMs, locale))}</p>
      <p>{words.address}</p>
    </>
  );
}

/** Formats a duration in the largest unit that fits: seconds, minutes or hours. */
function formatDuration(ms: number, locale: string): string {
  const [unit, unitMs] =
    ms >= hours(1)
      ? (["hour", hours(1)] as const)
      : ms >= minutes(1)
        ? (["minute", minutes(1)] as const)
        : (["second", seconds(1)] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(ms / unitMs);
}
