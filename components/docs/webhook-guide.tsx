import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import type { HeaderPrefixes } from "@/server/domain/webhook-signature";
import { receiverSamples } from "./receiver-samples";
import { WebhookAnswers } from "./webhook-answers";
import { webhookWordsIn } from "./webhook-dictionary";
import { WebhookEvents } from "./webhook-events";
import { WebhookHeaders } from "./webhook-headers";
import { WebhookSandbox } from "./webhook-sandbox";
import type { WebhookWords } from "./webhook-words";
import { WordsWithCode } from "./words-with-code";

const otherLanguages = {
  tr: { code: "en", name: "English" },
  en: { code: "tr", name: "Türkçe" },
} as const;

/** What a merchant needs to know to receive webhooks (§6), as one page without scripts. */
export function WebhookGuide(props: {
  readonly language: Language;
  readonly prefixes: HeaderPrefixes;
  readonly sandboxOrigin: string | null;
}) {
  const { language, prefixes, sandboxOrigin } = props;
  const words = webhookWordsIn(language);
  const other = otherLanguages[language];
  const sections = {
    events: <WebhookEvents words={words.events} />,
    headers: <WebhookHeaders words={words.headers} prefixes={prefixes} />,
    verify: <Rules {...words.verify} />,
    answer: <WebhookAnswers words={words.answer} language={language} />,
    repeats: <Rules {...words.repeats} />,
    rotation: <Rules {...words.rotation} areSteps />,
    address: (
      <>
        <Rules {...words.address} />
        <p>
          <WordsWithCode text={words.address.inSandbox} />
        </p>
      </>
    ),
    ...(sandboxOrigin !== null && {
      sandbox: <WebhookSandbox words={words.sandbox} language={language} origin={sandboxOrigin} />,
    }),
    samples: <Samples words={words.samples} prefixes={prefixes} />,
  };
  const entries = Object.entries(sections) as [keyof typeof sections, ReactNode][];
  return (
    <main className="site guide" lang={language}>
      <p className="other-language">
        <a href={`?lang=${other.code}`} lang={other.code}>
          {other.name}
        </a>
      </p>
      <h1>{words.title}</h1>
      {words.intro.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <nav aria-label={words.contents}>
        <ul>
          {entries.map(([id]) => (
            <li key={id}>
              <a href={`#${id}`}>{words[id].title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {entries.map(([id, content]) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{words[id].title}</h2>
          {content}
        </section>
      ))}
    </main>
  );
}

function Rules(props: {
  readonly intro: string;
  readonly rules: readonly string[];
  readonly areSteps?: boolean;
}) {
  const List = props.areSteps ? "ol" : "ul";
  return (
    <>
      <p>{props.intro}</p>
      <List className="rules">
        {props.rules.map((text) => (
          <li key={text}>
            <WordsWithCode text={text} />
          </li>
        ))}
      </List>
    </>
  );
}

function Samples({ words, prefixes }: { words: WebhookWords["samples"]; prefixes: HeaderPrefixes }) {
  return (
    <>
      <Rules {...words} />
      {receiverSamples(prefixes).map(({ file, name, text }, i) => (
        <details key={file} id={file} open={i === 0}>
          <summary>{name}</summary>
          <a href={`/docs/webhooks/${file}`}>
            <code>{file}</code> {words.asFile}
          </a>
          <pre translate="no">{text}</pre>
        </details>
      ))}
    </>
  );
}
