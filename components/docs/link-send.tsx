import type { Language } from "@/server/domain/errors";
import { GuideRules } from "./guide-rules";
import { linkWordsIn } from "./link-dictionary";
import { messageFacts } from "./link-example";
import type { LinkWords } from "./link-words";

const languages: readonly Language[] = ["tr", "en"];

/** Ways to the buyer, and a text to go with the address. */
export function LinkSend({ words, payOrigin }: { words: LinkWords["send"]; payOrigin: string }) {
  return (
    <>
      <GuideRules intro={words.intro} rules={words.rules} />
      <p>{words.messages}</p>
      {languages.map((language) => (
        <pre key={language} lang={language} translate="no">
          {linkWordsIn(language).send.message(messageFacts(language, payOrigin))}
        </pre>
      ))}
    </>
  );
}
