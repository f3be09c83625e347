import { headers } from "next/headers";
import { readTestCards } from "@/server/entry/docs/test-cards";
import { preferredLanguage } from "../server/domain/web/negotiation";
import "@/components/ui/tokens.css";
import "@/components/ui/base.css";
import "@/components/ui/site.css";

const words = {
  tr: {
    what: "Türkiye’deki üye işyerleri için kart ödeme altyapısı.",
    how: "Sunucunuz bir ödeme oluşturur. Alıcının kartı ayrı bir adreste alınır, bankasının 3D Secure adımında doğrulanır ve tutar bir kez tahsil edilir. Ödemenin kesin durumunu sorguyla öğrenirsiniz.",
    reference: "API referansı",
    links: "Ödeme linkleri",
    installments: "Taksitler",
    refunds: "İptal ve iade",
    webhooks: "Webhook’lar",
    guide: "rehber",
    cards: "Test kartları",
    sandbox: "deneme ortamı",
  },
  en: {
    what: "Card payments for merchants in Türkiye.",
    how: "Your server creates a payment. The buyer’s card is taken on a separate address, confirmed by its bank with 3-D Secure, and charged once. You learn the final status of the payment by a query.",
    reference: "API reference",
    links: "Payment links",
    installments: "Installments",
    refunds: "Refunds",
    webhooks: "Webhooks",
    guide: "guide",
    cards: "Test cards",
    sandbox: "sandbox",
  },
};

/** The start page at the API's address. */
export default async function HomePage() {
  const language = preferredLanguage((await headers()).get("accept-language"), "tr");
  const { what, how, reference, links, installments, refunds, webhooks, guide, cards, sandbox } = words[language];
  const hasCards = (await readTestCards()) !== null;
  return (
    <main className="site">
      <h1>Vezne</h1>
      <p>{what}</p>
      <p className="soft">{how}</p>
      <ul>
        <li>
          <a href="/openapi.json">{reference}</a>
          <span className="soft">OpenAPI 3.1</span>
        </li>
        <li>
          <a href="/docs/payment-links">{links}</a>
          <span className="soft">{guide}</span>
        </li>
        <li>
          <a href="/docs/installments">{installments}</a>
          <span className="soft">{guide}</span>
        </li>
        <li>
          <a href="/docs/refunds">{refunds}</a>
          <span className="soft">{guide}</span>
        </li>
        <li>
          <a href="/docs/webhooks">{webhooks}</a>
          <span className="soft">{guide}</span>
        </li>
        {hasCards && (
          <li>
            <a href="/docs/test-cards">{cards}</a>
            <span className="soft">{sandbox}</span>
          </li>
        )}
      </ul>
    </main>
  );
}
