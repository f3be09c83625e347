import type { LinkItem, LinkPage, LinkReceipt, LinkSummary, MoneyBack } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { cardBrandName } from "../card-brands";
import { DateAndTime } from "../date-and-time";
import { Fact } from "../fact";
import { listFoldedItems, MoreItems, shownAtOnce } from "../more-items";
import { formatUnbroken } from "../open/offer-amounts";
import { StateMark } from "./state-message";
import { toPaidSentences } from "./state-sentences";
import type { StateWords } from "./state-words";

interface PaidPageProps {
  readonly page: Extract<LinkPage, { kind: "paid" }>;
  readonly words: StateWords;
}

/** Renders the receipt for screen and paper, with every fact that a buyer or a merchant may ask about. */
export function PaidPage({ page: { summary, receipt, shopUrl }, words }: PaidPageProps) {
  const { paid, labels, language } = words;
  const { title, what } = toPaidSentences(receipt, words);
  const { moneyBack } = receipt;
  return (
    <div className="story receipt">
      <StateMark state={moneyBack?.kind ?? "paid"} words={words} />
      <h1>{title}</h1>
      <p className="amount">{displayAmount((moneyBack ?? receipt).amountKurus, language)}</p>
      <p>{what}</p>
      {moneyBack ? <ReturnedAmount receipt={receipt} moneyBack={moneyBack} words={words} /> : null}
      <h2>{paid.details}</h2>
      <dl className="facts">
        <Fact label={labels.paidTo}>{summary.merchantName}</Fact>
        <Fact label={labels.paidAt}>
          <DateAndTime at={receipt.paidAt} words={words} />
        </Fact>
        <Fact label={labels.paymentCode} isText>
          <span className="code">{receipt.paymentCode}</span>
        </Fact>
        <Fact label={labels.link}>{summary.reference.toString()}</Fact>
        {summary.payerName ? <Fact label={labels.payer}>{summary.payerName}</Fact> : null}
        <Fact label={labels.card}>
          <Card receipt={receipt} words={words} />
        </Fact>
        <Fact label={labels.installments}>{formatInstallments(receipt, words)}</Fact>
        {summary.description ? (
          <Fact label={labels.description} isText>
            {summary.description}
          </Fact>
        ) : null}
      </dl>
      <Breakdown summary={summary} receipt={receipt} words={words} />
      <p className="aside">{paid.noInvoice}</p>
      <p className="aside screen-only">{paid.keep}</p>
      {shopUrl === null ? null : (
        <p className="again">
          <a href={shopUrl} rel="noreferrer">
            {paid.backToShop}
          </a>
        </p>
      )}
    </div>
  );
}

interface PartProps {
  readonly receipt: LinkReceipt;
  readonly words: StateWords;
}

/** Renders the paid amount, the returned amount and the remainder. */
function ReturnedAmount({ receipt, moneyBack, words }: PartProps & { readonly moneyBack: MoneyBack }) {
  const { labels, language } = words;
  const keptKurus = receipt.amountKurus - moneyBack.amountKurus;
  const isByInstallments = moneyBack.kind !== "voided" && receipt.installment > 1;
  return (
    <>
      {isByInstallments ? <p>{words.paid.byInstallments}</p> : null}
      <dl className="facts sums">
        <Fact label={labels.paidAmount} isNumber>
          {displayAmount(receipt.amountKurus, language)}
        </Fact>
        <Fact label={labels.wentBack} isNumber>
          {displayAmount(moneyBack.amountKurus, language)}
        </Fact>
        <Fact label={labels.kept} isNumber isTotal>
          {displayAmount(keptKurus, language)}
        </Fact>
      </dl>
    </>
  );
}

/** Renders `•••• 0008` with the programme and the bank of the card. */
function Card({ receipt: { maskedPan, brand, bank }, words }: PartProps) {
  const last4 = maskedPan.slice(-4);
  const programme = brand === null ? null : cardBrandName(brand);
  const issuer = [programme, bank].filter((name) => name !== null);
  return (
    <>
      <span role="img" aria-label={words.paid.cardEnding(last4)}>
        •••• {last4}
      </span>
      {issuer.length === 0 ? null : <span className="below">{issuer.join(" · ")}</span>}
    </>
  );
}

function formatInstallments({ amountKurus, installment }: LinkReceipt, words: StateWords): string {
  const count = words.count(installment);
  if (installment === 1) return count;
  const { firstKurus, restKurus } = monthlyAmounts(amountKurus, installment);
  return `${count}: ${words.monthly(formatUnbroken(firstKurus, words.language), formatUnbroken(restKurus, words.language))}`;
}

const Items = ({ items, words }: Pick<PartProps, "words"> & { readonly items: readonly LinkItem[] }) => (
  <dl className="facts sums">
    {items.map(({ name, note, amountKurus }, index) => (
      <Fact
        // biome-ignore lint/suspicious/noArrayIndexKey: items may be alike, and the list never changes
        key={index}
        label={
          <>
            {name}
            {note ? <span className="below">{note}</span> : null}
          </>
        }
        isNumber
      >
        {displayAmount(amountKurus, words.language)}
      </Fact>
    ))}
  </dl>
);

/** Renders the parts of the amount if it has more than one. */
function Breakdown({ summary, receipt, words }: PartProps & { readonly summary: LinkSummary }) {
  const { labels, language } = words;
  const items = summary.items ?? [];
  const rest = listFoldedItems(items);
  const hasFee = receipt.shareKurus > 0n;
  if (items.length === 0 && !hasFee) return null;
  return (
    <>
      <h2>{words.paid.breakdown}</h2>
      {items.length === 0 ? null : <Items items={items.slice(0, shownAtOnce)} words={words} />}
      {rest.length === 0 ? null : (
        <MoreItems summary={words.moreItems(rest.length)}>
          <Items items={rest} words={words} />
        </MoreItems>
      )}
      <dl className="facts sums">
        {hasFee ? (
          <>
            <Fact label={items.length > 0 ? labels.base : labels.amount} isNumber>
              {displayAmount(receipt.amountKurus - receipt.shareKurus, language)}
            </Fact>
            <Fact label={receipt.installment === 1 ? labels.commission : labels.both} isNumber>
              {displayAmount(receipt.shareKurus, language)}
            </Fact>
          </>
        ) : null}
        <Fact label={labels.total} isNumber isTotal>
          {displayAmount(receipt.amountKurus, language)}
        </Fact>
      </dl>
    </>
  );
}
