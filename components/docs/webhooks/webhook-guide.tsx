import type { ReactNode } from "react";
import { hours, minutes, seconds } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { deliveryWindowMs, retryDelaysMs } from "@/server/domain/webhooks/delivery";
import { buildDeliveryBody, type EventFamily, eventFamilies } from "@/server/domain/webhooks/events";
import type { HeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";
import { formatCurl } from "../guide/format-curl";
import { Guide } from "../guide/guide";
import { GuideSamples } from "../guide/guide-samples";
import { GuideRules, WordsWithCode } from "../guide/guide-text";
import { receiverSamples } from "./receiver-samples";
import type { WebhookWords } from "./webhook-words";
import { english } from "./webhook-words.en";
import { turkish } from "./webhook-words.tr";

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

const exampleSubjects: Readonly<Record<EventFamily, string | null>> = {
  transaction: "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  payout: "pob_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  payment_link: "pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  test: null,
};

/** Lists the event types of §6.1 by family, each family with its body of §6.2. */
function WebhookEvents({ words }: { words: WebhookWords["events"] }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      {(Object.keys(eventFamilies) as EventFamily[]).map((family) => (
        <section key={family} aria-labelledby={`family-${family}`}>
          <h3 id={`family-${family}`}>{words.families[family].name}</h3>
          <dl>
            {eventFamilies[family].map((type) => (
              <div key={type}>
                <dt>
                  <code>{type}</code>
                </dt>
                <dd>{words.sentWhen[type]}</dd>
              </div>
            ))}
          </dl>
          <p className="soft">{words.fields}</p>
          <pre translate="no">{exampleBody(family)}</pre>
          <p>
            <WordsWithCode text={words.families[family].next} />
          </p>
          {family === "transaction" && (
            <p>
              <a href="/docs/refunds">{words.refunds}</a>
            </p>
          )}
        </section>
      ))}
    </>
  );
}

function exampleBody(family: EventFamily): string {
  const body = buildDeliveryBody({
    deliveryId: "whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4",
    type: eventFamilies[family][0],
    partnerId: "prt_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
    subjectId: exampleSubjects[family],
    occurredAt: new Date("2026-11-20T09:00:00.000Z"),
  });
  return JSON.stringify(JSON.parse(body.toString()), null, 2);
}

/** Lists both header sets of §6.3, and the headers of D-36. */
function WebhookHeaders(props: { words: WebhookWords["headers"]; prefixes: HeaderPrefixes }) {
  const { words, prefixes } = props;
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <dl>
        {Object.entries(words.values).map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{`${prefixes.current}-${name}`}</code>
              <small>
                <WordsWithCode text={words.alsoAs(`${prefixes.legacy}-${name}`)} />
              </small>
            </dt>
            <dd>
              <WordsWithCode text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p>{words.standard}</p>
      <dl>
        {Object.entries(words.standardValues).map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <WordsWithCode text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
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

const webhookWordsIn = (language: Language): WebhookWords => (language === "tr" ? turkish : english);

const key = "SANDBOX_KEY";
const linkToCards = { tr: "Test kartları", en: "Test cards" };

/** Explains how to watch webhooks with the endpoints of the sandbox. */
function WebhookSandbox(props: { words: WebhookWords["sandbox"]; language: Language; origin: string }) {
  const { words, language, origin } = props;
  const partner = `${origin}/sandbox/partners/$PARTNER_ID`;
  const steps: [text: string, command: string][] = [
    [words.setAddress, formatCurl("PATCH", partner, key, { webhookUrl: "http://127.0.0.1:8080/webhooks" })],
    [words.sendTest, formatCurl("POST", `${partner}/webhooks`, key, { type: "webhook.test" })],
    [words.moveClock, formatCurl("POST", `${origin}/sandbox/clock`, key, { advanceSeconds: 30 })],
  ];
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <ol className="rules">
        {steps.map(([text, command]) => (
          <li key={text}>
            <WordsWithCode text={text} />
            <pre translate="no">{command}</pre>
          </li>
        ))}
      </ol>
      <p>
        <WordsWithCode text={words.payoutEvents} /> {words.cards}:{" "}
        <a href="/docs/test-cards">{linkToCards[language]}</a>
      </p>
    </>
  );
}
