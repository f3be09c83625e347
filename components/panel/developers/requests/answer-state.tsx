import { State, type StateTone } from "../../../ui/state";

const toTone = (status: number): StateTone => (status < 400 ? "good" : status < 500 ? "warn" : "bad");

/**
 * Shows an API response's status and error code, for example `422 amount_limit_exceeded`, in the tone of the status.
 */
export function AnswerState({ status, code }: { status: number; code?: string | null }) {
  return (
    <State tone={toTone(status)}>
      <span className="truncate font-mono text-xs">
        {status}
        {code && ` ${code}`}
      </span>
    </State>
  );
}
