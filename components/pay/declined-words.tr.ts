import type { DeclinedWords } from "./words";

/** For reasons that do not concern the card, so that its holder cannot correct anything on it. */
const notTaken = {
  what: "Banka bu işlemi kabul etmedi.",
  next: "Biraz sonra yeniden deneyin. Yine olmazsa başka bir kart kullanın.",
};

export const declinedInTurkish: DeclinedWords = {
  insufficient_funds: {
    what: "Kartın bakiyesi ya da limiti bu tutara yetmiyor.",
    next: "Başka bir kartla deneyin.",
  },
  limit_exceeded: {
    what: "Kartın limiti bu tutara yetmiyor.",
    next: "Başka bir kartla deneyin ya da bankanızdan limitinizi öğrenin.",
  },
  do_not_honour: { what: "Kartın bankası bu işleme izin vermedi, nedenini de bildirmedi." },
  lost_or_stolen_card: {
    what: "Kartın bankası bu kartla işlem yapılmasına izin vermiyor.",
    next: "Başka bir kartla deneyin; bu kart için bankanızı arayın.",
  },
  suspected_fraud: {
    what: "Kartın bankası güvenlik nedeniyle bu işleme izin vermedi.",
    next: "Bankanızı arayıp işlemi size ait olarak bildirin ya da başka bir kartla deneyin.",
  },
  expired_card: {
    what: "Kartın son kullanma tarihi geçmiş.",
    next: "Tarihi karttakiyle karşılaştırın ya da başka bir kartla deneyin.",
  },
  invalid_card: {
    what: "Banka bu kart numarasını tanımadı.",
    next: "Kart numarasını karttakiyle karşılaştırın ya da başka bir kartla deneyin.",
  },
  invalid_security_code: {
    what: "Güvenlik kodu hatalı.",
    next: "Kodu karttakiyle karşılaştırıp yeniden deneyin.",
  },
  not_permitted_online: {
    what: "Kart internet alışverişine kapalı.",
    next: "Kartınızı bankanızda internet alışverişine açtırın ya da başka bir kartla deneyin.",
  },
  issuer_unavailable: {
    what: "Kartın bankasına şu anda ulaşılamıyor.",
    next: "Biraz sonra yeniden deneyin ya da başka bir bankanın kartını kullanın.",
  },
  installment_not_allowed: {
    what: "Kart bu taksit sayısına uygun değil.",
    next: "Başka bir kredi kartıyla deneyin.",
  },
  bank_error: {
    what: "Bankadaki bir sorun nedeniyle bu işlem yapılamadı.",
    next: "Biraz sonra yeniden deneyin ya da başka bir kart kullanın.",
  },
  duplicate_order: notTaken,
  day_not_closed: notTaken,
  nothing_to_void: notTaken,
  amount_exceeds_remaining: notTaken,
};
