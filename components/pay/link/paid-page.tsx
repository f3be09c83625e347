import type { LinkFace, LinkItem, LinkPage, LinkReceipt, MoneyBack } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { cardBrandName } from "./card-brands";
import { Fact } from "./fact";
import { restOf, shownAtOnce } from "./item-parts";
import { Moment } from "./moment";
import { MoreItems } from "./more-items";
import { unbroken } from "./offer-amounts";
import { paidSentences } from "./state-sentences";
import type { StateWords } from "./state-words";
import { StateMark } from "./story";

interface PaidPageProps {
  readonly page: Extract<LinkPage, { kind: "paid" }>;
  readonly words: StateWords;
}

/** The receipt: all that a buyer or a merchant may ask about this payment, on the screen and on paper. */
export function PaidPage({ page: { face, receipt, shopUrl }, words }: PaidPageProps) {
  const { paid, labels, language } = words;
  const { title, what } = paidSentences(receipt, words);
  const { moneyBack } = receipt;
  return (
    <div className="story receipt">
      <StateMark state={moneyBack?.kind ?? "paid"} words={words} />
      <h1>{title}</h1>
      <p className="amount">{displayAmount((moneyBack ?? receipt).amountKurus, language)}</p>
      <p>{what}</p>
      {moneyBack ? <WentBack receipt={receipt} moneyBack={moneyBack} words={words} /> : null}
      <h2>{paid.details}</h2>
      <dl className="facts">
        <Fact label={labels.paidTo}>{face.merchantName}</Fact>
        <Fact label={labels.paidAt}>
          <Moment at={receipt.paidAt} words={words} />
        </Fact>
        <Fact label={labels.paymentCode} isText>
          <span className="code">{receipt.paymentCode}</span>
        </Fact>
        <Fact label={labels.link}>{face.reference.toString()}</Fact>
        {face.payerName ? <Fact label={labels.payer}>{face.payerName}</Fact> : null}
        <Fact label={labels.card}>
          <Card receipt={receipt} words={words} />
        </Fact>
        <Fact label={labels.installments}>{installmentsOf(receipt, words)}</Fact>
        {face.description ? (
          <Fact label={labels.description} isText>
            {face.description}
          </Fact>
        ) : null}
      </dl>
      <Breakdown face={face} receipt={receipt} words={words} />
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

/** What was paid, what of it went back, and what is left of it. */
function WentBack({ receipt, moneyBack, words }: PartProps & { readonly moneyBack: MoneyBack }) {
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

/** `•••• 0008`, its programme and its bank. */
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

function installmentsOf({ amountKurus, installment }: LinkReceipt, words: StateWords): string {
  const count = words.count(installment);
  if (installment === 1) return count;
  const { firstKurus, restKurus } = monthlyAmounts(amountKurus, installment);
  return `${count}: ${words.monthly(unbroken(firstKurus, words.language), unbroken(restKurus, words.language))}`;
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

/** What the amount is made of, where it is made of more than one thing. */
function Breakdown({ face, receipt, words }: PartProps & { readonly face: LinkFace }) {
  const { labels, language } = words;
  const items = face.items ?? [];
  const rest = restOf(items);
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
