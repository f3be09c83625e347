import type { LinkFace, LinkItem } from "@/server/domain/link-page";
import { displayAmount } from "@/server/domain/money";
import type { Words } from "../words";
import { dayAndTime } from "./moments";
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
      <dt>{face.customerShareBps > 0 ? words.amount : words.total}</dt>
      <dd className="amount">{displayAmount(face.amountKurus, base.language)}</dd>
      {face.customerShareBps > 0 ? <dd className="terms">{words.shareAhead}</dd> : null}
      <dd className="terms">{words.validUntil(dayAndTime(face.expiresAt, base))}</dd>
    </dl>
  </section>
);

const Items = ({ items, words, base }: Omit<OpenSummaryProps, "face"> & { items: readonly LinkItem[] }) => (
  <>
    <h2 className="unseen">{words.items}</h2>
    <ol className="items">
      {items.map(({ name, note, amountKurus }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity and the list never changes
        <li key={index}>
          <div>
            <bdi>{name}</bdi>
            {note === null ? null : <bdi className="note">{note}</bdi>}
          </div>{" "}
          <span className="sum">{displayAmount(amountKurus, base.language)}</span>
        </li>
      ))}
    </ol>
  </>
);
