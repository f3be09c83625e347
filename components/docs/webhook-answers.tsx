import { hours, minutes, seconds } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { deliveryWindowMs, retryDelaysMs } from "@/server/domain/webhooks/delivery";
import type { WebhookWords } from "./webhook-words";

const locales = { tr: "tr-TR", en: "en-GB" };

/** What a receiver's answers mean, and when a delivery is tried again (§6.4). */
export function WebhookAnswers(props: { words: WebhookWords["answer"]; language: Language }) {
  const { words, language } = props;
  const locale = locales[language];
  const delays = new Intl.ListFormat(locale).format(retryDelaysMs.map((ms) => duration(ms, locale)));
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
      <p>{words.retries(delays, duration(deliveryWindowMs, locale))}</p>
      <p>{words.address}</p>
    </>
  );
}

/** In the largest unit up to hours. */
function duration(ms: number, locale: string): string {
  const [unit, unitMs] =
    ms >= hours(1)
      ? (["hour", hours(1)] as const)
      : ms >= minutes(1)
        ? (["minute", minutes(1)] as const)
        : (["second", seconds(1)] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(ms / unitMs);
}
