/** Shows preformatted text: whitespace is kept, and long lines wrap. */
export function CodeText({ text }: { text: string }) {
  return (
    <pre className="rounded-control border border-line bg-surface px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  );
}
