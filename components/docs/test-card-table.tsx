import type { Language } from "@/server/domain/errors";
import { TableHeads } from "./table-heads";

interface TestCard {
  readonly pan: string;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cv2: string;
  readonly brand: string | null;
  readonly family: string;
  readonly bank: string;
  readonly outcome: string;
}

const words = {
  tr: {
    title: "Test kartları",
    what: (otp: string) =>
      `Deneme ortamının bankaları bu kartları tanır. Doğrulama kodu ${otp}; başka her kod başarısızdır. Kontrol basamağı doğru olan başka her kart onaylanır.`,
    heads: ["Kart numarası", "Tarih", "Kod", "Kart", "Sonuç"],
    links: "Bu kartlarla ödenecek bir link oluşturmak için: ödeme linkleri",
    installments: "Bu kartlarla kaç taksit yapılabileceği: taksitler",
    webhooks: "Bu ödemelerin bildirimlerini almak için: webhook’lar",
    families: { credit: "kredi", debit: "banka kartı", prepaid: "ön ödemeli", foreign: "yurt dışı" },
  },
  en: {
    title: "Test cards",
    what: (otp: string) =>
      `The sandbox’s banks know these cards. The one-time code is ${otp}; any other fails. Any other card with a right check digit is approved.`,
    heads: ["Card number", "Expiry", "Code", "Card", "Outcome"],
    links: "To make a link that they pay: payment links",
    installments: "In how many installments they can be charged: installments",
    webhooks: "To be told of these payments: webhooks",
    families: { credit: "credit", debit: "debit", prepaid: "prepaid", foreign: "foreign" },
  },
};

/** The list of test cards, as one table. */
export function TestCardTable(props: {
  readonly cards: readonly TestCard[];
  readonly otp: string;
  readonly language: Language;
}) {
  const { title, what, heads, links, installments, webhooks, families } = words[props.language];
  const familyOf = (card: TestCard) => families[card.family as keyof typeof families] ?? card.family;
  return (
    <main className="site wide">
      <h1>{title}</h1>
      <p className="soft">{what(props.otp)}</p>
      <p>
        <a href="/docs/payment-links">{links}</a>
      </p>
      <p>
        <a href="/docs/installments">{installments}</a>
      </p>
      <p>
        <a href="/docs/webhooks">{webhooks}</a>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="scroll" aria-label={title} tabIndex={0}>
        <table>
          <TableHeads heads={heads} />
          <tbody>
            {props.cards.map((card) => (
              <tr key={card.pan}>
                <td>{card.pan}</td>
                <td>
                  {card.expireMonth}/{card.expireYear}
                </td>
                <td>{card.cv2}</td>
                <td>{[card.bank, card.brand, familyOf(card)].filter(Boolean).join(", ")}</td>
                <td>
                  <code>{card.outcome}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </main>
  );
}
