import { dateTimeText } from "@/components/ui/date-time";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import type { PanelRole } from "@/server/domain/people/access";
import { roleWords } from "../words/roles";

type Word = Readonly<Record<Language, string>>;

/** The labels of an audit entry's details, by their name in the entry. */
const detailWords: Readonly<Record<string, Word>> = {
  amount: { tr: "Tutar", en: "Amount" },
  limit: { tr: "Sınır", en: "Limit" },
  method: { tr: "İstenen yöntem", en: "Method asked for" },
  by: { tr: "Yöntem", en: "Method" },
  refundId: { tr: "İade", en: "Refund" },
  requestId: { tr: "Onay isteği", en: "Approval request" },
  email: { tr: "E-posta", en: "E-mail" },
  role: { tr: "Rol", en: "Role" },
  former: { tr: "Önceki rol", en: "Former role" },
  name: { tr: "Ad", en: "Name" },
  prefix: { tr: "Anahtarın başı", en: "Beginning of the key" },
  end: { tr: "Anahtarın sonu", en: "End of the secret" },
  host: { tr: "Alan adı", en: "Host" },
  partnerTxCode: { tr: "İşlem kodu", en: "Order code" },
  terminalId: { tr: "Terminal", en: "Terminal" },
  installment: { tr: "Taksit sayısı", en: "Installments" },
  customerShareBps: { tr: "Alıcının komisyon payı", en: "Buyer's share of the commission" },
  deliveryId: { tr: "Bildirim", en: "Delivery" },
  statusCode: { tr: "Yanıt kodu", en: "Status code" },
  errorClass: { tr: "Hata türü", en: "Kind of error" },
  since: { tr: "Başlangıç", en: "Since" },
  types: { tr: "Olaylar", en: "Events" },
  count: { tr: "Bildirim sayısı", en: "Deliveries" },
  rows: { tr: "Satır sayısı", en: "Rows" },
  sessionsEnded: { tr: "Kapatılan oturumlar", en: "Sessions ended" },
  secondFactor: { tr: "İki adımlı doğrulama", en: "Second factor" },
  what: { tr: "Yanlış olan", en: "What was wrong" },
};

/** The texts of detail values that are enumerations. */
const valueWords: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  secondFactor: {
    none: { tr: "istenmedi", en: "not asked for" },
    app: { tr: "uygulama kodu", en: "code of the app" },
    recovery_code: { tr: "kurtarma kodu", en: "recovery code" },
  },
  what: { password: { tr: "parola", en: "password" }, code: { tr: "doğrulama kodu", en: "code" } },
  method: {
    auto: { tr: "otomatik", en: "automatic" },
    void: { tr: "iptal", en: "void" },
    credit: { tr: "iade", en: "credit" },
  },
  by: { void: { tr: "iptal", en: "void" }, credit: { tr: "iade", en: "credit" } },
};

/** Formats one detail of an audit entry: amounts with their currency, roles by their names. */
export function detailFact(name: string, value: unknown, language: Language): { term: string; value: string } {
  return { term: detailWords[name]?.[language] ?? name, value: valueText(name, value, language) };
}

function valueText(name: string, value: unknown, language: Language): string {
  if (Array.isArray(value)) return value.join(", ");
  const text = String(value);
  if ((name === "amount" || name === "limit") && /^-?\d+$/.test(text)) {
    return displayAmount(BigInt(text), language);
  }
  if (name === "role" || name === "former") return roleWords[language][text as PanelRole]?.name ?? text;
  if (name === "customerShareBps") return language === "tr" ? `%${Number(text) / 100}` : `${Number(text) / 100}%`;
  if (name === "since" && !Number.isNaN(Date.parse(text))) return dateTimeText(new Date(text), language);
  return valueWords[name]?.[text]?.[language] ?? text;
}
