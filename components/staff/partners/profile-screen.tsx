"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { MerchantCategory } from "@/server/domain/partners/categories";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { type Fact, Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { PartnerProfile } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { PartnerFrame } from "./partner-frame";
import { ProposedNotice } from "./proposed-notice";
import { StorefrontSection } from "./storefront-section";

/** Loaded when they are opened, with the form library. */
const IbanDialog = dynamic(async () => (await import("./iban-dialog")).IbanDialog);
const ProfileForm = dynamic(async () => (await import("./profile-form")).ProfileForm);

/** What is known about a merchant: its company, its addresses, its contacts and its IBAN. */
export const ProfileScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId}>{() => <Profile partnerId={partnerId} />}</PartnerFrame>
);

function Profile({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.merchant.profile");
  const mayWrite = useMayAsStaff("partner.write");
  const [isEdited, setEdited] = useState(false);
  const [isIbanOpen, setIbanOpen] = useState(false);
  const [changeId, setChangeId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(useTRPC().partner.profile.queryOptions({ partnerId }));
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-72 w-full" />;
  if (isEdited) return <ProfileForm partnerId={partnerId} known={data} onClose={() => setEdited(false)} />;
  const edit = mayWrite && (
    <span className="flex flex-wrap gap-2">
      <Button onClick={() => setIbanOpen(true)}>{t("changeIban")}</Button>
      <Button onClick={() => setEdited(true)}>{t("edit")}</Button>
    </span>
  );
  const closeIban = (proposal: string | null) => {
    setIbanOpen(false);
    setChangeId(proposal);
  };
  return (
    <>
      {changeId !== null && <ProposedNotice changeId={changeId} />}
      <Section title={t("title")} actions={edit}>
        <CompanyFacts known={data} />
      </Section>
      <Section title={t("contacts")}>
        <Contacts contacts={data.profile.contacts} />
      </Section>
      <StorefrontSection known={data} />
      {isIbanOpen && <IbanDialog partnerId={partnerId} known={data} onClose={closeIban} />}
    </>
  );
}

function CompanyFacts({ known: { name, profile, ibanMasked } }: { known: PartnerProfile }) {
  const t = useTranslations("staff.merchant.profile");
  const categories = useTranslations("staff.merchant.categories");
  const { legalTitle, taxKind, taxNumber, taxOffice, category, legalAddress, correspondenceAddress } = profile;
  const unknown = <span className="text-ink-soft">{t("unknown")}</span>;
  const address =
    legalAddress &&
    [
      legalAddress.line,
      [legalAddress.postalCode, legalAddress.district].filter(Boolean).join(" "),
      legalAddress.city,
    ].join(", ");
  const facts: Fact[] = [
    { term: t("name"), value: name },
    { term: t("legalTitle"), value: legalTitle ?? unknown },
    { term: t(`taxNumbers.${taxKind ?? "vkn"}`), value: taxNumber ?? unknown },
    { term: t("taxOffice"), value: taxOffice ?? unknown },
    {
      term: t("category"),
      value: category === null ? unknown : `${category} ${categories(category as MerchantCategory)}`,
    },
    { term: t("legalAddress"), value: address ?? unknown },
    { term: t("correspondenceAddress"), value: correspondenceAddress ?? (address ? t("sameAddress") : unknown) },
    { term: t("iban"), value: ibanMasked ?? unknown },
  ];
  return <Facts facts={facts} />;
}

function Contacts({ contacts }: { contacts: PartnerProfile["profile"]["contacts"] }) {
  const t = useTranslations("staff.merchant.profile");
  if (contacts.length === 0) return <Empty title={t("noContacts")} />;
  return (
    <Facts
      facts={contacts.map(({ name, role, email, phone }) => ({
        term: `${name} · ${role}`,
        value: [email, phone].filter((one) => one !== null).join(" · ") || "–",
      }))}
    />
  );
}
