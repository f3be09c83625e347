import type { RefundWords } from "./refund-words";

/** The texts about errors of the API and about refunds that failed at the bank. */
export const turkishRefusals: Pick<RefundWords, "errors" | "failures"> = {
  errors: {
    title: "Hatalar",
    intro:
      "Hata yanıtında hiçbir şey başlamamış, bankaya hiçbir şey gönderilmemiştir; 5xx dışında. Kararınızı `error.code` değerine göre verin. Birkaç neden varsa bu sıradaki ilki yanıtlanır:",
    caption: "Uç noktaların hata yanıtları",
    heads: ["Kod", "Nerede", "Anlamı", "Ne yapmalı"],
    all: "hepsi",
    starts: "başlatma",
    operations: {
      automatic: "`/refunds`",
      credit: "`/refunds/credit`",
      void: "`/refunds/void`",
      list: "liste",
      get: "sorgu",
      find: "kodla sorgu",
    },
    advice: {
      fix: "İsteği düzeltin.",
      retry_later: "Daha sonra yeniden deneyin.",
      contact_support: "Bize ulaşın; aynı istek yanıtı değiştirmez.",
      none: "Ödemeyi sorgulayın.",
    },
    next: {
      rate_limited: "`Retry-After` saniye bekleyin, sonra aynı isteği gönderin.",
      access_denied:
        "Anahtarın yetkilerini, izin verilen IP adreslerini ve tek iade sınırını panelde denetleyin; `message` hangisinin eksik olduğunu söyler.",
      partner_not_active: "Bize ulaşın. Askıdaki hesap sorgulayabilir; kapalı hesap hiçbirini yapamaz.",
      refund_not_found: "Kodla sorguda: bu kodla bir şey başlamamıştır.",
      refund_in_progress:
        "Kodu sorgulayın ve `paymentCode` değerini karşılaştırın. Bu ödemeninse istek zaten alınmıştır, sonuç odur. Başka bir ödemeninse yeni bir kod kullanın. Bulamazsanız ödemede başka bir iade sürüyordur: sonucunu bekleyin, sonra aynı kodla gönderin.",
      payment_not_refundable: "Ödemeyi sorgulayın: `status` değeri `captured` değildir ya da tamamı geri verilmiştir.",
      refund_amount_exceeds_remaining: "`refund.remainingAmount` kadarını isteyin ya da `amount` göndermeyin.",
      direct_refund_not_allowed: "Aşağıda, doğrudan tahsilat bölümüne bakın.",
      refund_method_not_available: "`/refunds` ya da `/refunds/credit` kullanın.",
      refund_not_yet_available: "`automaticPartialFrom` anını bekleyin ya da `/refunds/credit` deneyin.",
      internal_error: "Kodu sorgulayın; bulamazsanız aynı isteği aynı kodla gönderin.",
      service_unavailable: "Kodu sorgulayın; bulamazsanız `Retry-After` saniye sonra aynı isteği aynı kodla gönderin.",
      service_overloaded:
        "Ayrılmıştır. `Retry-After` saniye sonra, her seferinde daha uzun bekleyerek yeniden deneyin.",
    },
  },
  failures: {
    title: "Red nedenleri",
    intro: "`declined` bir hata yanıtı değildir: istek kabul edilmiş, banka yapmamıştır. `failureCode` nedenidir:",
    caption: "Nedenler ve yapılacaklar",
    heads: ["Kod", "Anlamı", "Ne yapmalı"],
    codes: {
      declined_by_bank: [
        "Banka kabul etmedi; kart kapanmış olabilir.",
        "Sonra yeni bir kodla deneyin. İptal reddedildiyse gün sonundan sonra iade edin. Yine olmazsa alıcıya başka bir yolla ödeyin.",
      ],
      day_closed: [
        "İptal, bankanın gün sonundan önce yapılmadı.",
        "Yeni bir kodla `/refunds` kullanın: artık iade olur.",
      ],
      day_not_closed: [
        "Bu banka gün sonundan önce iade kabul etmiyor.",
        "Tamamı içinse iptal edin; kısmi iade için gün sonunu bekleyin.",
      ],
      nothing_to_void: [
        "Banka, iptal edilecek bir işlem bulmadı.",
        "Gün sonundan sonra yeni bir kodla iade edin; olmazsa bize ulaşın.",
      ],
      exceeds_remaining_at_bank: [
        "Bankadaki kalan, bizdekinden az: ödeme bankanın kendi ekranından iade edilmiş olabilir.",
        "Bankanın ekranıyla karşılaştırın ve bize ulaşın.",
      ],
      not_processed: [
        "Bankanın kayıtlarına iki kez bakıldı, işlem yok; bankaya ulaşılamadığı için hiç gönderilmedi; ya da yapılmadığını ekibimiz saptadı.",
        "Yeni bir kodla yeniden başlatın.",
      ],
    },
  },
};

