import type { Words } from "./words";

/** Shows the id that a buyer quotes to support. */
export const TraceId = ({ traceId, words }: { traceId: string; words: Words }) => (
  <p className="trace">
    {words.traceId}: <code>{traceId}</code>
  </p>
);
