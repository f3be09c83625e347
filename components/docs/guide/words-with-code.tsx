/** Renders a text; the parts between backticks become code. */
export function WordsWithCode({ text }: { readonly text: string }) {
  const parts = text.split("`").map((part, i) => ({ part, isCode: i % 2 === 1, key: `${i} ${part}` }));
  return parts.map(({ part, isCode, key }) => (isCode ? <code key={key}>{part}</code> : part));
}
