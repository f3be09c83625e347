import type { Language } from "@/server/domain/errors";
import { GuideRules } from "../guide/guide-rules";
import { linkWordsIn } from "./link-dictionary";
import { messageFacts } from "./link-example";
import type { LinkWords } from "./link-words";

const languages: readonly Language[] = ["tr", "en"];

/** Lists the ways to send a link to the buyer, with a message to copy. */
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
