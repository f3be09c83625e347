import { formatAmount, formatDayAndTime } from "@/components/pay/formats";
import type { PayTexts } from "@/messages/pay-texts";
import type { LinkItem, LinkSummary } from "@/server/domain/links/link-page";
import { linkTextNames } from "@/server/domain/links/link-texts";
import { listFoldedItems, MoreItems, shownAtOnce } from "../more-items";

interface OpenSummaryProps {
  readonly summary: LinkSummary;
  readonly texts: PayTexts;
}

/**
 * Renders the merchant's texts, the items and the amount. The description says what is paid, so it needs no label as
 * the other texts do. `bdi` keeps the direction of the merchant's texts from the rest of the page.
 */
export function OpenSummary({ summary, texts }: OpenSummaryProps) {
  const { t } = texts;
  return (
    <section className="summary">
      {linkTextNames.map((name) =>
        name === "description" || summary[name] === null ? null : (
          <p key={name} className="labelled">
            {t(`link.texts.${name}`)}: <bdi>{summary[name]}</bdi>
          </p>
        ),
      )}
      {summary.description === null ? null : (
        <p className="description">
          <bdi>{summary.description}</bdi>
        </p>
      )}
      {summary.items ? <Items items={summary.items} texts={texts} /> : null}
      <dl className="total">
        <dt>{t(summary.customerShareBps > 0 ? "open.amount" : "card.total")}</dt>
        <dd className="amount">{formatAmount(summary.amountKurus, texts)}</dd>
        {summary.customerShareBps > 0 ? <dd className="terms">{t("open.shareAhead")}</dd> : null}
        <dd className="terms">{t("open.validUntil", { time: formatDayAndTime(summary.expiresAt, texts) })}</dd>
      </dl>
    </section>
  );
}

type ItemsProps = Omit<OpenSummaryProps, "summary"> & { readonly items: readonly LinkItem[] };

function Items({ items, texts }: ItemsProps) {
  const rest = listFoldedItems(items);
  return (
    <>
      <h2 className="unseen">{texts.t("open.items")}</h2>
      <ol className="items">
        <Rows items={items.slice(0, shownAtOnce)} texts={texts} />
      </ol>
      {rest.length === 0 ? null : (
        <MoreItems summary={texts.t("link.moreItems", { count: rest.length })}>
          <ol className="items" start={shownAtOnce + 1}>
            <Rows items={rest} texts={texts} />
          </ol>
        </MoreItems>
      )}
    </>
  );
}

const Rows = ({ items, texts }: ItemsProps) =>
  items.map(({ name, note, amountKurus }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity and the list never changes
    <li key={index}>
      <div>
        <bdi>{name}</bdi>
        {note === null ? null : <bdi className="note">{note}</bdi>}
      </div>{" "}
      <span className="sum">{formatAmount(amountKurus, texts)}</span>
    </li>
  ));
