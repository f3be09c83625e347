import type { LinkFace, LinkItem } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import type { Words } from "../words";
import { restOf, shownAtOnce } from "./item-parts";
import { dayAndTime } from "./moments";
import { MoreItems } from "./more-items";
import type { OpenWords } from "./open-words";

interface OpenSummaryProps {
  readonly face: LinkFace;
  readonly words: OpenWords;
  readonly base: Words;
}

/** What is paid, by whom and for what, before anything is asked. Texts of the merchant cannot turn the page around them. */
export const OpenSummary = ({ face, words, base }: OpenSummaryProps) => (
  <section className="summary">
    {face.payerName === null ? null : (
      <p className="payer">
        {words.payer}: <bdi>{face.payerName}</bdi>
      </p>
    )}
    {face.description === null ? null : (
      <p className="description">
        <bdi>{face.description}</bdi>
      </p>
    )}
    {face.items ? <Items items={face.items} words={words} base={base} /> : null}
    <dl className="total">
      <dt>{face.customerShareBps > 0 ? words.amount : base.card.total}</dt>
      <dd className="amount">{displayAmount(face.amountKurus, base.language)}</dd>
      {face.customerShareBps > 0 ? <dd className="terms">{words.shareAhead}</dd> : null}
      <dd className="terms">{words.validUntil(dayAndTime(face.expiresAt, base))}</dd>
    </dl>
  </section>
);

type ItemsProps = Omit<OpenSummaryProps, "face"> & { readonly items: readonly LinkItem[] };

function Items({ items, words, base }: ItemsProps) {
  const rest = restOf(items);
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
