import type { HeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";
import { WordsWithCode } from "../guide/words-with-code";
import type { WebhookWords } from "./webhook-words";

/** Lists both header sets of §6.3, and the headers of D-36. */
export function WebhookHeaders(props: { words: WebhookWords["headers"]; prefixes: HeaderPrefixes }) {
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
