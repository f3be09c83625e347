"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import type { Payment } from "./payment-types";

/** The bank's references of the capture and of each approved void and refund, by which a bank finds them (D-63). */
export function BankEvidence({ payment }: { payment: Payment }) {
  const t = useTranslations("panel.payment.evidence");
  const language = useLanguage();
  const { bank, refund } = payment;
  if (!bank) return null;
  const { name, eci } = bank;
  const result = eci === null ? t("authenticated") : t("withEci", { eci });
  const back = refund.items.flatMap(({ bank: references, ...item }) => (references ? [{ ...item, references }] : []));
  return (
    <Section title={t("title")}>
      <Block
        title={t("capture")}
        references={bank}
        first={[{ term: t("bank"), value: name }]}
        last={[{ term: t("threeDs"), value: result }]}
      />
      {back.toReversed().map(({ refundId, method, amount, references }) => (
        <Block key={refundId} title={t(method, { amount: displayAmount(amount, language) })} references={references} />
      ))}
    </Section>
  );
}

interface References {
  readonly orderId: string;
  readonly authCode: string | null;
  readonly rrn: string | null;
}

function Block({
  title,
  references: { orderId, authCode, rrn },
  first = [],
  last = [],
}: {
  title: string;
  references: References;
  first?: readonly Fact[];
  last?: readonly Fact[];
}) {
  const t = useTranslations("panel.payment.evidence");
  return (
    <div className="mt-4 first:mt-0">
      <h3 className="mb-2 text-ink-soft">{title}</h3>
      <Facts
        facts={[
          ...first,
          { term: t("orderId"), value: <Reference text={orderId} /> },
          { term: t("authCode"), value: <Reference text={authCode} /> },
          { term: t("rrn"), value: <Reference text={rrn} /> },
          ...last,
        ]}
      />
    </div>
  );
}

function Reference({ text }: { text: string | null }) {
  const t = useTranslations("panel.payment.evidence");
  if (text === null) return <span className="text-ink-soft">{t("none")}</span>;
  return <span className="font-mono">{text}</span>;
}
