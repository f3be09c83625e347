import { CardFields, toScriptWords } from "@/components/pay/card-fields";
import { openWordsIn, wordsIn } from "@/components/pay/dictionary";
import { listFieldNotes, Notice } from "@/components/pay/notice";
import { TraceId } from "@/components/pay/trace-id";
import { Trust } from "@/components/pay/trust";
import type { Words } from "@/components/pay/words";
import type { CardEntry, LinkDocument, LinkPage, LinkSummary } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { cardPath, formPath, offerPath, payPath } from "../paths";
import { OfferTable } from "./offer-table";
import { OpenSummary } from "./open-summary";
import { canPay, explainsRefusal, toOpenTroubleSentences } from "./open-trouble";
import type { OpenWords } from "./open-words";

interface OpenPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "open" }>;
}

/**
 * Renders the summary, the card form and one button. The document has two forms: a browser with scripts shows the whole
 * form, and a browser without them asks for the card's first digits first (D-49). The page never contains a card number
 * or a security code, even after a submission with errors.
 */
export function OpenPage({ document, page: { summary, entry } }: OpenPageProps) {
  const base = wordsIn(document.language);
  const words = openWordsIn(document.language);
  const isWrong = entry.trouble !== null || Object.keys(entry.fields).length > 0;
  const isSecondStep = canPay(entry);
  return (
    <div className="open">
      <h1 className="unseen">{words.heading(summary.merchantName)}</h1>
      {isWrong ? <OpenNotice entry={entry} words={words} base={base} /> : null}
      <OpenSummary summary={summary} words={words} base={base} />
      <div className="card">
        {isSecondStep ? null : (
          <BinStep token={document.token} entry={entry} summary={summary} words={words} base={base} />
        )}
        <WholeForm {...{ document, summary, entry, words, base, isSecondStep }} />
        <Trust words={base} />
        {isWrong ? <TraceId words={base} traceId={document.traceId} /> : null}
      </div>
    </div>
  );
}

interface WholeFormProps {
  readonly document: LinkDocument;
  readonly summary: OpenPageProps["page"]["summary"];
  readonly entry: CardEntry;
  readonly words: OpenWords;
  readonly base: Words;
  /** True when the card's first digits are known and the card can be charged. */
  readonly isSecondStep: boolean;
}

function WholeForm({ document, summary, entry, words, base, isSecondStep }: WholeFormProps) {
  const { offer, fields, chosenCount } = entry;
  const { token, language } = document;
  const { bin: _, ...errors } = fields;
  return (
    <form
      method="post"
      action={payPath(token)}
      className={isSecondStep ? "whole" : "whole scripted-only"}
      data-card={JSON.stringify({ ...toScriptWords(base), ...lookUpWords(words) })}
      data-offers={offerPath(token)}
    >
      <h2 className="unseen">{base.card.heading}</h2>
      <input type="hidden" name="lang" value={language} />
      {offer && isSecondStep ? (
        <>
          <input type="hidden" name="bin" value={offer.bin8} />
          <div className="plain-only">
            <p className="begins">
              <span>{words.cardBegins(`${offer.bin8.slice(0, 4)}\u00a0${offer.bin8.slice(4)}`)}</span>
              <a href={formPath({ token, language })}>{words.otherCard}</a>
            </p>
          </div>
        </>
      ) : null}
      <CardFields errors={errors} words={base} />
      <div className="offer-place" data-offer-place="">
        {offer ? (
          <OfferTable {...{ offer, summary, chosenCount, language }} isExplainedAbove={explainsRefusal(entry)} />
        ) : (
          <p className="hint">{words.offer.ahead}</p>
        )}
      </div>
      <p className="unseen" role="status" data-offer-said="" />
      {summary.customerShareBps > 0 ? (
        <dl className="to-pay" data-to-pay="" hidden>
          <dt>{words.offer.totalWithShare}</dt>
          <dd />
        </dl>
      ) : null}
      <button type="submit" className="button">
        {payText(summary, entry, words, base)}
      </button>
    </form>
  );
}

/** Returns the texts of the option look-up for the script, which contains no texts itself. */
const lookUpWords = ({ offer: { pending, failed } }: OpenWords) => ({ pending, failed });

/**
 * Returns the button's text: with the amount only if every possible choice has the same total, because a wrong amount
 * is worse than none.
 */
function payText(
  summary: WholeFormProps["summary"],
  entry: CardEntry,
  words: OpenWords,
  { card, language }: Words,
): string {
  const { offer } = entry;
  if (offer && !canPay(entry)) return words.pay;
  const totals = new Set(offer?.options.filter(({ isPayable }) => isPayable).map(({ totalKurus }) => totalKurus));
  if (summary.customerShareBps === 0) totals.add(summary.amountKurus);
  const [total] = totals;
  return totals.size === 1 && total !== undefined ? card.pay(displayAmount(total, language)) : words.pay;
}

interface OpenNoticeProps {
  readonly entry: CardEntry;
  readonly words: OpenWords;
  readonly base: Words;
}

/** Renders the notice above a link's form. It also covers the field for the first digits alone. */
function OpenNotice({ entry, words, base }: OpenNoticeProps) {
  const { bin, ...errors } = entry.fields;
  return (
    <Notice
      sentences={entry.trouble ? toOpenTroubleSentences(entry.trouble, entry, words, base) : null}
      fields={[...(bin ? [{ name: "bin", text: words.bin[bin] }] : []), ...listFieldNotes(errors, base)]}
      asksForCard={!bin}
      words={base}
    />
  );
}

interface BinStepProps {
  readonly token: string;
  readonly summary: LinkSummary;
  readonly entry: CardEntry;
  readonly words: OpenWords;
  readonly base: Words;
}

const ids = { field: "bin", hint: "bin-hint", error: "bin-error" };

/**
 * Renders step one of two for a browser without scripts: it asks for the first eight digits to show the card's options
 * (D-49).
 */
function BinStep({ token, summary, entry, words: { bin, offer: offerWords }, base }: BinStepProps) {
  const { language } = base;
  const problem = entry.fields.bin;
  return (
    <form method="post" action={cardPath(token)} className="plain-only">
      <h2>{bin.heading}</h2>
      {entry.offer ? (
        <OfferTable
          {...{ offer: entry.offer, summary, chosenCount: null, language }}
          isExplainedAbove={explainsRefusal(entry)}
        />
      ) : null}
      <input type="hidden" name="lang" value={language} />
      <label htmlFor={ids.field} className="label">
        {bin.label}
      </label>
      <input
        id={ids.field}
        name="bin"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        autoCorrect="off"
        maxLength={9}
        required
        aria-describedby={`${ids.hint} ${ids.error}`}
        {...(problem && { "aria-invalid": true })}
      />
      <p className="error" id={ids.error} hidden={!problem}>
        {problem ? bin[problem] : ""}
      </p>
      <p className="hint" id={ids.hint}>
        {bin.hint}
      </p>
      <button type="submit" className="button" aria-label={`${bin.go}: ${offerWords.heading}`}>
        {bin.go}
      </button>
    </form>
  );
}
