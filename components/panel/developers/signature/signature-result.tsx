"use client";
import { useTranslations } from "use-intl/react";
import { CodeText } from "../../../ui/code-text";
import { CopyButton } from "../../../ui/copy-button";
import { Notice } from "../../../ui/notice";
import type { SignatureVerdict } from "./check-signature";

interface KnownEnds {
  readonly presentEnd: string;
  readonly nextEnd: string | null;
  readonly previous: { readonly end: string } | null;
}

interface SignatureResultProps {
  /** Null before the first check. */
  readonly verdict: SignatureVerdict | null;
  /** The last four characters of the checked secret. */
  readonly end: string;
  /** The ends of the account's secrets. Undefined while they are loading. */
  readonly known: KnownEnds | undefined;
}

/** The result of a check; screen readers announce it. */
export function SignatureResult({ verdict, end, known }: SignatureResultProps) {
  const t = useTranslations("panel.signature");
  return (
    <section aria-label={t("result")} aria-live="polite" className="lg:sticky lg:top-4">
      {verdict && <Verdict verdict={verdict} end={end} known={known} />}
    </section>
  );
}

function Verdict({ verdict, end, known }: SignatureResultProps & { verdict: SignatureVerdict }) {
  const t = useTranslations("panel.signature");
  switch (verdict.kind) {
    case "valid":
      return (
        <Notice tone="good" title={t("valid")}>
          {verdict.scheme === "contract" ? t("validContract") : t("validStandard")}
        </Notice>
      );
    case "incomplete":
      return (
        <Notice tone="info" title={t("incomplete")}>
          {verdict.missing.map((part) => t(`missing.${part}`)).join(", ")}
        </Notice>
      );
    case "mistakes":
      return <Mistakes verdict={verdict} />;
    default:
      return <Unexplained verdict={verdict} end={end} known={known} />;
  }
}

function Mistakes({ verdict: { mistakes, expected } }: { verdict: SignatureVerdict & { kind: "mistakes" } }) {
  const t = useTranslations("panel.signature");
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{t("mistakesTitle", { count: mistakes.length })}</h2>
      {mistakes.map((mistake) => (
        <Notice key={mistake} tone="bad" title={t(`mistakes.${mistake}.title`)}>
          {t(`mistakes.${mistake}.help`)}
        </Notice>
      ))}
      <Expected signature={expected} />
    </div>
  );
}

function Unexplained({
  verdict: { which, hints, expected },
  end,
  known,
}: Omit<SignatureResultProps, "verdict"> & { verdict: SignatureVerdict & { kind: "unexplained" } }) {
  const t = useTranslations("panel.signature");
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="bad" title={t(`unexplained.${which}`)}>
        {t(`unexplainedHelp.${which}`)}
      </Notice>
      {which === "received" && known && <p>{t(`ends.${matchEnd(end, known)}`)}</p>}
      {hints.length > 0 && (
        <ul className="list-disc pl-5">
          {hints.map((hint) => (
            <li key={hint}>{t(`hints.${hint}`)}</li>
          ))}
        </ul>
      )}
      <Expected signature={expected} />
    </div>
  );
}

function Expected({ signature }: { signature: string | null }) {
  const t = useTranslations("panel.signature");
  if (signature === null) return null;
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">{t("expected")}</p>
        <CopyButton text={signature} />
      </div>
      <CodeText text={signature} />
    </div>
  );
}

function matchEnd(end: string, { presentEnd, nextEnd, previous }: KnownEnds) {
  if (end === presentEnd) return "present";
  if (end === nextEnd) return "next";
  return end === previous?.end ? "previous" : "other";
}
