"use client";
import { CodeText } from "../../../ui/code-text";
import { CopyButton } from "../../../ui/copy-button";
import { useWords } from "../../../ui/language";
import { Notice } from "../../../ui/notice";
import type { SignatureVerdict } from "./check-signature";
import { signatureWords } from "./signature-words";

interface KnownEnds {
  readonly presentEnd: string;
  readonly nextEnd: string | null;
  readonly previous: { readonly end: string } | null;
}

interface SignatureResultProps {
  /** Null: nothing has been checked yet. */
  readonly verdict: SignatureVerdict | null;
  /** The last four characters of the secret that was checked. */
  readonly end: string;
  /** Of the account's secrets; undefined: not read. */
  readonly known: KnownEnds | undefined;
}

/** What came of a check; read out when it comes. */
export function SignatureResult({ verdict, end, known }: SignatureResultProps) {
  const said = useWords(signatureWords);
  return (
    <section aria-label={said.result} aria-live="polite" className="lg:sticky lg:top-4">
      {verdict && <Verdict verdict={verdict} end={end} known={known} />}
    </section>
  );
}

function Verdict({ verdict, end, known }: SignatureResultProps & { verdict: SignatureVerdict }) {
  const said = useWords(signatureWords);
  switch (verdict.kind) {
    case "valid":
      return (
        <Notice tone="good" title={said.valid}>
          {verdict.scheme === "contract" ? said.validContract : said.validStandard}
        </Notice>
      );
    case "incomplete":
      return (
        <Notice tone="info" title={said.incomplete}>
          {verdict.missing.map((part) => said.missing[part]).join(", ")}
        </Notice>
      );
    case "mistakes":
      return <Mistakes verdict={verdict} />;
    default:
      return <Unexplained verdict={verdict} end={end} known={known} />;
  }
}

function Mistakes({ verdict: { mistakes, expected } }: { verdict: SignatureVerdict & { kind: "mistakes" } }) {
  const said = useWords(signatureWords);
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{said.mistakesTitle(mistakes.length)}</h2>
      {mistakes.map((mistake) => {
        const [what, mend] = said.mistakes[mistake];
        return (
          <Notice key={mistake} tone="bad" title={what}>
            {mend}
          </Notice>
        );
      })}
      <Expected signature={expected} />
    </div>
  );
}

function Unexplained({
  verdict: { which, hints, expected },
  end,
  known,
}: Omit<SignatureResultProps, "verdict"> & { verdict: SignatureVerdict & { kind: "unexplained" } }) {
  const said = useWords(signatureWords);
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="bad" title={said.unexplained[which]}>
        {said.unexplainedHelp[which]}
      </Notice>
      {which === "received" && known && <p>{said.ends[whoseEnd(end, known)]}</p>}
      {hints.length > 0 && (
        <ul className="list-disc pl-5">
          {hints.map((hint) => (
            <li key={hint}>{said.hints[hint]}</li>
          ))}
        </ul>
      )}
      <Expected signature={expected} />
    </div>
  );
}

function Expected({ signature }: { signature: string | null }) {
  const said = useWords(signatureWords);
  if (signature === null) return null;
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">{said.expected}</p>
        <CopyButton text={signature} />
      </div>
      <CodeText text={signature} />
    </div>
  );
}

function whoseEnd(end: string, { presentEnd, nextEnd, previous }: KnownEnds) {
  if (end === presentEnd) return "present";
  if (end === nextEnd) return "next";
  return end === previous?.end ? "previous" : "other";
}
