import type { LinkFace } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { Fact } from "./fact";
import { Moment } from "./moment";
import type { StateWords } from "./state-words";

interface LinkSummaryProps {
  readonly face: LinkFace;
  readonly words: StateWords;
  /** Whether it matters until when the link can be paid. */
  readonly hasDeadline: boolean;
}

/** What the link asks for: enough to know it again, and to talk to the merchant about it. */
export const LinkSummary = ({ face, words, hasDeadline }: LinkSummaryProps) => (
  <dl className="facts">
    <Fact label={words.labels.amount} isNumber>
      {displayAmount(face.amountKurus, words.language)}
    </Fact>
    {face.description ? (
      <Fact label={words.labels.description} isText>
        {face.description}
      </Fact>
    ) : null}
    {face.payerName ? <Fact label={words.labels.payer}>{face.payerName}</Fact> : null}
    {hasDeadline ? (
      <Fact label={words.labels.validUntil}>
        <Moment at={face.expiresAt} words={words} />
      </Fact>
    ) : null}
  </dl>
);
