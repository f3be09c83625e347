import type { OpenWords } from "./open-words";

const nothingTaken = "Kartınızdan ödeme alınmadı.";
const chooseBelow = "Aşağıdaki seçeneklerden birini seçip yeniden deneyin.";

export const turkishOpen: OpenWords = {
  heading: (merchantName) => `${merchantName} için ödeme`,
  payer: "Ödeyen",
  items: "Ödeme kalemleri",
  moreItems: (count) => `${count} kalem daha`,
  amount: "Tutar",
  shareAhead:
    "Kartınıza ve taksit sayısına göre vade farkı ya da komisyon eklenebilir; toplamı ödemeden önce görürsünüz.",
  validUntil: (time) => `Son ödeme tarihi: ${time} (Türkiye\u00a0saati)`,
  bin: {
    heading: "Önce kartınızı tanıyalım",
    label: "Kart numarasının ilk 8 rakamı",
    hint: "Kartınıza uygun taksit seçeneklerini göstermek için. Kartın kalanını sonraki adımda yazarsınız.",
    go: "Devam et",
    missing: "Kart numarasının ilk 8 rakamını yazın.",
    wrong: "İlk 8 rakam okunamadı. Kartınızdaki ilk 8 rakamı yazın.",
  },
  cardBegins: (digits) => `${digits} ile başlayan kartınızla ödüyorsunuz.`,
  otherCard: "Başka kart kullan",
  pay: "Öde",
  offer: {
    heading: "Ödeme seçenekleri",
    ahead: "Kartınıza uygun seçenekler, kart numaranızı yazarken burada görünür.",
    pending: "Kartınıza uygun seçenekler getiriliyor…",
    failed:
      "Seçenekler şu anda gösterilemiyor. Ödemeye devam edebilirsiniz; gerekirse seçenekleri sonraki adımda gösteririz.",
    card: (name) => `${name} kartınız için`,
    singleOnly: {
      debit: "Banka kartıyla yalnızca tek çekim ödeme yapılabilir.",
      prepaid: "Ön ödemeli kartla yalnızca tek çekim ödeme yapılabilir.",
      foreign: "Yurt dışında verilmiş kartla yalnızca tek çekim ödeme yapılabilir.",
    },
    onlySingle: (total) => `Tek çekim: ${total}`,
    none: {
      title: "Bu kartla bu ödeme yapılamıyor",
      next: "Başka bir kartla deneyin.",
    },
    closed: {
      title: "Bu linkle şu anda ödeme yapılamıyor",
      next: "Üye işyeriyle iletişime geçin.",
    },
    count: (count) => (count === 1 ? "Tek çekim" : `${count} taksit`),
    perMonth: (amount) => `aylık ${amount}`,
    firstMonth: (first, rest) => `İlk ay ${first}, sonraki aylar ${rest}.`,
    noDifference: "vade farkı yok",
    difference: (amount) => `vade farkı ${amount}`,
    less: (amount) => `tek çekimden ${amount} az`,
    share: {
      installments: (amount) => `Bu tutarın ${amount}’si vade farkıdır.`,
      commission: (amount) => `Bu tutarın ${amount}’si komisyondur.`,
      both: (amount) => `Bu tutarın ${amount}’si komisyon ve vade farkıdır.`,
    },
    notToChoose: "seçilemez",
    someOver: (most) => `Toplamı bir ödemede alınabilecek en yüksek tutarı (${most}) aşan seçenekler seçilemez.`,
    allOver: (most) =>
      `Bu ödeme bu kartla alınamıyor: toplam, bir ödemede alınabilecek en yüksek tutarı (${most}) aşıyor.`,
    announcement: (card, count) =>
      `${card === "" ? "Kartınız için" : `${card} kartınız için`} ${count} ödeme seçeneği var.`,
    totalWithShare: "Toplam",
  },
  trouble: {
    choose_installment: {
      title: "Nasıl ödeyeceğinizi seçin",
      what: "Kartınız için birden çok ödeme seçeneği var.",
      money: nothingTaken,
      next: chooseBelow,
    },
    price_changed: {
      title: "Toplam tutar değişti",
      what: "Seçtiğiniz seçeneğin toplamı, siz sayfadayken güncellendi.",
      money: nothingTaken,
      next: "Aşağıdaki güncel tutarları kontrol edip yeniden deneyin.",
    },
    other_card: {
      title: "Kart numarası ilk 8 rakamla uyuşmuyor",
      what: "Yazdığınız numara, önceki adımda verdiğiniz rakamlarla başlamıyor.",
      money: nothingTaken,
      next: "Aşağıdaki seçenekler yazdığınız kart içindir. Bu kartla ödemek için bilgilerini yeniden yazın.",
    },
    over_bound: {
      title: "Bu seçenek seçilemiyor",
      what: "Seçtiğiniz seçeneğin toplamı, bir ödemede alınabilecek en yüksek tutarı aşıyor.",
      money: nothingTaken,
      next: chooseBelow,
    },
    all_over_bound: {
      title: "Bu ödeme bu kartla alınamıyor",
      what: "Bu kartla toplam, bir ödemede alınabilecek en yüksek tutarı aşıyor.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin.",
    },
    nothing_offered: {
      title: "Bu linkle şu anda ödeme yapılamıyor",
      what: "Üye işyeri bu link için şu anda hiçbir ödeme seçeneği sunmuyor.",
      money: nothingTaken,
      next: "Üye işyeriyle iletişime geçin.",
    },
    payment_declined: {
      title: "Bankanız ödemeyi onaylamadı",
      what: "Kartın bankası işleme izin vermedi.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin ya da bankanızı arayın.",
    },
    virtual_pos_card_type_not_supported: {
      title: "Bu kart kabul edilmiyor",
      what: "Üye işyeri bu kart türüyle ödeme alamıyor.",
      money: nothingTaken,
      next: "Başka bir kartla deneyin.",
    },
    card_not_eligible: {
      title: "Bu kart taksite uygun değil",
      what: "Banka kartları, ön ödemeli kartlar, yurt dışı kartları ve bazı kredi kartlarıyla taksit yapılamaz.",
      money: nothingTaken,
      next: "Aşağıdan tek çekimi seçin ya da başka bir kredi kartıyla deneyin.",
    },
    count_not_offered: {
      title: "Bu taksit sayısı bu kartla kullanılamıyor",
      what: "Üye işyeri bu kart için seçtiğiniz taksit sayısını sunmuyor.",
      money: nothingTaken,
      next: chooseBelow,
    },
    onlyAnotherCard: "Başka bir kartla deneyin.",
  },
};
