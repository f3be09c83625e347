import type { PayTexts } from "@/messages/pay-texts";
import type { LinkItem, LinkPage, LinkReceipt, LinkSummary, MoneyBack } from "@/server/domain/links/link-page";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import { formatAmount, isolate } from "../../formats";
import { formatInstallments } from "../../payment-summary";
import { DateAndTime } from "../date-and-time";
import { Fact } from "../fact";
import { listFoldedItems, MoreItems, shownAtOnce } from "../more-items";
import { TextFacts } from "../text-facts";
import { StateMark } from "./state-message";
import { toPaidSentences } from "./state-sentences";

interface PaidPageProps {
  readonly page: Extract<LinkPage, { kind: "paid" }>;
  readonly texts: PayTexts;
}

/** Renders the receipt for screen and paper, with every fact that a buyer or a merchant may ask about. */
export function PaidPage({ page: { summary, receipt, shopUrl }, texts }: PaidPageProps) {
  const { t } = texts;
  const { title, what } = toPaidSentences(receipt, t);
  const { moneyBack } = receipt;
  return (
    <div className="story receipt">
      <StateMark state={moneyBack?.kind ?? "paid"} texts={texts} />
      <h1>{title}</h1>
      <p className="amount">{formatAmount((moneyBack ?? receipt).amountKurus, texts)}</p>
      <p>{what}</p>
      {moneyBack ? <ReturnedAmount receipt={receipt} moneyBack={moneyBack} texts={texts} /> : null}
      <h2>{t("link.paid.details")}</h2>
      <PaymentFacts summary={summary} receipt={receipt} texts={texts} />
      <Breakdown summary={summary} receipt={receipt} texts={texts} />
      <p className="aside">{t("link.paid.noInvoice")}</p>
      <p className="aside screen-only">{t("link.paid.keep")}</p>
      {shopUrl === null ? null : (
        <p className="again">
          <a href={shopUrl} rel="noreferrer">
            {t("link.paid.backToShop")}
          </a>
        </p>
      )}
    </div>
  );
}

interface PartProps {
  readonly receipt: LinkReceipt;
  readonly texts: PayTexts;
}

type WholeProps = PartProps & { readonly summary: LinkSummary };

function PaymentFacts({ summary, receipt, texts }: WholeProps) {
  const { t } = texts;
  return (
    <dl className="facts">
      <Fact label={t("link.labels.paidTo")}>
        <bdi>{summary.merchantName}</bdi>
      </Fact>
      <Fact label={t("link.labels.paidAt")}>
        <DateAndTime at={receipt.paidAt} texts={texts} />
      </Fact>
      <Fact label={t("link.labels.paymentCode")} isText>
        <span className="code" dir="ltr">
          {receipt.paymentCode}
        </span>
      </Fact>
      <Fact label={t("link.labels.link")}>{summary.reference.toString()}</Fact>
      <Fact label={t("link.labels.card")}>
        <Card receipt={receipt} texts={texts} />
      </Fact>
      <Fact label={t("link.labels.installments")}>{formatInstallments(receipt, texts)}</Fact>
      <TextFacts summary={summary} texts={texts} />
    </dl>
  );
}

/** Renders the paid amount, the returned amount and the remainder. */
function ReturnedAmount({ receipt, moneyBack, texts }: PartProps & { readonly moneyBack: MoneyBack }) {
  const { t } = texts;
  const keptKurus = receipt.amountKurus - moneyBack.amountKurus;
  const isByInstallments = moneyBack.kind !== "voided" && receipt.installment > 1;
  return (
    <>
      {isByInstallments ? <p>{t("link.paid.byInstallments")}</p> : null}
      <dl className="facts sums">
        <Fact label={t("link.labels.paidAmount")} isNumber>
          {formatAmount(receipt.amountKurus, texts)}
        </Fact>
        <Fact label={t("link.labels.wentBack")} isNumber>
          {formatAmount(moneyBack.amountKurus, texts)}
        </Fact>
        <Fact label={t("link.labels.kept")} isNumber isTotal>
          {formatAmount(keptKurus, texts)}
        </Fact>
      </dl>
    </>
  );
}

/** Renders `•••• 0008` with the programme and the bank of the card. */
function Card({ receipt: { maskedPan, brand, bank }, texts }: PartProps) {
  const last4 = maskedPan.slice(-4);
  const programme = brand === null ? null : cardBrandName(brand);
  const issuer = [programme, bank].filter((name) => name !== null);
  return (
    <>
      <span role="img" dir="ltr" aria-label={texts.t("link.paid.cardEnding", { last4: isolate(last4, texts) })}>
        •••• {last4}
      </span>
      {issuer.length === 0 ? null : <span className="below">{issuer.join(" · ")}</span>}
    </>
  );
}

const Items = ({ items, texts }: Pick<PartProps, "texts"> & { readonly items: readonly LinkItem[] }) => (
  <dl className="facts sums">
    {items.map(({ name, note, amountKurus }, index) => (
      <Fact
        // biome-ignore lint/suspicious/noArrayIndexKey: items may be alike, and the list never changes
        key={index}
        label={
          <>
            <bdi>{name}</bdi>
            {note ? <bdi className="below">{note}</bdi> : null}
          </>
        }
        isNumber
      >
        {formatAmount(amountKurus, texts)}
      </Fact>
    ))}
  </dl>
);

/** Renders the parts of the amount if it has more than one. */
function Breakdown({ summary, receipt, texts }: WholeProps) {
  const { t } = texts;
  const items = summary.items ?? [];
  const rest = listFoldedItems(items);
  const hasFee = receipt.shareKurus > 0n;
  if (items.length === 0 && !hasFee) return null;
  return (
    <>
      <h2>{t("link.paid.breakdown")}</h2>
      {items.length === 0 ? null : <Items items={items.slice(0, shownAtOnce)} texts={texts} />}
      {rest.length === 0 ? null : (
        <MoreItems summary={t("link.moreItems", { count: rest.length })}>
          <Items items={rest} texts={texts} />
        </MoreItems>
      )}
      <dl className="facts sums">
        {hasFee ? (
          <>
            <Fact label={t(items.length > 0 ? "link.labels.base" : "link.labels.amount")} isNumber>
              {formatAmount(receipt.amountKurus - receipt.shareKurus, texts)}
            </Fact>
            <Fact label={t(receipt.installment === 1 ? "link.labels.commission" : "link.labels.both")} isNumber>
              {formatAmount(receipt.shareKurus, texts)}
            </Fact>
          </>
        ) : null}
        <Fact label={t("link.labels.total")} isNumber isTotal>
          {formatAmount(receipt.amountKurus, texts)}
        </Fact>
      </dl>
    </>
  );
}
