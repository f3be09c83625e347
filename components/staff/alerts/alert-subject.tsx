import { MiddleText } from "../../ui/list/middle-text";

/** What an alert is about, such as the code of a payment. A long one keeps its beginning and its end. */
export function AlertSubject({ subject }: { subject: string }) {
  return (
    <span className="block max-w-full font-mono text-xs">
      <MiddleText text={subject} />
    </span>
  );
}
