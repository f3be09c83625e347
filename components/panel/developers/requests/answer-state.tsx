import { Fragment, type ReactNode } from "react";
import { State, type StateTone } from "../../../ui/state";

const toTone = (status: number): StateTone => (status < 400 ? "good" : status < 500 ? "warn" : "bad");

/**
 * Shows an API response's status and error code, for example `422 amount_limit_exceeded`, in the tone of the status.
 */
export function AnswerState({ status, code }: { status: number; code?: string | null }) {
  return (
    <State tone={toTone(status)}>
      <span className="font-mono text-xs max-sm:max-w-32 max-sm:whitespace-normal">
        {status}
        {code && <> {breakable(code)}</>}
      </span>
    </State>
  );
}

/** Allows a line break after each underscore of a code, for narrow screens. */
function breakable(code: string): ReactNode {
  const parts = code.split(/(?<=_)/);
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join("")}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
