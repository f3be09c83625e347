import type { Language } from "@/server/domain/errors";
import { TableHeads } from "./guide-tables";
import { GuideTerms, WordsWithCode } from "./guide-text";

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
    refunds: "Bu kartlarla alınan ödemeleri geri vermek için: iptal ve iade",
    webhooks: "Bu ödemelerin bildirimlerini almak için: webhook’lar",
    later: {
      title: "Farkı sonradan görülen kartlar",
      what: "Bu kartlarla ödeme alınır. Ne oldukları, ödeme geri verilirken ortaya çıkar:",
      outcomes: [
        [
          "void_declined",
          "Gün sonundan önce `POST /v1/payments/{paymentCode}/refunds`, iptal demektir: `declined`, `declined_by_bank`. Gün sonundan sonra iade onaylanır.",
        ],
        [
          "credit_declined",
          "`POST /v1/payments/{paymentCode}/refunds/credit`, ya da gün sonundan sonra her iade: `declined`, `declined_by_bank`. Gün sonundan önce iptal onaylanır.",
        ],
        [
          "credit_lost_taken",
          "Aynı çağrının yanıtı `pending` olur: bankanın yanıtı kaybolmuştur. Birkaç saniye sonra bankaya sorulur; `approved` olur ve `refund.approved` gönderilir. `GET /sandbox/bank/ledger`, iadenin bir kez yapıldığını gösterir.",
        ],
      ],
    },
    banks: {
      title: "Dört bankanın diliyle",
      what: "Her terminal başka bir sanal POS protokolü konuşur; kartların sonucu hepsinde aynıdır. `declined_at_start` yalnızca PosNet’te reddedilir, ötekilerde onaylanır.",
      terminals: [
        ["trm_demo_default", "NestPay: Türkiye İş Bankası"],
        ["trm_demo_garanti", "Garanti BBVA sanal POS"],
        [
          "trm_demo_posnet",
          "PosNet: Yapı Kredi. Banka, 3-D Secure sayfasından önce sorulur: kartı orada reddederse handoff yanıtı `payment_declined` olur.",
        ],
        [
          "trm_demo_payfor",
          "PayFor: QNB. Banka en çok 200.000 TL alır; üstü 3-D Secure’de reddedilir (`three_ds_failed`).",
        ],
      ],
    },
    families: { credit: "kredi", debit: "banka kartı", prepaid: "ön ödemeli", foreign: "yurt dışı" },
  },
  en: {
    title: "Test cards",
    what: (otp: string) =>
      `The sandbox’s banks know these cards. The one-time code is ${otp}; any other fails. Any other card with a right check digit is approved.`,
    heads: ["Card number", "Expiry", "Code", "Card", "Outcome"],
    links: "To make a link that they pay: payment links",
    installments: "In how many installments they can be charged: installments",
    refunds: "To give their payments back: refunds",
    webhooks: "To be told of these payments: webhooks",
    later: {
      title: "Cards that differ later",
      what: "They are charged like others. What they are shows when the payment is given back:",
      outcomes: [
        [
          "void_declined",
          "Before day-end `POST /v1/payments/{paymentCode}/refunds` is a void: `declined`, `declined_by_bank`. After day-end a credit is approved.",
        ],
        [
          "credit_declined",
          "`POST /v1/payments/{paymentCode}/refunds/credit`, or any refund after day-end: `declined`, `declined_by_bank`. Before day-end a void is approved.",
        ],
        [
          "credit_lost_taken",
          "The same call is answered `pending`: the bank’s answer is lost. Some seconds later the bank is asked; it is `approved`, and `refund.approved` is sent. `GET /sandbox/bank/ledger` shows that it was credited once.",
        ],
      ],
    },
    banks: {
      title: "In the words of four banks",
      what: "Each terminal speaks another virtual POS protocol; cards mean the same on all. Only PosNet refuses `declined_at_start`, the others approve it.",
      terminals: [
        ["trm_demo_default", "NestPay: Türkiye İş Bankası"],
        ["trm_demo_garanti", "Garanti BBVA’s virtual POS"],
        [
          "trm_demo_posnet",
          "PosNet: Yapı Kredi. The bank is asked before its 3-D Secure page: when it refuses the card there, the handoff answers `payment_declined`.",
        ],
        [
          "trm_demo_payfor",
          "PayFor: QNB. The bank takes at most 200,000 TL; more is refused in 3-D Secure (`three_ds_failed`).",
        ],
      ],
    },
    families: { credit: "credit", debit: "debit", prepaid: "prepaid", foreign: "foreign" },
  },
};

/** Renders the page of the test cards. */
export function TestCardTable(props: {
  readonly cards: readonly TestCard[];
  readonly otp: string;
  readonly language: Language;
}) {
  const { title, what, heads, links, installments, refunds, webhooks, later, banks, families } = words[props.language];
  const formatFamily = (card: TestCard) => families[card.family as keyof typeof families] ?? card.family;
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
        <a href="/docs/refunds">{refunds}</a>
      </p>
      <p>
        <a href="/docs/webhooks">{webhooks}</a>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
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
                <td>{[card.bank, card.brand, formatFamily(card)].filter(Boolean).join(", ")}</td>
                <td>
                  <code>{card.outcome}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className="guide" aria-label={later.title}>
        <h2>{later.title}</h2>
        <p>{later.what}</p>
        <GuideTerms terms={later.outcomes.map(([outcome = "", is = ""]) => [`\`${outcome}\``, is])} />
      </section>
      <section className="guide" aria-label={banks.title}>
        <h2>{banks.title}</h2>
        <p>
          <WordsWithCode text={banks.what} />
        </p>
        <GuideTerms terms={banks.terminals.map(([terminal = "", is = ""]) => [`\`${terminal}\``, is])} />
      </section>
    </main>
  );
}
