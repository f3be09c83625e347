import type { Sentences } from "@/components/pay/words";
import type { TroubleWords } from "./state-words";

/** For cases in which an earlier attempt on the same link may have succeeded. */
const nothingNow = "Bu adımda kartınızdan ödeme alınmadı.";
const goBack = "Ödeme sayfasına dönüp yeniden deneyin.";

const unreadable: Sentences = {
  title: "Gönderilen bilgiler okunamadı",
  what: "Form beklenen biçimde gelmedi.",
  money: nothingNow,
  next: goBack,
};

const unknown: Sentences = {
  title: "Ödeme linki bulunamadı",
  what: "Bu adreste bir ödeme linki yok. Adres eksik ya da hatalı kopyalanmış olabilir.",
  money: "Kartınızdan ödeme alınmadı.",
  next: "Linki size gönderen üye işyerinden yeniden isteyin.",
};

export const turkishTroubles: TroubleWords = {
  limit: {
    title: "Ödeme tamamlanamadı",
    what: "Ödemeniz şu anda alınamıyor.",
    money: "Kartınızdan ödeme alınmadı.",
    next: "Biraz sonra yeniden deneyin ya da üye işyeriyle iletişime geçin.",
  },
  unknown,
  trouble: {
    not_found: unknown,
    payment_link_not_found: unknown,
    validation_error: unreadable,
    unsupported_media_type: unreadable,
    payload_too_large: unreadable,
    access_denied: {
      title: "Ödeme başka bir siteden başlatılamaz",
      what: "Kart bilgileri yalnızca bu linkin kendi sayfasından gönderilebilir.",
      money: nothingNow,
      next: "Ödeme sayfasını açıp oradan devam edin.",
    },
    method_not_allowed: {
      title: "Bu sayfa doğrudan açılamaz",
      what: "Bu adres yalnızca ödeme sayfasındaki adımlar için kullanılır.",
      money: nothingNow,
      next: "Ödeme sayfasını açıp oradan devam edin.",
    },
    rate_limited: {
      title: "Çok fazla deneme yapıldı",
      what: "Bu ödeme linkinde kısa sürede çok fazla deneme yapıldı.",
      money: nothingNow,
      next: "Bir dakika bekleyip yeniden deneyin.",
    },
    service_overloaded: {
      title: "Şu anda çok yoğunuz",
      what: "İsteğiniz yoğunluk nedeniyle alınamadı.",
      money: nothingNow,
      next: "Biraz sonra yeniden deneyin.",
    },
    internal_error: {
      title: "Bir sorun oluştu",
      what: "Bizden kaynaklanan bir sorun nedeniyle bu adım tamamlanamadı.",
      money: nothingNow,
      next: "Ödeme sayfasına dönün; sayfa, ödemenin son durumunu gösterir.",
    },
    return_refused: {
      title: "Bankanın yanıtı doğrulanamadı",
      what: "Bankanızdan dönen bilgiler beklenenle uyuşmuyor.",
      money: "Bu yanıtla kartınızdan ödeme alınmadı.",
      next: "Ödeme linkinizi yeniden açın; sayfa, ödemenin son durumunu gösterir.",
    },
    return_unknown: {
      title: "Ödeme bulunamadı",
      what: "Bankanızdan dönen yanıt hiçbir ödemeyle eşleşmiyor.",
      money: "Bu yanıtla kartınızdan ödeme alınmadı.",
      next: "Ödeme linkinizi yeniden açın; sayfa, ödemenin son durumunu gösterir.",
    },
    return_failed: {
      title: "Ödemenin sonucu henüz belli değil",
      what: "Bizden kaynaklanan bir sorun nedeniyle sonucu şu anda gösteremiyoruz.",
      money: "Ödeme alınmış olabilir; lütfen hemen yeniden ödemeyin.",
      next: "Ödeme linkinizi biraz sonra yeniden açın; sayfa, ödemenin son durumunu gösterir.",
    },
  },
};
