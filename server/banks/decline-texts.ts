import type { Language } from "@/server/domain/errors";
import type { DeclineReason } from "./bank";

/**
 * What a buyer is told when the bank says no: what happened, that nothing was taken, what to do. Day-end, nothing
 * to void and too large an amount are answers to a void or refund: their reader is the merchant.
 */
export const declineTexts: Readonly<Record<DeclineReason, Readonly<Record<Language, string>>>> = {
  insufficient_funds: {
    tr: "Kartınızın limiti veya bakiyesi bu ödeme için yeterli değil. Kartınızdan ödeme alınmadı. Başka bir kartla deneyebilirsiniz.",
    en: "The card does not have enough funds for this payment. No money was taken. You can try another card.",
  },
  lost_or_stolen_card: {
    tr: "Bankanız bu kartın kullanılmasına izin vermiyor. Kartınızdan ödeme alınmadı. Lütfen bankanızla görüşün veya başka bir kart kullanın.",
    en: "Your bank does not allow this card to be used. No money was taken. Please contact your bank or use another card.",
  },
  do_not_honour: {
    tr: "Bankanız bu ödemeyi onaylamadı. Kartınızdan ödeme alınmadı. Nedenini bankanızdan öğrenebilir veya başka bir kartla deneyebilirsiniz.",
    en: "Your bank did not approve this payment. No money was taken. Your bank can tell you why, or you can try another card.",
  },
  expired_card: {
    tr: "Kartınızın son kullanma tarihi geçmiş. Kartınızdan ödeme alınmadı. Lütfen geçerli bir kart kullanın.",
    en: "The card has expired. No money was taken. Please use a valid card.",
  },
  invalid_card: {
    tr: "Kart numarası bankanız tarafından tanınmadı. Kartınızdan ödeme alınmadı. Bilgileri kontrol edip yeniden deneyebilirsiniz.",
    en: "The bank did not recognise the card number. No money was taken. Please check the details and try again.",
  },
  invalid_security_code: {
    tr: "Kartın güvenlik kodu (CVV) hatalı. Kartınızdan ödeme alınmadı. Kodu kontrol edip yeniden deneyebilirsiniz.",
    en: "The card's security code (CVV) is wrong. No money was taken. Please check the code and try again.",
  },
  not_permitted_online: {
    tr: "Kartınız internet alışverişine kapalı veya bu işleme izin vermiyor. Kartınızdan ödeme alınmadı. Kartınızı bankanızın uygulamasından internet alışverişine açabilirsiniz.",
    en: "The card is closed to online payments or does not allow this one. No money was taken. You can open it to online payments in your bank's app.",
  },
  limit_exceeded: {
    tr: "Kartınızın işlem sınırı aşıldı. Kartınızdan ödeme alınmadı. Sınırı bankanızdan yükseltebilir veya başka bir kartla deneyebilirsiniz.",
    en: "The card's transaction limit has been exceeded. No money was taken. Your bank can raise the limit, or you can try another card.",
  },
  suspected_fraud: {
    tr: "Bankanız güvenlik nedeniyle bu ödemeyi onaylamadı. Kartınızdan ödeme alınmadı. Lütfen bankanızla görüşün.",
    en: "Your bank did not approve this payment for security reasons. No money was taken. Please contact your bank.",
  },
  issuer_unavailable: {
    tr: "Bankanıza şu anda ulaşılamıyor. Kartınızdan ödeme alınmadı. Biraz sonra veya başka bir kartla yeniden deneyebilirsiniz.",
    en: "Your bank cannot be reached at the moment. No money was taken. Please try again later or with another card.",
  },
  installment_not_allowed: {
    tr: "Bu kartla seçtiğiniz taksit sayısı kullanılamıyor. Kartınızdan ödeme alınmadı. Tek çekim veya başka bir taksit sayısı seçebilirsiniz.",
    en: "The card does not allow this number of installments. No money was taken. You can pay at once or choose another number.",
  },
  duplicate_order: {
    tr: "Bankada bu sipariş için kayıtlı bir işlem var. Yeniden ödemeden önce kart hareketlerinizi kontrol edin.",
    en: "The bank already has a transaction for this order. Please check your card statement before paying again.",
  },
  day_not_closed: {
    tr: "Banka gün sonunu henüz almadığı için bu iade yapılamadı. Gün sonundan sonra yeniden deneyin.",
    en: "The refund was not possible because the bank has not closed its day yet. Try again after day-end.",
  },
  nothing_to_void: {
    tr: "Bankada iptal edilebilecek bir işlem bulunamadı. Gün sonu alındıysa iade olarak yeniden deneyin.",
    en: "The bank has no transaction that can be voided. If its day has been closed, try again as a refund.",
  },
  amount_exceeds_remaining: {
    tr: "İade tutarı, bankadaki iade edilebilir tutarı aşıyor.",
    en: "The amount exceeds what the bank has left to refund.",
  },
  bank_error: {
    tr: "Banka bu işlemi tamamlayamadı. Kartınızdan ödeme alınmadı. Biraz sonra veya başka bir kartla yeniden deneyebilirsiniz.",
    en: "The bank could not complete this payment. No money was taken. Please try again later or with another card.",
  },
};
