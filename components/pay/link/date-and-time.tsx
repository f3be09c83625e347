import type { StateWords } from "./state/state-words";
import { formatDayAndTime, formatTimeLeft } from "./time-texts";

interface DateAndTimeProps {
  readonly at: Date;
  readonly words: StateWords;
}

/** Renders `20 Kasım 2026 14:30` with its time zone, because a buyer may be in another one. */
export const DateAndTime = ({ at, words }: DateAndTimeProps) => (
  <>
    <time dateTime={at.toISOString()}>{formatDayAndTime(at, words)}</time>
    <span className="below">{words.turkishTime}</span>
  </>
);

interface TimeLeftProps {
  readonly until: Date;
  readonly now: Date;
  readonly words: StateWords;
}

/** Renders the remaining time. The script updates it by the server's clock, because the browser's may be wrong. */
export const TimeLeft = ({ until, now, words }: TimeLeftProps) => (
  <span
    role="timer"
    data-until={until.toISOString()}
    data-now={now.toISOString()}
    data-left={JSON.stringify(words.left)}
  >
    {formatTimeLeft(until.getTime() - now.getTime(), words)}
  </span>
);
