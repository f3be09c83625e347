/** The characters at the end that stay visible. */
const tailLength = 6;
/** A text of at most this length is never cut. */
const shortMax = 12;

/**
 * A code in one line. Where it does not fit, the ellipsis is in the middle: codes of the same shop begin alike and
 * differ at their end. As the content of a link, the link needs the whole code as `aria-label`, because assistive
 * technology may read the two parts as two words.
 */
export function MiddleText({ text }: { text: string }) {
  const characters = Array.from(text);
  if (characters.length <= shortMax) return text;
  const cut = characters.length - tailLength;
  return (
    <span className="flex min-w-0">
      <span className="truncate">{characters.slice(0, cut).join("")}</span>
      <span className="shrink-0 whitespace-pre">{characters.slice(cut).join("")}</span>
    </span>
  );
}
