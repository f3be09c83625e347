import type { Metadata } from "next";
import { headers } from "next/headers";
import { WebhookGuide } from "@/components/docs/webhook-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readWebhookFacts } from "@/server/entry/docs/webhooks";
import "@/components/docs/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: webhook" };

/** In the language that was chosen on the page, else in the reader's. */
export default async function WebhooksPage(props: { searchParams: Promise<{ lang?: string | string[] }> }) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <WebhookGuide {...readWebhookFacts()} language={language} />;
}
