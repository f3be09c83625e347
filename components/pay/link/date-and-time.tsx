import type { PayTexts } from "@/messages/pay-texts";
import { formatDayAndTime, formatTimeOfDay } from "../formats";
import { formatTimeLeft, toTimeLeftTexts } from "./time-left";

interface InstantProps {
  readonly at: Date;
  readonly texts: PayTexts;
}

/** Renders `20 Kasım 2026 14:30` with its time zone. */
export const DateAndTime = (props: InstantProps) => (
  <InTurkishTime {...props} text={formatDayAndTime(props.at, props.texts)} />
);

/** Renders `14:30` with its time zone. */
export const TimeOfDay = (props: InstantProps) => (
  <InTurkishTime {...props} text={formatTimeOfDay(props.at, props.texts)} />
);

/** Names the time zone below a time, because a buyer may be in another one. */
const InTurkishTime = ({ at, texts, text }: InstantProps & { readonly text: string }) => (
  <>
    <time dateTime={at.toISOString()}>{text}</time>
    <span className="below">{texts.t("link.turkishTime")}</span>
  </>
);

interface TimeLeftProps {
  readonly until: Date;
  readonly now: Date;
  readonly texts: PayTexts;
}

/** Renders the remaining time. The script updates it by the server's clock, because the browser's may be wrong. */
export const TimeLeft = ({ until, now, texts: { t } }: TimeLeftProps) => (
  <span
    role="timer"
    data-until={until.toISOString()}
    data-now={now.toISOString()}
    data-left={JSON.stringify(toTimeLeftTexts(t))}
  >
    {formatTimeLeft(until.getTime() - now.getTime(), t)}
  </span>
);