/** The texts about errors of the API and about refunds that failed at the bank. */
export const englishRefusals: Pick<RefundWords, "errors" | "failures"> = {
  errors: {
    title: "Errors",
    intro:
      "After an error nothing has begun and nothing was sent to the bank, except where it is a 5xx. Decide by `error.code`. Of several reasons the first in this order is answered:",
    caption: "What the endpoints answer",
    heads: ["Code", "Where", "Meaning", "What to do"],
    all: "all",
    starts: "starting",
    operations: {
      automatic: "`/refunds`",
      credit: "`/refunds/credit`",
      void: "`/refunds/void`",
      list: "list",
      get: "query",
      find: "query by code",
    },
    advice: {
      fix: "Correct the request.",
      retry_later: "Try again later.",
      contact_support: "Contact us; the same request does not change the answer.",
      none: "Query the payment.",
    },
    next: {
      rate_limited: "Wait for `Retry-After` seconds, then send the same request.",
      access_denied:
        "Check the key's rights, allowed IP addresses and refund limit in the panel; `message` says which one is missing.",
      partner_not_active: "Contact us. A suspended account can query; a closed one nothing.",
      refund_not_found: "Asked by code: nothing was ever begun with it.",
      refund_in_progress:
        "Look the code up and compare `paymentCode`. Found for this payment: the request was taken, and that is its outcome. Found for another: use a new code. Not found: another refund of the payment is under way; wait for its outcome, then send yours with the same code.",
      payment_not_refundable: "Query the payment: its `status` is not `captured`, or all of it was given back.",
      refund_amount_exceeds_remaining: "Ask for `refund.remainingAmount`, or leave `amount` out.",
      direct_refund_not_allowed: "See direct collection below.",
      refund_method_not_available: "Use `/refunds` or `/refunds/credit`.",
      refund_not_yet_available: "Wait for `automaticPartialFrom`, or try `/refunds/credit`.",
      internal_error: "Look the code up; if there is none, send the same request with the same code.",
      service_unavailable:
        "Look the code up; if there is none, send the same request with the same code after `Retry-After` seconds.",
      service_overloaded: "Reserved. Try again after `Retry-After` seconds, waiting longer each time.",
    },
  },
  failures: {
    title: "Why a refund is declined",
    intro: "`declined` is not an error: the request was taken, and the bank has not done it. `failureCode` says why:",
    caption: "Reasons, and what to do",
    heads: ["Code", "Meaning", "What to do"],
    codes: {
      declined_by_bank: [
        "The bank refused; the card may be closed.",
        "Try later with a new code. Was it a void, credit after day-end. If that fails too, pay the buyer in another way.",
      ],
      day_closed: [
        "The void was not done before the bank’s day-end.",
        "Use `/refunds` with a new code: now it is a credit.",
      ],
      day_not_closed: [
        "This bank takes no credit before day-end.",
        "For the whole payment void it; for a part wait for day-end.",
      ],
      nothing_to_void: [
        "The bank found nothing that could be voided.",
        "After day-end credit it with a new code; if that fails, contact us.",
      ],
      exceeds_remaining_at_bank: [
        "The bank has less left than we have: the payment may have been refunded on the bank’s own screen.",
        "Compare with that screen, and contact us.",
      ],
      not_processed: [
        "The bank’s records, looked at twice, do not have it; or it was never sent, as the bank could not be reached; or our people found that it was not done.",
        "Start again with a new code.",
      ],
    },
  },
};
