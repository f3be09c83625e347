import { finalStates, findMove, type LinkStatus, linkTable, sourceStates } from "@/server/domain/states";
import { redirectTarget } from "@/server/domain/web/redirect-url";
import { formatCurl } from "../guide/format-curl";
import { formatRecord } from "../guide/format-json";
import { GuideStacked } from "../guide/guide-tables";
import { GuideRules, GuideTerms, WordsWithCode } from "../guide/guide-text";
import { exampleNotice, firstPaymentCode, redirectUrls } from "./link-example";
import type { LinkWords } from "./link-words";

/** Renders the transition table of links (§3.1, D-10) in words. */
export function LinkStates({ words }: { words: LinkWords["states"] }) {
  const rows = linkTable.states.map(
    (state) =>
      [
        `${coded(state)} ${words.names[state].replaceAll(" ", noBreak)}`,
        words.meanings[state],
        isPayable(state) ? words.yes : words.no,
        listNextStates(state).map(coded).join(", ") || words.final,
        listEvents(state).map(coded).join(", ") || words.noEvent,
      ] as const,
  );
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={rows} />
    </>
  );
}

const noBreak = "\u00a0";

const coded = (name: string) => `\`${name}\``;

/** Returns whether a link can be paid in this state, which means that 3-D Secure may start. */
const isPayable = (state: LinkStatus): boolean => findMove(linkTable, state, "initiated") !== null;

const listNextStates = (state: LinkStatus): LinkStatus[] =>
  finalStates(linkTable).includes(state)
    ? []
    : linkTable.states.filter((to) => findMove(linkTable, state, to) !== null);

/** Lists the events that the merchant receives when a link enters the state. */
const listEvents = (state: LinkStatus): string[] => [
  ...new Set(sourceStates(linkTable, state).flatMap((from) => findMove(linkTable, from, state)?.event ?? [])),
];

/**
 * Explains how a merchant learns the outcome of a link: webhook, query, return of the buyer, payment (§4.1.2, §6,
 * D-11).
 */
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
