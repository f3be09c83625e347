import type { Metadata } from "next";
import { headers } from "next/headers";
import { LinkGuide } from "@/components/docs/link-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readLinkFacts } from "@/server/entry/docs/payment-links";
import "@/components/docs/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: ödeme linkleri" };

/** In the language that was chosen on the page, else in the reader's. */
export default async function PaymentLinksPage(props: {
  searchParams: Promise<{ lang?: string | string[] }>;
}) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <LinkGuide {...readLinkFacts()} language={language} />;
}
