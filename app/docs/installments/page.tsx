import type { Metadata } from "next";
import { headers } from "next/headers";
import { InstallmentGuide } from "@/components/docs/installments/installment-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readInstallmentFacts } from "@/server/entry/docs/installments";
import "@/components/docs/guide/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: taksit" };

/** The guide, in the language that the address names, else in the one that the browser prefers. */
export default async function InstallmentsPage(props: { searchParams: Promise<{ lang?: string | string[] }> }) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <InstallmentGuide {...readInstallmentFacts()} language={language} />;
}
