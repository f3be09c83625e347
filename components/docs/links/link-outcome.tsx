import { redirectTarget } from "@/server/domain/links/redirect-url";
import { formatCurl } from "../guide/format-curl";
import { formatRecord } from "../guide/format-json";
import { GuideRules } from "../guide/guide-rules";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { exampleNotice, firstPaymentCode, redirectUrls } from "./link-example";
import type { LinkWords } from "./link-words";

/** Explains how a merchant learns the outcome of a link: webhook, query, return of the buyer, payment (§4.1.2, §6, D-11). */
export function LinkOutcome(props: { words: LinkWords["outcome"]; title: string; apiOrigin: string }) {
  const { words, title, apiOrigin } = props;
  return (
    <>
      <p>{words.intro}</p>
      <GuideTerms terms={words.events.map(([type, is]) => [`\`${type}\``, is])} />
      <p>{words.silent}</p>
      <p className="soft">{words.notice}</p>
      <pre translate="no">{formatRecord(exampleNotice())}</pre>
      <p>
        <WordsWithCode text={words.query} />
      </p>
      <pre translate="no">{formatCurl("GET", `${apiOrigin}/v1/payment-links/$LINK_ID`, "API_KEY")}</pre>
      <p>
        <WordsWithCode text={words.redirect} />
      </p>
      <GuideTerms
        terms={redirectUrls.map((url) => [
          `\`${url}\``,
          (["success", "failure"] as const).map((result) => `\`${redirectTarget(url, result)}\``).join(", "),
        ])}
      />
      <GuideRules {...words.redirected} />
      <h3>{words.payment.title}</h3>
      <GuideRules intro={words.payment.intro} rules={words.payment.rules(firstPaymentCode)} />
      <p>
        <a href="/docs/refunds">{words.payment.refunds}</a>
      </p>
      <p>
        {words.webhooks} <a href="/docs/webhooks">{title}</a>
      </p>
    </>
  );
}
