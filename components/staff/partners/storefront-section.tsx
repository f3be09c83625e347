import { useTranslations } from "use-intl/react";
import { Facts } from "../../ui/facts";
import { LogoPicture } from "../../ui/logo-picture";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import type { PartnerProfile } from "../partner-types";

/** What the merchant itself tells its buyers, and the logo that waits for a decision. */
export function StorefrontSection({ known: { name, storefront, logo } }: { known: PartnerProfile }) {
  const t = useTranslations("staff.merchant.storefront");
  const { supportEmail, supportPhone, termsUrl, refundTermsUrl, colour } = storefront;
  const none = <span className="text-ink-soft">{t("none")}</span>;
  return (
    <Section title={t("title")}>
      <p className="mb-3 max-w-prose text-ink-soft">{t("help")}</p>
      <Facts
        facts={[
          {
            term: t("logo"),
            value: (
              <>
                {logo.picture === null ? none : <LogoPicture src={logo.picture} alt={t("logoOf", { name })} />}
                {logo.request?.state === "waiting" && (
                  <p>
                    {t("logoWaits")}{" "}
                    <TextLink isInText href="/staff/brand-requests">
                      {t("toRequests")}
                    </TextLink>
                  </p>
                )}
              </>
            ),
          },
          { term: t("supportEmail"), value: supportEmail ?? none },
          { term: t("supportPhone"), value: supportPhone ?? none },
          { term: t("termsUrl"), value: termsUrl ?? none },
          { term: t("refundTermsUrl"), value: refundTermsUrl ?? none },
          { term: t("colour"), value: colour === null ? none : <Colour value={colour} /> },
        ]}
      />
    </Section>
  );
}

const Colour = ({ value }: { value: string }) => (
  <span className="inline-flex items-center gap-2">
    <svg aria-hidden="true" width="16" height="16" className="rounded-control border border-line">
      <rect width="16" height="16" fill={value} />
    </svg>
    {value}
  </span>
);
