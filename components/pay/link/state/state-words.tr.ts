import { turkish as shared } from "@/components/pay/words.tr";
import type { StateWords } from "./state-words";
import { turkishTroubles } from "./trouble-words.tr";

const nothingTaken = "Kartınızdan ödeme alınmadı.";
const nothingByLink = "Bu linkle kartınızdan ödeme alınmadı.";

export const turkishState: StateWords = {
  ...turkishTroubles,
  language: "tr",
  otherLanguage: shared.otherLanguage,
  locale: shared.locale,
  poweredBy: shared.poweredBy,
  traceId: shared.traceId,
  linkNumber: (reference) => `Ödeme linki no. ${reference}`,
  windowTitle: (title, merchantName) => `${title} – ${merchantName}`,
  openTitle: shared.card.title,
  errorTitle: shared.card.errorTitle,
  states: {
    paid: "Ödendi",
    voided: "İptal edildi",
    refunded: "İade edildi",
    partly_refunded: "Kısmen iade edildi",
    failed: "Başarısız",
    in_progress: "Ödeme sürüyor",
    expired: "Süresi doldu",
    cancelled: "İptal edildi",
    unavailable: "Şu anda ödenemiyor",
  },
  labels: {
    amount: "Tutar",
    base: "Ara toplam",
    commission: "Komisyon",
    both: "Komisyon ve vade farkı",
    total: "Toplam",
    description: "Açıklama",
    payer: "Ödeyen",
    validUntil: "Son ödeme tarihi",
    paidTo: "Üye işyeri",
    paidAt: "Ödeme zamanı",
    paidAmount: "Ödenen",
    wentBack: "Geri verilen",
    kept: "Net ödenen",
    paymentCode: "İşlem kodu",
    link: "Ödeme linki no.",
    card: "Kart",
    installments: "Taksit",
    startedAt: "Başlangıç",
    timeLeft: "Kalan süre",
  },
  turkishTime: "Türkiye saati",
  moreItems: (count) => `${count} kalem daha`,
  count: shared.card.installment,
  monthly: shared.card.monthly,
  left: {
    hours: "{h} sa {m} dk",
    minutes: "{m} dk {s} sn",
    seconds: "{s} sn",
    over: "süre doldu",
  },
  paid: {
    title: "Ödemeniz alındı",
    what: "Ödeme tamamlandı. Yapmanız gereken başka bir şey yok.",
    breakdown: "Ödeme dökümü",
    details: "Ödeme bilgileri",
    keep: "Saklamak isterseniz bu sayfayı yazdırın ya da PDF olarak kaydedin. Linki yeniden açtığınızda da bu bilgileri görürsünüz.",
    noInvoice: "Bu sayfa ödeme bilgisidir, fatura yerine geçmez.",
    backToShop: shared.back,
    cardEnding: (last4) => `sonu ${last4}`,
    byInstallments: "Bankalar taksitli bir ödemenin iadesini de taksit taksit yansıtabilir.",
    moneyBack: {
      voided: {
        title: "Ödemeniz iptal edildi",
        what: "Üye işyeri ödemenin tamamını iptal etti. Kart hareketlerinizde bekleyen bir tutar görürseniz bankanız onu kaldırır.",
      },
      refunded: {
        title: "Ödemeniz iade edildi",
        what: "Ödemenin tamamı kartınıza iade edildi. Kartınızda ne zaman görüneceğini bankanız belirler; birkaç gün sürebilir.",
      },
      partly_refunded: {
        title: "Ödemenizin bir kısmı iade edildi",
        what: "Bu tutar kartınıza iade edildi; ödemenin geri kalanı geçerlidir. İadenin kartınızda ne zaman görüneceğini bankanız belirler; birkaç gün sürebilir.",
      },
    },
  },
  progress: {
    waiting: {
      title: "Bankanızın doğrulaması bekleniyor",
      what: "Bu ödeme için bankanızda 3D Secure doğrulaması başlatıldı.",
      money: "Şu ana kadar kartınızdan ödeme alınmadı.",
      next: "Bankanızın sayfası başka bir sekmede açıksa doğrulamayı orada tamamlayın.",
    },
    later: (time) =>
      `O sayfayı kapattıysanız biraz bekleyin; ${time} itibarıyla bu denemeden vazgeçip ödemeyi baştan başlatabilirsiniz.`,
    settling: {
      title: "Ödemenizin sonucu bekleniyor",
      what: "Doğrulamanız tamamlandı; bankanızın yanıtı bekleniyor.",
      money: "Ödeme alınmış olabilir; lütfen yeniden ödemeyin.",
      next: "Sonuç çoğunlukla kısa sürede belli olur. Bu sayfayı kapatsanız da ödemeniz sürer; aynı linki açtığınızda sonucu görürsünüz.",
    },
    lost: "Bankanın sayfasını kapattınız mı?",
    giveUpMeans:
      "Bu denemeden vazgeçerseniz bankadaki doğrulama geçersiz olur, kartınızdan ödeme alınmaz ve ödemeyi baştan başlatabilirsiniz. Doğrulamayı başka bir sayfada tamamlamak üzereyseniz vazgeçmeyin.",
    giveUpEnds:
      "Bu denemeden vazgeçerseniz bankadaki doğrulama geçersiz olur ve kartınızdan ödeme alınmaz. Üye işyeri şu anda bu linkle yeni bir ödeme almıyor. Doğrulamayı başka bir sayfada tamamlamak üzereyseniz vazgeçmeyin.",
    giveUp: "Bu denemeden vazgeç",
    refresh: "Sayfayı yenile",
    refreshesItself: "Durum değişince bu sayfa kendiliğinden yenilenir.",
  },
  failed: {
    refused: {
      title: "Kartınız kabul edilmedi",
      what: "Denenen kartla bu ödeme yapılamadı.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin ya da bankanızı arayın.",
    },
    three_ds_failed: {
      title: "3D Secure doğrulaması tamamlanamadı",
      what: "Bankanızın doğrulama adımı başarısız oldu ya da iptal edildi.",
      money: nothingTaken,
      next: "Yeniden deneyin. Doğrulama kodu gelmiyorsa bankanızı arayın ya da başka bir kart kullanın.",
    },
    capture_declined: {
      title: "Bankanız ödemeyi onaylamadı",
      what: "Kartın bankası işleme izin vermedi.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin ya da bankanızı arayın.",
    },
    abandoned: {
      title: "Denemeden vazgeçildi",
      what: "Başlatılan deneme kapatıldı. Bankada açık kalan doğrulama sayfası artık bu ödemeyi tamamlamaz.",
      money: nothingTaken,
      next: "Ödemeyi baştan başlatabilirsiniz.",
    },
    expired: {
      title: "Doğrulama süresi doldu",
      what: "Bankanızın 3D Secure doğrulaması tanınan sürede tamamlanmadı.",
      money: nothingTaken,
      next: "Ödemeyi baştan başlatabilirsiniz.",
    },
    superseded: {
      title: "Önceki deneme kapandı",
      what: "Taksit seçimi değiştiği için önceki deneme kapatıldı.",
      money: nothingTaken,
      next: "Ödemeyi baştan başlatabilirsiniz.",
    },
    card_attempt_limit_exceeded: {
      title: "Kart deneme sınırına ulaşıldı",
      what: "Bu denemede kullanılabilecek kart sayısı doldu.",
      money: nothingTaken,
      next: "Kartınızın internet alışverişine açık olduğunu bankanızdan öğrenip ödemeyi baştan başlatabilirsiniz.",
    },
    other: {
      title: "Ödeme tamamlanamadı",
      what: "Son deneme tamamlanamadı.",
      money: nothingTaken,
      next: "Ödemeyi baştan başlatabilirsiniz.",
    },
  },
  failedAtBank: {
    voided_at_bank: {
      title: "Ödeme tamamlanamadı",
      what: "İşlem bankada iptal edildi.",
      money: "Bu denemeden kartınızda kalan bir ödeme yok.",
      next: "Hesabınızda bekleyen bir tutar görürseniz bankanız onu kendiliğinden kaldırır. Ödemeyi baştan başlatabilirsiniz.",
    },
    not_found: {
      title: "Ödeme tamamlanamadı",
      what: "Bankanız bu deneme için tahsilat yapılmadığını bildirdi.",
      money: nothingTaken,
      next: "Ödemeyi baştan başlatabilirsiniz.",
    },
  },
  info: {
    expired: {
      title: "Bu ödeme linkinin süresi doldu",
      what: "Son ödeme tarihi geçtiği için bu linkle artık ödeme yapılamaz.",
      money: nothingByLink,
      next: "Ödeme yapmak isterseniz üye işyerinden yeni bir link isteyin.",
    },
    cancelled: {
      title: "Bu ödeme linki iptal edildi",
      what: "Üye işyeri bu linki iptal etti; bu linkle artık ödeme yapılamaz.",
      money: nothingByLink,
      next: "Bir yanlışlık olduğunu düşünüyorsanız üye işyeriyle iletişime geçin.",
    },
    feature_off: {
      title: "Bu ödeme linki şu anda kullanılamıyor",
      what: "Üye işyeri şu anda ödeme linkiyle ödeme almıyor.",
      money: nothingByLink,
      next: "Daha sonra yeniden bakın ya da ödemeyi nasıl yapabileceğinizi üye işyerine sorun.",
    },
    on_hold: {
      title: "Şu anda ödeme alınamıyor",
      what: "Üye işyeri şu anda kartla ödeme almıyor.",
      money: nothingByLink,
      next: "Daha sonra yeniden bakın ya da üye işyeriyle iletişime geçin.",
    },
    suspended: {
      title: "Bu ödeme şu anda yapılamıyor",
      what: "Üye işyeri bu linkle ödeme alamıyor.",
      money: nothingByLink,
      next: "Üye işyeriyle iletişime geçin.",
    },
  },
  bank: shared.bank,
  tryAgain: shared.tryAgain,
  backToLink: "Ödeme sayfasına dön",
};
