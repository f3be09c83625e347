import { ToBankForm } from "@/components/pay/to-bank-form";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { TimeLeft } from "../date-and-time";
import { Fact } from "../fact";
import type { StateWords } from "./state-words";

interface ToBankPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "bank" }>;
  readonly words: StateWords;
}

/**
 * Renders the page that sends the browser to the bank: by the script, or by a button when the script does not run or is
 * slow.
 */
export function ToBankPage({ document, page, words }: ToBankPageProps) {
  const { bank, labels, language } = words;
  return (
    <div className="story">
      <h1>{bank.title}</h1>
      <p role="status">
        {bank.what} {bank.wait}
      </p>
      <ToBankForm form={page.form} words={bank} />
      <dl className="facts">
        <Fact label={labels.amount} isNumber>
          {displayAmount(page.amountKurus, language)}
        </Fact>
        <Fact label={labels.installments}>{words.count(page.installment)}</Fact>
        <Fact label={labels.timeLeft} isNumber>
          <TimeLeft until={page.until} now={document.now} words={words} />
        </Fact>
      </dl>
    </div>
  );
}
