import type { Language } from "@/server/domain/errors";
import type { DeliveryAttemptError } from "@/server/domain/webhooks/delivery";

/** Why an attempt failed, in words for the operator of the receiver. */
const errors: Readonly<Record<DeliveryAttemptError, Readonly<Record<Language, string>>>> = {
  client_error: { tr: "istek reddedildi", en: "refused by the receiver" },
  server_error: { tr: "sunucuda hata", en: "an error at the receiver" },
  redirect: { tr: "yönlendirme izlenmez", en: "redirects are not followed" },
  timeout: { tr: "5 saniyede yanıt gelmedi", en: "no answer within 5 seconds" },
  name_not_found: { tr: "alan adı bulunamadı", en: "host name not found" },
  blocked_destination: { tr: "adres izinli değil", en: "address not allowed" },
  connection_failed: { tr: "bağlantı kurulamadı", en: "no connection" },
  connection_lost: { tr: "bağlantı koptu", en: "connection lost" },
  tls_error: { tr: "sertifika doğrulanamadı", en: "certificate not trusted" },
  malformed_response: { tr: "yanıt okunamadı", en: "unreadable answer" },
  no_address: { tr: "webhook adresi yok", en: "no webhook URL" },
};

export interface AttemptOutcome {
  readonly statusCode: number | null;
  readonly errorClass: DeliveryAttemptError | null;
}

/** Formats an attempt's outcome: `HTTP 200`, `HTTP 503, an error at the receiver`, `no answer within 5 seconds`. */
export function outcomeText({ statusCode, errorClass }: AttemptOutcome, language: Language): string {
  const why = errorClass && errors[errorClass][language];
  return [statusCode && `HTTP ${statusCode}`, why].filter(Boolean).join(", ");
}

export const deliveryWords = {
  tr: {
    list: "Bildirimler",
    type: "Olay",
    subject: "Kayıt",
    status: "Durum",
    attempts: "Deneme",
    lastResult: "Son yanıt",
    next: "Sonraki deneme",
    created: "Oluşturuldu",
    occurred: "Olay zamanı",
    finished: "Sonuçlandı",
    none: "Henüz denenmedi",
    noMore: "Kendiliğinden denenmeyecek",
    test: "Test, bir kayda bağlı değil",
    request: "İstek",
    address: "Adres",
    noAddress: "Tanımlı değil",
    headers: "Başlıklar",
    headersNote:
      "Şimdi gönderilse taşıyacağı başlıklar. İlk iki küme her denemede aynıdır; webhook-timestamp ve webhook-signature denemenin anını taşır.",
    body: "Gövde",
    bodyNote: "Her denemede bayt bayt aynı gönderilir; imza bu baytlar üzerinden hesaplanır.",
    copyBody: "Gövdeyi kopyala",
    copyHeaders: "Başlıkları kopyala",
    tries: "Denemeler",
    olderTries: (count: number) => `Son ${count} deneme gösteriliyor.`,
    noTries: "Henüz deneme yapılmadı.",
    byHand: "elle gönderildi",
    attempt: (number: number) => `${number}. deneme`,
    ms: (ms: number) => `${ms} ms`,
    answer: "Yanıt gövdesi (ilk 2 KiB)",
    emptyAnswer: "Yanıtın gövdesi boş.",
    schedule: "Deneme düzeni",
    scheduleText:
      "Bildirimi alan sunucu 5 saniye içinde 2xx ile yanıt vermelidir. 4xx yanıtı kalıcıdır, yeniden denenmez. 5xx, zaman aşımı ve bağlantı hatalarında başarısız denemeden 30 saniye, 2 dakika, 10 dakika, 1 saat ve 6 saat sonra yeniden denenir. İlk denemeden 24 saat sonra bildirimden vazgeçilir. 30 gün boyunca elle yeniden gönderebilirsiniz; kimlik ve gövde değişmez.",
    scheduled: (made: number) => `Düzendeki 6 denemeden ${made} tanesi yapıldı.`,
  },
  en: {
    list: "Deliveries",
    type: "Event",
    subject: "About",
    status: "State",
    attempts: "Attempts",
    lastResult: "Last answer",
    next: "Next attempt",
    created: "Created",
    occurred: "Happened",
    finished: "Ended",
    none: "Not tried yet",
    noMore: "Not tried again by itself",
    test: "A test, about nothing",
    request: "Request",
    address: "URL",
    noAddress: "None is set",
    headers: "Headers",
    headersNote:
      "What it would carry if it were sent now. The first two sets are the same on every attempt; webhook-timestamp and webhook-signature are of the attempt.",
    body: "Body",
    bodyNote: "The same on every attempt, byte for byte; the signature is computed over these bytes.",
    copyBody: "Copy body",
    copyHeaders: "Copy headers",
    tries: "Attempts",
    olderTries: (count: number) => `The last ${count} attempts are shown.`,
    noTries: "It has not been tried yet.",
    byHand: "sent by hand",
    attempt: (number: number) => `Attempt ${number}`,
    ms: (ms: number) => `${ms} ms`,
    answer: "Body of the answer (first 2 KiB)",
    emptyAnswer: "The answer has an empty body.",
    schedule: "When it is tried",
    scheduleText:
      "The receiver has to answer 2xx within 5 seconds. A 4xx is final and not tried again. After a 5xx, a timeout or a broken connection it is tried again 30 seconds, 2 minutes, 10 minutes, 1 hour and 6 hours after the failed attempt. 24 hours after the first attempt the delivery is given up. You can resend it by hand for 30 days, with the same id and body.",
    scheduled: (made: number) => `${made} of the 6 scheduled attempts have been made.`,
  },
};
