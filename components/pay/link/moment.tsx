import { dayAndTime, leftOf } from "./moments";
import type { StateWords } from "./state-words";

interface MomentProps {
  readonly at: Date;
  readonly words: StateWords;
}

/** `20 Kasım 2026 14:30`, and whose time it is: a buyer may read it anywhere. */
export const Moment = ({ at, words }: MomentProps) => (
  <>
    <time dateTime={at.toISOString()}>{dayAndTime(at, words)}</time>
    <span className="below">{words.turkishTime}</span>
  </>
);

interface TimeLeftProps {
  readonly until: Date;
  readonly now: Date;
  readonly words: StateWords;
}

/** What is left of a window; the script keeps it up to date, by the server's clock and not the browser's. */
export const TimeLeft = ({ until, now, words }: TimeLeftProps) => (
  <span
    role="timer"
    data-until={until.toISOString()}
    data-now={now.toISOString()}
    data-left={JSON.stringify(words.left)}
  >
    {leftOf(until.getTime() - now.getTime(), words)}
  </span>
);
