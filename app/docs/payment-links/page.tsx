import type { Metadata } from "next";
import { headers } from "next/headers";
import { LinkGuide } from "@/components/docs/links/link-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readLinkFacts } from "@/server/entry/docs/payment-links";
import "@/components/docs/guide/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: ödeme linkleri" };

/** The guide, in the language that the address names, else in the one that the browser prefers. */
export default async function PaymentLinksPage(props: { searchParams: Promise<{ lang?: string | string[] }> }) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <LinkGuide {...readLinkFacts()} language={language} />;
}
