import type { Metadata } from "next";
import { headers } from "next/headers";
import { RefundGuide } from "@/components/docs/refunds/refund-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readRefundFacts } from "@/server/entry/docs/refunds";
import "@/components/docs/guide/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: iptal ve iade" };

/** The guide, in the language that the address names, else in the one that the browser prefers. */
export default async function RefundsPage(props: { searchParams: Promise<{ lang?: string | string[] }> }) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <RefundGuide {...readRefundFacts()} language={language} />;
}
