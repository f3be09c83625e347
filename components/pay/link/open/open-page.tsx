import { CardFields, toScriptTexts } from "@/components/pay/card-fields";
import { EveryLanguage } from "@/components/pay/every-language";
import { formatAmount, isolate } from "@/components/pay/formats";
import { listFieldNotes, Notice } from "@/components/pay/notice";
import { TraceId } from "@/components/pay/trace-id";
import { Trust } from "@/components/pay/trust";
import type { PayTexts } from "@/messages/pay-texts";
import type { CardEntry, LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { toLinkTitle } from "../link-title";
import { formPath, offerPath, payPath } from "../paths";
import { BinStep } from "./bin-step";
import { OfferTable } from "./offer-table";
import { OpenSummary } from "./open-summary";
import { canPay, explainsRefusal, toOpenTroubleSentences } from "./open-trouble";

interface OpenPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "open" }>;
  readonly texts: PayTexts;
}

/**
 * Renders the summary, the card form and one button. The document has two forms: a browser with scripts shows the whole
 * form, and a browser without them asks for the card's first digits first (D-49). The page never contains a card number
 * or a security code, even after a submission with errors.
 */
export function OpenPage({ document, page, texts }: OpenPageProps) {
  const { summary, entry } = page;
  const isWrong = entry.trouble !== null || Object.keys(entry.fields).length > 0;
  const isSecondStep = canPay(entry);
  return (
    <div className="open">
      <h1 className="unseen">{texts.t("open.heading", { merchantName: isolate(summary.merchantName, texts) })}</h1>
      {isWrong ? (
        <EveryLanguage texts={texts} title={({ language }) => toLinkTitle({ page, language })}>
          {(other) => <OpenNotice entry={entry} texts={other} />}
        </EveryLanguage>
      ) : null}
      <OpenSummary summary={summary} texts={texts} />
      <div className="card">
        {isSecondStep ? null : <BinStep token={document.token} entry={entry} summary={summary} texts={texts} />}
        <WholeForm {...{ document, summary, entry, texts, isSecondStep }} />
        <Trust texts={texts} />
        {isWrong ? (
          <EveryLanguage texts={texts}>{(other) => <TraceId texts={other} traceId={document.traceId} />}</EveryLanguage>
        ) : null}
      </div>
    </div>
  );
}

interface WholeFormProps {
  readonly document: LinkDocument;
  readonly summary: OpenPageProps["page"]["summary"];
  readonly entry: CardEntry;
  readonly texts: PayTexts;
  /** True when the card's first digits are known and the card can be charged. */
  readonly isSecondStep: boolean;
}

function WholeForm({ document, summary, entry, texts, isSecondStep }: WholeFormProps) {
  const { offer, fields, chosenCount } = entry;
  const { token } = document;
  const { t, language } = texts;
  const { bin: _, ...errors } = fields;
  return (
    <form
      method="post"
      action={payPath({ token, language })}
      className={isSecondStep ? "whole" : "whole scripted-only"}
      data-card={JSON.stringify({ ...toScriptTexts(texts), ...toLookUpTexts(texts) })}
      data-offers={offerPath(token)}
    >
      <h2 className="unseen">{t("card.heading")}</h2>
      {offer && isSecondStep ? (
        <>
          <input type="hidden" name="bin" value={offer.bin8} />
          <div className="plain-only">
            <p className="begins">
              <span>{t("open.cardBegins", { digits: formatFirstDigits(offer.bin8, texts) })}</span>
              <a href={formPath({ token, language })}>{t("open.otherCard")}</a>
            </p>
          </div>
        </>
      ) : null}
      <CardFields errors={errors} texts={texts} />
      <div className="offer-place" data-offer-place="">
        {offer ? (
          <OfferTable {...{ offer, summary, chosenCount, texts }} isExplainedAbove={explainsRefusal(entry)} />
        ) : (
          <p className="hint">{t("open.offer.ahead")}</p>
        )}
      </div>
      <p className="unseen" role="status" data-offer-said="" />
      {summary.customerShareBps > 0 ? (
        <dl className="to-pay" data-to-pay="" hidden>
          <dt>{t("open.offer.totalWithShare")}</dt>
          <dd />
        </dl>
      ) : null}
      <button type="submit" className="button">
        {payText(summary, entry, texts)}
      </button>
    </form>
  );
}

const formatFirstDigits = (bin8: string, texts: PayTexts): string =>
  isolate(`${bin8.slice(0, 4)}\u00a0${bin8.slice(4)}`, texts);

/** Returns the texts of the option look-up for the script, which contains no texts itself. */
const toLookUpTexts = ({ t }: PayTexts) => ({ pending: t("open.offer.pending"), failed: t("open.offer.failed") });

/**
 * Returns the button's text: with the amount only if every possible choice has the same total, because a wrong amount
 * is worse than none.
 */
function payText(summary: WholeFormProps["summary"], entry: CardEntry, texts: PayTexts): string {
  const { t } = texts;
  const { offer } = entry;
  if (offer && !canPay(entry)) return t("open.pay");
  const totals = new Set(offer?.options.filter(({ isPayable }) => isPayable).map(({ totalKurus }) => totalKurus));
  if (summary.customerShareBps === 0) totals.add(summary.amountKurus);
  const [total] = totals;
  const isCertain = totals.size === 1 && total !== undefined;
  return isCertain ? t("card.pay", { amount: formatAmount(total, texts) }) : t("open.pay");
}

/** Renders the notice above a link's form. It also covers the field for the first digits alone. */
function OpenNotice({ entry, texts }: { readonly entry: CardEntry; readonly texts: PayTexts }) {
  const { bin, ...errors } = entry.fields;
  return (
    <Notice
      sentences={entry.trouble ? toOpenTroubleSentences(entry.trouble, entry, texts.t) : null}
      fields={[...(bin ? [{ name: "bin", text: texts.t(`open.bin.${bin}`) }] : []), ...listFieldNotes(errors, texts)]}
      asksForCard={!bin}
      texts={texts}
    />
  );
}
