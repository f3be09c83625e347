import type { Metadata } from "next";
import { headers } from "next/headers";
import { WebhookGuide } from "@/components/docs/webhooks/webhook-guide";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readWebhookFacts } from "@/server/entry/docs/webhooks";
import "@/components/docs/guide/guide.css";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Vezne: webhook" };

/** The guide, in the language that the address names, else in the one that the browser prefers. */
export default async function WebhooksPage(props: { searchParams: Promise<{ lang?: string | string[] }> }) {
  const { lang } = await props.searchParams;
  const preferred = preferredLanguage((await headers()).get("accept-language"), "tr");
  const language = lang === "tr" || lang === "en" ? lang : preferred;
  return <WebhookGuide {...readWebhookFacts()} language={language} />;
}
