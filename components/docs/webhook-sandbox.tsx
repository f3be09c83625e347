import type { Language } from "@/server/domain/errors";
import type { WebhookWords } from "./webhook-words";
import { WordsWithCode } from "./words-with-code";

const linkToCards = { tr: "Test kartları", en: "Test cards" };

/** How to see webhooks come, by the endpoints of the sandbox. */
export function WebhookSandbox(props: {
  words: WebhookWords["sandbox"];
  language: Language;
  origin: string;
}) {
  const { words, language, origin } = props;
  const partner = `${origin}/sandbox/partners/$PARTNER_ID`;
  const steps: [text: string, command: string][] = [
    [words.setAddress, curl("PATCH", partner, { webhookUrl: "http://127.0.0.1:8080/webhooks" })],
    [words.sendTest, curl("POST", `${partner}/webhooks`, { type: "webhook.test" })],
    [words.moveClock, curl("POST", `${origin}/sandbox/clock`, { advanceSeconds: 30 })],
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

const curl = (method: string, url: string, body: object): string =>
  [
    `curl -X ${method} "${url}"`,
    `-H "Authorization: Bearer $SANDBOX_KEY"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(body)}'`,
  ].join(" \\\n  ");
