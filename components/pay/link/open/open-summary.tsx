import type { Words } from "@/components/pay/words";
import type { LinkItem, LinkSummary } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { listFoldedItems, MoreItems, shownAtOnce } from "../more-items";
import { formatDayAndTime } from "../time-texts";
import type { OpenWords } from "./open-words";

interface OpenSummaryProps {
  readonly summary: LinkSummary;
  readonly words: OpenWords;
  readonly base: Words;
}

/**
 * Renders the payer, description, items and amount. `bdi` keeps the direction of the merchant's texts from the rest of
 * the page.
 */
export const OpenSummary = ({ summary, words, base }: OpenSummaryProps) => (
  <section className="summary">
    {summary.payerName === null ? null : (
      <p className="payer">
        {words.payer}: <bdi>{summary.payerName}</bdi>
      </p>
    )}
    {summary.description === null ? null : (
      <p className="description">
        <bdi>{summary.description}</bdi>
      </p>
    )}
    {summary.items ? <Items items={summary.items} words={words} base={base} /> : null}
    <dl className="total">
      <dt>{summary.customerShareBps > 0 ? words.amount : base.card.total}</dt>
      <dd className="amount">{displayAmount(summary.amountKurus, base.language)}</dd>
      {summary.customerShareBps > 0 ? <dd className="terms">{words.shareAhead}</dd> : null}
      <dd className="terms">{words.validUntil(formatDayAndTime(summary.expiresAt, base))}</dd>
    </dl>
  </section>
);

type ItemsProps = Omit<OpenSummaryProps, "summary"> & { readonly items: readonly LinkItem[] };

function Items({ items, words, base }: ItemsProps) {
  const rest = listFoldedItems(items);
  return (
    <>
      <h2 className="unseen">{words.items}</h2>
      <ol className="items">
        <Rows items={items.slice(0, shownAtOnce)} base={base} />
      </ol>
      {rest.length === 0 ? null : (
        <MoreItems summary={words.moreItems(rest.length)}>
          <ol className="items" start={shownAtOnce + 1}>
            <Rows items={rest} base={base} />
          </ol>
        </MoreItems>
      )}
    </>
  );
}

const Rows = ({ items, base }: Omit<ItemsProps, "words">) =>
  items.map(({ name, note, amountKurus }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity and the list never changes
    <li key={index}>
      <div>
        <bdi>{name}</bdi>
        {note === null ? null : <bdi className="note">{note}</bdi>}
      </div>{" "}
      <span className="sum">{displayAmount(amountKurus, base.language)}</span>
    </li>
  ));
