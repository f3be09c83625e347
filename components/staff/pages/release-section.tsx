import { useTranslations } from "use-intl/react";
import { CodeText } from "../../ui/code-text";
import { DateTime } from "../../ui/date-time";
import { type Fact, Facts } from "../../ui/facts";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import type { PagesState } from "./page-types";

/** Whether the pages of the running release are authorised, by whom, and what to do where they are not (D-293). */
export function ReleaseSection({ state: { authorisation, digest } }: { state: PagesState }) {
  const t = useTranslations("staff.pages");
  const facts: Fact[] = [
    {
      term: t("state"),
      value: authorisation ? (
        <State tone="good">{t("authorised")}</State>
      ) : (
        <State tone="bad">{t("unauthorised")}</State>
      ),
    },
    { term: t("digest"), value: <span className="font-mono text-xs">{digest}</span> },
    ...(authorisation
      ? [
          { term: t("authorisedBy"), value: authorisation.authorisedBy },
          { term: t("authorisedAt"), value: <DateTime at={authorisation.authorisedAt} style="second" /> },
          { term: t("reason"), value: authorisation.reason },
        ]
      : []),
  ];
  return (
    <Section title={t("release")}>
      <Facts facts={facts} />
      {authorisation === null && (
        <div className="mt-3">
          <Notice tone="warn" title={t("howToAuthorise")}>
            <CodeText text={'npm run admin -- pages authorise --reason "…"'} />
          </Notice>
        </div>
      )}
    </Section>
  );
}
