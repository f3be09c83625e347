import type { PayTexts } from "@/messages/pay-texts";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { toPageState } from "@/server/domain/links/link-page-state";
import { formatAmount, formatTimeOfDay } from "../../formats";
import { TimeLeft, TimeOfDay } from "../date-and-time";
import { Fact } from "../fact";
import { giveUpPath, statusPath, waitingPath } from "../paths";
import { TextFacts } from "../text-facts";
import { StateMessage } from "./state-message";
import { toProgressSentences } from "./state-sentences";

interface ProgressPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "in_progress" }>;
  readonly texts: PayTexts;
}

/** Renders the page that waits for a running attempt. It offers to give the attempt up once that is safe (D-10). */
export function ProgressPage({ document, page, texts }: ProgressPageProps) {
  const { t } = texts;
  const shown = toPageState(page, document.now);
  const next = waitingPath(document, page.progress);
  return (
    <div data-poll={statusPath(document.token)} data-shown={shown} data-next={next}>
      <StateMessage state="in_progress" sentences={toProgressSentences(page.progress, t)} texts={texts}>
        {shown === "in_progress" ? <GiveUpHint page={page} texts={texts} /> : null}
        <AttemptFacts document={document} page={page} texts={texts} />
        {shown === "in_progress_can_give_up" ? <GiveUp document={document} page={page} texts={texts} /> : null}
        <p className="aside by-itself">{t("link.progress.refreshesItself")}</p>
        <p className="again">
          <a href={next}>{t("link.progress.refresh")}</a>
        </p>
      </StateMessage>
    </div>
  );
}

/** Renders the time from which the attempt may be given up, if that time comes and the link can be paid again then. */
function GiveUpHint({ page, texts }: Pick<ProgressPageProps, "page" | "texts">) {
  const { canGiveUpFrom, until, canPayAgain } = page.progress;
  if (canGiveUpFrom === null || canGiveUpFrom >= until || !canPayAgain) return null;
  return <p>{texts.t("link.progress.later", { time: formatTimeOfDay(canGiveUpFrom, texts) })}</p>;
}

/** Renders the start and the remaining time. A capture that was sent to the bank has no deadline, so none is shown. */
function AttemptFacts({ document, page, texts }: ProgressPageProps) {
  const { t } = texts;
  const { startedAt, until, canGiveUpFrom } = page.progress;
  return (
    <dl className="facts">
      <Fact label={t("link.labels.amount")} isNumber>
        {formatAmount(page.progress.amountKurus, texts)}
      </Fact>
      <TextFacts summary={page.summary} texts={texts} />
      <Fact label={t("link.labels.startedAt")}>
        <TimeOfDay at={startedAt} texts={texts} />
      </Fact>
      {canGiveUpFrom ? (
        <Fact label={t("link.labels.timeLeft")} isNumber>
          <TimeLeft until={until} now={document.now} texts={texts} />
        </Fact>
      ) : null}
    </dl>
  );
}

const GiveUp = ({ document, page, texts: { t } }: ProgressPageProps) => (
  <form method="post" action={giveUpPath(document)} className="way-out">
    <h2>{t("link.progress.lost")}</h2>
    <p>{t(page.progress.canPayAgain ? "link.progress.giveUpMeans" : "link.progress.giveUpEnds")}</p>
    <button type="submit" className="button quiet">
      {t("link.progress.giveUp")}
    </button>
  </form>
);
