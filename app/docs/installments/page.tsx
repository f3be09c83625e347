import type { Metadata } from "next";
import { headers } from "next/headers";
import { InstallmentGuide } from "@/components/docs/installment-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readInstallmentFacts } from "@/server/entry/docs/installments";
import "@/components/docs/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: taksit" };

/** In the language that was chosen on the page, else in the reader's. */
export default async function InstallmentsPage(props: {
  searchParams: Promise<{ lang?: string | string[] }>;
}) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <InstallmentGuide {...readInstallmentFacts()} language={language} />;
}
