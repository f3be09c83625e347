import type { Metadata } from "next";
import { headers } from "next/headers";
import { toLinkTitle } from "@/components/pay/link/link-title";
import { LinkView } from "@/components/pay/link/link-view";
import { siteStyle } from "@/components/ui/site-style";
import { noSuchPage } from "@/server/entry/link/open";
import { requestStore } from "@/server/request-store";
import { pageLanguage } from "../server/entry/http/page-language";

const words = {
  tr: { title: "Sayfa bulunamadı", what: "Bu adreste bir sayfa yok. Adresi kontrol edin." },
  en: { title: "Page not found", what: "There is no page at this address. Check the address." },
};

export async function generateMetadata(): Promise<Metadata> {
  const isBuyers = requestStore()?.origin === "pay";
  return isBuyers ? { title: toLinkTitle(noSuchPage(await headers())) } : {};
}

/**
 * The page for unknown addresses: a buyer's page on the pay origin, else a page of the site. Its style sheet is inline,
 * because the framework would link an imported one on every page.
 */
export default async function NotFound() {
  const sent = await headers();
  const facts = requestStore();
  if (facts?.origin === "pay") return <LinkView document={noSuchPage(sent)} />;
  const { title, what } = words[pageLanguage(sent)];
  return (
    <main className="site">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets, from the repository */}
      <style nonce={facts?.nonce} dangerouslySetInnerHTML={{ __html: siteStyle }} />
      <h1>{title}</h1>
      <p className="soft">{what}</p>
    </main>
  );
}
