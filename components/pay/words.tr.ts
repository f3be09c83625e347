import { declinedInTurkish } from "./declined-words.tr";
import type { Sentences, Words } from "./words";

const nothingTaken = "Kartınızdan ödeme alınmadı.";
/** For cases in which an earlier attempt on the same payment may have succeeded. */
const nothingTakenNow = "Bu denemede kartınızdan ödeme alınmadı.";
const startAgain = "Mağazaya dönüp ödemeyi yeniden başlatın.";

const unavailable: Sentences = {
  title: "Ödeme şu anda alınamıyor",
  what: "Mağazanın ödeme hizmeti geçici olarak kullanılamıyor.",
  money: nothingTaken,
  next: "Biraz sonra yeniden deneyin ya da mağazayla iletişime geçin.",
};

const unreadable: Sentences = {
  title: "Ödeme bilgileri okunamadı",
  what: "Mağazadan gelen ödeme bilgileri beklenen biçimde değil.",
  money: nothingTakenNow,
  next: "Mağazaya dönüp yeniden deneyin.",
};

export const turkish: Words = {
  language: "tr",
  otherLanguage: { code: "en", name: "English" },
  locale: "tr-TR",
  card: {
    title: (merchantName) => `Ödeme: ${merchantName}`,
    heading: "Kart bilgileri",
    total: "Ödenecek tutar",
    installment: (count) => (count === 1 ? "Tek çekim" : `${count} taksit`),
    monthly: (first, rest) => (first === rest ? `aylık ${rest}` : `ilk ay ${first}, sonra aylık ${rest}`),
    payBefore: (time) => `Son ödeme saati ${time}`,
    number: "Kart numarası",
    expiry: "Son kullanma tarihi",
    month: "Ay",
    year: "Yıl",
    monthPattern: "AA",
    yearPattern: "YY",
    securityCode: "Güvenlik kodu",
    securityCodeHint: "Arkada 3, Amex’te önde 4 rakam",
    securityCodeHintBack: "Kartın arkasındaki 3 rakam",
    securityCodeHintFront: "Kartın önündeki 4 rakam",
    pay: (amount) => `${amount} öde`,
    connecting: "Bankanıza bağlanılıyor…",
    trust: "Ödemeniz bankanızın 3D Secure doğrulamasıyla yapılır. Kart numaranız ve güvenlik kodunuz saklanmaz.",
    errorTitle: (title) => `Hata – ${title}`,
    errorSummary: "Kart bilgilerini kontrol edin",
    writeAgain: "Güvenliğiniz için kart bilgilerinizi yeniden yazın.",
    fields: {
      pan: {
        missing: "Kart numarasını yazın.",
        wrong: "Kart numarası hatalı. Karttaki rakamlarla karşılaştırın.",
        past: "Kart numarası hatalı.",
      },
      expireMonth: {
        missing: "Son kullanma ayını yazın.",
        wrong: "Ayı iki rakamla yazın, örneğin 07.",
        past: "Kartın son kullanma tarihi geçmiş.",
      },
      expireYear: {
        missing: "Son kullanma yılını yazın.",
        wrong: "Yılı iki rakamla yazın, örneğin 30.",
        past: "Kartın son kullanma tarihi geçmiş.",
      },
      cv2: {
        missing: "Güvenlik kodunu yazın.",
        wrong: "Güvenlik kodu 3 rakamdır, American Express’te 4.",
        past: "Güvenlik kodu hatalı.",
      },
    },
  },
  bank: {
    title: "Bankanıza yönlendiriliyorsunuz",
    what: "Bankanızın 3D Secure doğrulama sayfası açılıyor.",
    wait: "Lütfen bu sayfayı kapatmayın.",
    withoutScript: "Devam etmek için aşağıdaki düğmeye basın.",
    go: "Bankanızın sayfasına geçin",
  },
  limit: {
    title: "Ödeme tamamlanamadı",
    what: "Ödemeniz şu anda alınamıyor.",
    money: nothingTaken,
    next: "Biraz sonra yeniden deneyin ya da mağazaya dönün.",
  },
  trouble: {
    payment_ref_invalid: {
      title: "Ödeme bulunamadı",
      what: "Bu ödeme tanınmıyor ya da artık geçerli değil.",
      money: nothingTakenNow,
      next: startAgain,
    },
    payment_ref_expired: {
      title: "Ödemenin süresi doldu",
      what: "Bu ödemeyi tamamlamak için tanınan süre geçti.",
      money: nothingTakenNow,
      next: startAgain,
    },
    payment_prepare_already_started: {
      title: "Bu ödeme daha önce başlatıldı",
      what: "Güvenliğiniz için bir ödeme yalnızca bir kez başlatılabilir.",
      money: nothingTakenNow,
      next: "Bankanızın doğrulamasını tamamladıysanız siparişinizin durumunu mağazadan öğrenin. Tamamlamadıysanız mağazadan yeni bir ödeme başlatın.",
    },
    card_attempt_limit_exceeded: {
      title: "Kart deneme sınırına ulaşıldı",
      what: "Bu ödemede denenebilecek kart sayısı doldu.",
      money: nothingTaken,
      next: startAgain,
    },
    virtual_pos_inactive: unavailable,
    psp_inactive: unavailable,
    partner_not_active: unavailable,
    virtual_pos_card_type_not_supported: {
      title: "Bu kart kabul edilmiyor",
      what: "Mağaza bu kart türüyle ödeme alamıyor.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin.",
    },
    installment_not_allowed: {
      title: "Bu kart taksite uygun değil",
      what: "Bu kartla bu ödeme yapılamıyor.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin.",
    },
    payment_declined: {
      title: "Bankanız ödemeyi onaylamadı",
      what: "Kartın bankası işleme izin vermedi.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin ya da bankanızı arayın.",
    },
    validation_error: unreadable,
    unsupported_media_type: unreadable,
    payload_too_large: unreadable,
    method_not_allowed: {
      title: "Bu sayfa doğrudan açılamaz",
      what: "Ödeme yalnızca mağazanın ödeme adımından başlar.",
      money: "Bu adımda kartınızdan ödeme alınmadı.",
      next: "Mağazaya dönüp ödemeyi oradan başlatın.",
    },
    rate_limited: {
      title: "Çok fazla deneme yapıldı",
      what: "Bağlantınızdan kısa sürede çok fazla istek geldi.",
      money: nothingTakenNow,
      next: "Bir dakika bekleyip yeniden deneyin.",
    },
    internal_error: {
      title: "Bir sorun oluştu",
      what: "Bizden kaynaklanan bir sorun nedeniyle ödeme başlatılamadı.",
      money: nothingTakenNow,
      next: "Biraz sonra yeniden deneyin ya da mağazaya dönün.",
    },
    return_refused: {
      title: "Bankanın yanıtı doğrulanamadı",
      what: "Bankanızdan dönen bilgiler beklenenle uyuşmuyor.",
      money: "Bu yanıtla kartınızdan ödeme alınmadı.",
      next: "Mağazaya dönüp siparişinizin durumuna bakın. Ödeme görünmüyorsa yeniden başlatın.",
    },
    return_unknown: {
      title: "Ödeme bulunamadı",
      what: "Bankanızdan dönen yanıt hiçbir ödemeyle eşleşmiyor.",
      money: "Bu yanıtla kartınızdan ödeme alınmadı.",
      next: "Mağazaya dönüp siparişinizin durumuna bakın.",
    },
    return_failed: {
      title: "Ödemenin sonucu henüz belli değil",
      what: "Bizden kaynaklanan bir sorun nedeniyle sonucu şu anda gösteremiyoruz.",
      money: "Ödeme alınmış olabilir; lütfen hemen yeniden ödemeyin.",
      next: "Mağazaya dönüp siparişinizin durumuna bakın.",
    },
  },
  declined: declinedInTurkish,
  countRefused: {
    card_not_eligible: (count) => ({
      title: "Bu kart taksite uygun değil",
      what: `Bu ödeme ${count} taksitli. Banka kartları, ön ödemeli kartlar, yurt dışı kartları ve bazı kredi kartlarıyla taksit yapılamaz.`,
      next: "Başka bir kredi kartıyla deneyin ya da mağazaya dönüp bu kartla tek çekim ödemeyi seçin.",
    }),
    count_not_offered: (count) =>
      count === 1
        ? {
            title: "Bu kartla tek çekim yapılamıyor",
            what: "Mağaza bu kart için tek çekim sunmuyor.",
            next: "Başka bir kartla deneyin ya da mağazaya dönüp ödemeyi taksitli olarak yeniden başlatın.",
          }
        : {
            title: `Bu kartla ${count} taksit yapılamıyor`,
            what: `Mağaza bu kart için ${count} taksit sunmuyor.`,
            next: "Başka bir kredi kartıyla deneyin ya da mağazaya dönüp başka bir taksit sayısı seçin.",
          },
  },
  noMoreCards: `Bu ödemede denenebilecek kart sayısı doldu. ${startAgain}`,
  tryAgain: "Yeniden dene",
  back: "Mağazaya dön",
  traceId: "Destek için referans kodu",
  poweredBy: "Ödeme altyapısı Vezne",
};
