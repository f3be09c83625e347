import type { Language } from "@/server/domain/errors";
import { formatCurl } from "../guide/format-curl";
import { WordsWithCode } from "../guide/words-with-code";
import type { WebhookWords } from "./webhook-words";

const key = "SANDBOX_KEY";
const linkToCards = { tr: "Test kartları", en: "Test cards" };

/** Explains how to watch webhooks with the endpoints of the sandbox. */
export function WebhookSandbox(props: { words: WebhookWords["sandbox"]; language: Language; origin: string }) {
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
