import type { Metadata } from "next";
import { headers } from "next/headers";
import { RefundGuide } from "@/components/docs/refund-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readRefundFacts } from "@/server/entry/docs/refunds";
import "@/components/docs/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: iptal ve iade" };

/** In the language that was chosen on the page, else in the reader's. */
export default async function RefundsPage(props: { searchParams: Promise<{ lang?: string | string[] }> }) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <RefundGuide {...readRefundFacts()} language={language} />;
}
