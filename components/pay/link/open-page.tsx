import type { CardEntry, LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { CardFields } from "../card-fields";
import { cardWords } from "../card-words";
import { wordsIn } from "../dictionary";
import { TraceId } from "../trace-id";
import { Trust } from "../trust";
import type { Words } from "../words";
import { BinStep } from "./bin-step";
import { OfferTable } from "./offer-table";
import { openWordsIn } from "./open-dictionary";
import { OpenNotice } from "./open-notice";
import { OpenSummary } from "./open-summary";
import { canPay, saysItCannotPay } from "./open-trouble";
import type { OpenWords } from "./open-words";
import { formPath, offerPath, payPath } from "./paths";

interface OpenPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "open" }>;
}

/**
 * What is to be paid, the card, one button. Two forms in one document: the whole one is what a browser with scripts
 * shows; without them the card's first digits are asked for alone first (D-49). It never carries a card number or a
 * security code, whatever was posted before.
 */
export function OpenPage({ document, page: { face, entry } }: OpenPageProps) {
  const base = wordsIn(document.language);
  const words = openWordsIn(document.language);
  const isWrong = entry.trouble !== null || Object.keys(entry.fields).length > 0;
  const isSecondStep = canPay(entry);
  return (
    <div className="open">
      <h1 className="unseen">{words.heading(face.merchantName)}</h1>
      {isWrong ? <OpenNotice entry={entry} words={words} base={base} /> : null}
      <OpenSummary face={face} words={words} base={base} />
      <div className="card">
        {isSecondStep ? null : (
          <BinStep token={document.token} entry={entry} face={face} words={words} base={base} />
        )}
        <WholeForm {...{ document, face, entry, words, base, isSecondStep }} />
        <Trust words={base} />
        {isWrong ? <TraceId words={base} traceId={document.traceId} /> : null}
      </div>
    </div>
  );
}

interface WholeFormProps {
  readonly document: LinkDocument;
  readonly face: OpenPageProps["page"]["face"];
  readonly entry: CardEntry;
  readonly words: OpenWords;
  readonly base: Words;
  /** Whether the card's first digits are known and it can be charged. */
  readonly isSecondStep: boolean;
}

function WholeForm({ document, face, entry, words, base, isSecondStep }: WholeFormProps) {
  const { offer, fields, chosenCount } = entry;
  const { token, language } = document;
  const { bin: _, ...errors } = fields;
  return (
    <form
      method="post"
      action={payPath(token)}
      className={isSecondStep ? "whole" : "whole scripted-only"}
      data-card={JSON.stringify({ ...cardWords(base), ...lookUpWords(words) })}
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
          <OfferTable {...{ offer, face, chosenCount, language }} isSaidAbove={saysItCannotPay(entry)} />
        ) : (
          <p className="hint">{words.offer.ahead}</p>
        )}
      </div>
      <p className="unseen" role="status" data-offer-said="" />
      {face.customerShareBps > 0 ? (
        <dl className="to-pay" data-to-pay="" hidden>
          <dt>{words.offer.totalWithShare}</dt>
          <dd />
        </dl>
      ) : null}
      <button type="submit" className="button">
        {payText(face, entry, words, base)}
      </button>
    </form>
  );
}

/** The script has no words of its own. */
const lookUpWords = ({ offer: { pending, failed } }: OpenWords) => ({ pending, failed });

/** The amount where it is certain, whatever is chosen below; else none, rather than one that is wrong or cannot be paid. */
function payText(
  face: WholeFormProps["face"],
  entry: CardEntry,
  words: OpenWords,
  { card, language }: Words,
): string {
  const { offer } = entry;
  if (offer && !canPay(entry)) return words.pay;
  const totals = new Set(
    offer?.options.filter(({ isPayable }) => isPayable).map(({ totalKurus }) => totalKurus),
  );
  if (face.customerShareBps === 0) totals.add(face.amountKurus);
  const [total] = totals;
  return totals.size === 1 && total !== undefined ? card.pay(displayAmount(total, language)) : words.pay;
}
