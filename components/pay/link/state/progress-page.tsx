import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { toPageState } from "@/server/domain/links/link-page-state";
import { displayAmount } from "@/server/domain/money";
import { TimeLeft } from "../date-and-time";
import { Fact } from "../fact";
import { giveUpPath, statusPath, waitingPath } from "../paths";
import { formatTimeOfDay } from "../time-texts";
import { StateMessage } from "./state-message";
import { toProgressSentences } from "./state-sentences";
import type { StateWords } from "./state-words";

interface ProgressPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "in_progress" }>;
  readonly words: StateWords;
}

/** Renders the page that waits for a running attempt. It offers to give the attempt up once that is safe (D-10). */
export function ProgressPage({ document, page, words }: ProgressPageProps) {
  const shown = toPageState(page, document.now);
  const { progress } = words;
  const next = waitingPath(document, page.progress);
  return (
    <div data-poll={statusPath(document.token)} data-shown={shown} data-next={next}>
      <StateMessage state="in_progress" sentences={toProgressSentences(page.progress, words)} words={words}>
        {shown === "in_progress" ? <GiveUpHint page={page} words={words} /> : null}
        <AttemptFacts document={document} page={page} words={words} />
        {shown === "in_progress_can_give_up" ? <GiveUp document={document} page={page} words={words} /> : null}
        <p className="aside by-itself">{progress.refreshesItself}</p>
        <p className="again">
          <a href={next}>{progress.refresh}</a>
        </p>
      </StateMessage>
    </div>
  );
}

/** Renders the time from which the attempt may be given up, if that time comes and the link can be paid again then. */
function GiveUpHint({ page, words }: Pick<ProgressPageProps, "page" | "words">) {
  const { canGiveUpFrom, until, canPayAgain } = page.progress;
  if (canGiveUpFrom === null || canGiveUpFrom >= until || !canPayAgain) return null;
  return <p>{words.progress.later(formatTimeOfDay(canGiveUpFrom, words))}</p>;
}

/** Renders the start and the remaining time. A capture that was sent to the bank has no deadline, so none is shown. */
function AttemptFacts({ document, page, words }: ProgressPageProps) {
  const { startedAt, until, canGiveUpFrom } = page.progress;
  return (
    <dl className="facts">
      <Fact label={words.labels.amount} isNumber>
        {displayAmount(page.progress.amountKurus, words.language)}
      </Fact>
      {page.summary.description ? (
        <Fact label={words.labels.description} isText>
          {page.summary.description}
        </Fact>
      ) : null}
      <Fact label={words.labels.startedAt}>
        <time dateTime={startedAt.toISOString()}>{formatTimeOfDay(startedAt, words)}</time>
      </Fact>
      {canGiveUpFrom ? (
        <Fact label={words.labels.timeLeft} isNumber>
          <TimeLeft until={until} now={document.now} words={words} />
        </Fact>
      ) : null}
    </dl>
  );
}

const GiveUp = ({ document, page, words: { progress, language } }: ProgressPageProps) => (
  <form method="post" action={giveUpPath(document.token)} className="way-out">
    <h2>{progress.lost}</h2>
    <p>{page.progress.canPayAgain ? progress.giveUpMeans : progress.giveUpEnds}</p>
    <input type="hidden" name="lang" value={language} />
    <button type="submit" className="button quiet">
      {progress.giveUp}
    </button>
  </form>
);
