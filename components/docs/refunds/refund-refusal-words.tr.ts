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
