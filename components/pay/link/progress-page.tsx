import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { shownOf } from "@/server/domain/links/link-shown";
import { displayAmount } from "@/server/domain/money";
import { Fact } from "./fact";
import { TimeLeft } from "./moment";
import { timeOfDay } from "./moments";
import { giveUpPath, statusPath, waitingPath } from "./paths";
import { progressSentences } from "./state-sentences";
import type { StateWords } from "./state-words";
import { Story } from "./story";

interface ProgressPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "in_progress" }>;
  readonly words: StateWords;
}

/** A card is on its way: the page waits for it, and gives a way out once that is safe (D-10). */
export function ProgressPage({ document, page, words }: ProgressPageProps) {
  const shown = shownOf(page, document.now);
  const { progress } = words;
  const next = waitingPath(document, page.progress);
  return (
    <div data-poll={statusPath(document.token)} data-shown={shown} data-next={next}>
      <Story state="in_progress" sentences={progressSentences(page.progress, words)} words={words}>
        {shown === "in_progress" ? <Later page={page} words={words} /> : null}
        <Course document={document} page={page} words={words} />
        {shown === "in_progress_can_give_up" ? (
          <GiveUp document={document} page={page} words={words} />
        ) : null}
        <p className="aside by-itself">{progress.refreshesItself}</p>
        <p className="again">
          <a href={next}>{progress.refresh}</a>
        </p>
      </Story>
    </div>
  );
}

/** From when it may be given up, where that will come and the link can be paid again then. */
function Later({ page, words }: Pick<ProgressPageProps, "page" | "words">) {
  const { canGiveUpFrom, until, canPayAgain } = page.progress;
  if (canGiveUpFrom === null || canGiveUpFrom >= until || !canPayAgain) return null;
  return <p>{words.progress.later(timeOfDay(canGiveUpFrom, words))}</p>;
}

/** Since when, and how long it may still take; once the bank is asked for the money, no window ends that. */
function Course({ document, page, words }: ProgressPageProps) {
  const { startedAt, until, canGiveUpFrom } = page.progress;
  return (
    <dl className="facts">
      <Fact label={words.labels.amount} isNumber>
        {displayAmount(page.progress.amountKurus, words.language)}
      </Fact>
      {page.face.description ? (
        <Fact label={words.labels.description} isText>
          {page.face.description}
        </Fact>
      ) : null}
      <Fact label={words.labels.startedAt}>
        <time dateTime={startedAt.toISOString()}>{timeOfDay(startedAt, words)}</time>
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
