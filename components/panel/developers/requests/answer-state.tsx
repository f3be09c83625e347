import { Fragment, type ReactNode } from "react";
import { State, type StateTone } from "../../../ui/state";

const toneOf = (status: number): StateTone => (status < 400 ? "good" : status < 500 ? "warn" : "bad");

/** `201`, `422 amount_limit_exceeded`: in the tone of the status, with its words. */
export function AnswerState({ status, code }: { status: number; code?: string | null }) {
  return (
    <State tone={toneOf(status)}>
      <span className="font-mono text-xs max-sm:max-w-32 max-sm:whitespace-normal">
        {status}
        {code && <> {breakable(code)}</>}
      </span>
    </State>
  );
}

/** A code can be broken after its underscores where there is little room. */
function breakable(code: string): ReactNode {
  const parts = code.split(/(?<=_)/);
  return parts.map((part, at) => (
    <Fragment key={parts.slice(0, at + 1).join("")}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
