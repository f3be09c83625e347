import type { RequestArea, StatusClass } from "@/server/domain/accounts/request-filters";
import type { Advice } from "@/server/domain/error-catalogue";

interface RequestWords {
  readonly title: string;
  readonly about: string;
  readonly list: string;
  readonly filters: string;
  readonly trace: string;
  readonly traceHint: string;
  readonly apply: string;
  readonly clear: string;
  readonly status: string;
  readonly statuses: Readonly<Record<StatusClass, string>>;
  readonly area: string;
  readonly areas: Readonly<Record<RequestArea, string>>;
  readonly method: string;
  readonly key: string;
  readonly any: string;
  readonly revokedKey: string;
  readonly path: string;
  readonly at: string;
  readonly duration: string;
  readonly ms: (ms: number) => string;
  readonly end: string;
  readonly empty: string;
  readonly emptyHelp: string;
  readonly noMatch: string;
  readonly noMatchHelp: string;
  readonly request: string;
  readonly query: string;
  readonly body: string;
  readonly nothing: string;
  readonly answer: string;
  readonly answered: string;
  readonly code: string;
  readonly message: string;
  readonly toDo: string;
  readonly advice: Readonly<Record<Advice, string>>;
  readonly copyTrace: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly hiddenTitle: string;
  readonly hidden: string;
  readonly missing: string;
  readonly missingHelp: string;
}

const tr: RequestWords = {
  title: "API istekleri",
  about: "Sunucularınızın son 7 gündeki istekleri. Bir istek birkaç saniye içinde burada görünür.",
  list: "API istekleri",
  filters: "İstekleri filtrele",
  trace: "İz kimliği",
  traceHint: "Yanıtın X-Request-Id başlığı, hata gövdesinde traceId",
  apply: "Uygula",
  clear: "Filtreleri kaldır",
  status: "Sonuç",
  statuses: {
    failed: "Başarısız olanlar",
    "2xx": "Başarılı (2xx)",
    "4xx": "Reddedildi (4xx)",
    "5xx": "Sunucu hatası (5xx)",
  },
  area: "Uç nokta",
  areas: {
    payments: "Ödemeler",
    refunds: "İadeler",
    "payment-links": "Ödeme linkleri",
    installments: "Taksit seçenekleri",
    acceptance: "Ödeme kabul durumu",
  },
  method: "Yöntem",
  key: "API anahtarı",
  any: "Tümü",
  revokedKey: "silinmiş anahtar",
  path: "İstek",
  at: "Zaman",
  duration: "Süre",
  ms: (ms) => `${ms} ms`,
  end: "Hesabınızın son 20.000 isteği en çok 7 gün saklanır.",
  empty: "Son 7 günde API isteği yok",
  emptyHelp: "Sunucunuz API anahtarıyla bir istek gönderdiğinde yanıtı ve süresi burada görünür.",
  noMatch: "Bu filtrelere uyan istek yok",
  noMatchHelp: "Anahtarı geçersiz olan istekler hiçbir hesaba yazılmaz; yanıtları 401 olur.",
  request: "İstek",
  query: "Sorgu",
  body: "Gövde",
  nothing: "Yok",
  answer: "Yanıt",
  answered: "Durum",
  code: "Hata kodu",
  message: "Hata iletisi",
  toDo: "Ne yapmalı",
  advice: {
    fix: "İsteği düzeltip yeniden gönderin; aynı istek yine reddedilir.",
    retry_later: "Bekleyip aynı isteği yeniden gönderin.",
    new_payment: "Yeni bir ödeme oluşturun.",
    another_card: "Alıcı başka bir kartla deneyebilir.",
    contact_support: "Destek ekibine iz kimliğiyle yazın.",
    none: "Yapılacak bir şey yok: kayıt son durumunda.",
  },
  copyTrace: "İz kimliğini kopyala",
  sourceIp: "IP adresi",
  userAgent: "İstemci",
  hiddenTitle: "Neler saklanmaz",
  hidden:
    "API anahtarı, kişilere yönelik metinler (açıklama, ödeyen adı, kalemler), dönüş adresinin sorgusu ve kart numarası ya da gizli anahtar olabilecek her değer, kaydedilmeden önce [redacted] ile değiştirilir. BIN'in ilk altı hanesi kalır. Yanıt gövdesi saklanmaz; yalnızca hatanın kodu ve iletisi durur.",
  missing: "Bu istek bulunamadı",
  missingHelp: "İstekler 7 gün saklanır. İz kimliğini denetleyin; istek yeni gönderildiyse birkaç saniye bekleyin.",
};

const en: RequestWords = {
  title: "API requests",
  about: "What your servers asked in the last 7 days. A request shows up here within seconds.",
  list: "API requests",
  filters: "Filter requests",
  trace: "Trace id",
  traceHint: "The X-Request-Id header of the answer, traceId in an error's body",
  apply: "Apply",
  clear: "Clear filters",
  status: "Result",
  statuses: {
    failed: "All that failed",
    "2xx": "Succeeded (2xx)",
    "4xx": "Refused (4xx)",
    "5xx": "Server error (5xx)",
  },
  area: "Endpoint",
  areas: {
    payments: "Payments",
    refunds: "Refunds",
    "payment-links": "Payment links",
    installments: "Installment options",
    acceptance: "Payment acceptance status",
  },
  method: "Method",
  key: "API key",
  any: "All",
  revokedKey: "a key that is gone",
  path: "Request",
  at: "Time",
  duration: "Duration",
  ms: (ms) => `${ms} ms`,
  end: "The last 20,000 requests of your account are kept, for 7 days at most.",
  empty: "No API request in the last 7 days",
  emptyHelp: "When your server sends a request with an API key, its answer and duration show up here.",
  noMatch: "No request fits these filters",
  noMatchHelp: "Requests whose key is not valid belong to no account; they are answered with 401.",
  request: "Request",
  query: "Query",
  body: "Body",
  nothing: "None",
  answer: "Answer",
  answered: "Status",
  code: "Error code",
  message: "Error message",
  toDo: "What to do",
  advice: {
    fix: "Correct the request and send it again; the same request is refused again.",
    retry_later: "Wait, then send the same request again.",
    new_payment: "Create a new payment.",
    another_card: "The buyer can try another card.",
    contact_support: "Write to support, with the trace id.",
    none: "Nothing: the record is in its final state.",
  },
  copyTrace: "Copy trace id",
  sourceIp: "IP address",
  userAgent: "Client",
  hiddenTitle: "What is not kept",
  hidden:
    "The API key, texts for people (description, payer's name, items), the query of return addresses, and every value that might be a card number or a secret are replaced by [redacted] before anything is kept. Of a BIN the first six digits stay. The body of an answer is not kept, only an error's code and message.",
  missing: "This request was not found",
  missingHelp: "Requests are kept for 7 days. Check the trace id; if it was sent just now, wait a few seconds.",
};

export const requestWords = { tr, en };
