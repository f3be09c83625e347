"use client";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useMay } from "../role";
import type { Chargeback } from "./chargeback-types";
import { StatementText } from "./statement-text";

/** Loaded apart from the screen, with the form library. */
const StatementForm = dynamic(async () => (await import("./statement-form")).StatementForm, {
  loading: () => <Skeleton className="h-64 w-full" />,
});

/** What the merchant says about a chargeback: a form while it is open, and the text afterwards. */
export function StatementSection({ chargeback }: { chargeback: Chargeback }) {
  const t = useTranslations("panel.chargeback.statement");
  const mayWrite = useMay("chargeback.write");
  const { status, statement } = chargeback;
  const isOpen = status === "open";
  return (
    <Section title={t("title")}>
      {isOpen && mayWrite ? (
        <StatementForm chargeback={chargeback} />
      ) : (
        <StatementText statement={statement} empty={t(isOpen ? "noneYet" : "none")} />
      )}
    </Section>
  );
}
