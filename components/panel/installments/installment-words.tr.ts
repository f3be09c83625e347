/** The Turkish texts of the installments screen. */
export const turkish = {
  title: "Taksitler",
  terminal: "Terminal",
  inactive: "kapalı",
  noTerminals: "Hesabınıza tanımlı terminal yok",
  noTerminalsHelp: "Taksit oranları terminale göre belirlenir. Bir terminal için bizimle görüşün.",
  isInactive: "Bu terminal kapalı: tarifesi görülür, ödeme alınamaz.",
  tariffTitle: "Komisyon oranları",
  which: "Tarife",
  whichNow: "Bugün geçerli olan",
  whichFrom: (from: string) => `${from} tarihinden itibaren`,
  whichCampaign: (from: string, until: string) => `Kampanya: ${from} – ${until}`,
  whichAfter: (from: string) => `Kampanyadan sonra (${from})`,
  campaign: (until: string) =>
    `Bu oranlar bir kampanyanındır ve ${until} tarihine kadar geçerlidir; sonra olağan tarife sürer.`,
  comes: (from: string) => `${from} tarihinde başka bir tarife yürürlüğe girer.`,
  noTariff: "Yürürlükte tarife yok",
  noTariffHelp: "Bu terminalde kart işlenemez. Bizimle görüşün.",
  card: "Kart",
  anyBrand: "bütün programlar ve programsız kartlar",
  onUs: { true: "terminalin bankasının kartları", false: "başka bankaların kartları" },
  narrowed: { terminal: "terminalde kapalı", account: "hesabınızda kapalı" },
  narrowedHelp: "Soluk yazılan taksitlerle ödeme alınmaz.",
  basis: {
    gross: "Komisyon, karttan çekilen tutarın tamamı üzerinden hesaplanır.",
    net: "Ödeme linklerinde komisyon, çekilen tutarın vade farkı dışındaki kısmı üzerinden hesaplanır.",
  },
  calculatorTitle: "Hesaplama",
  digits: "Kartın ilk haneleri",
  digitsHint: "İlk 6–8 hane. Boş bırakırsanız her taksit sayısı için en yüksek oran gösterilir.",
  tooManyDigits: "Kart numarası yazmayın. En çok sekiz hane kabul edilir; yazdığınız silindi.",
  amount: "Tutar",
  amountBad: "Tutarı 1.250,50 gibi yazın; en çok 10.000.000,00 TL.",
  share: "Alıcıya yansıtılan komisyon",
  unknownCard: "Kart tanınmıyor: yalnızca tek çekim, o da terminal izin veriyorsa.",
  noBrand: "taksit programı yok",
  anyCard: "Kart belirtilmedi: her taksit sayısı için en yüksek oran",
  ambiguous: "Bu hanelerle başlayan kartlar birbirinden farklı. Sekiz haneyi yazın.",
  barred: "Bu terminal bu türden kartları kabul etmiyor ya da kapalı.",
  offer: "Taksit seçenekleri",
  count: "Taksit",
  commission: "Komisyon",
  buyersShare: "Vade farkı",
  total: "Toplam",
  monthly: "Aylık",
  monthlyFirst: (first: string) => `ilk ay ${first}`,
  deducted: "Kesinti",
  net: "Net tutar",
  tooMuch: "çekilemez: sınır 10.000.000,00 TL",
  legend:
    "Komisyon, yazdığınız tutar üzerindendir; API’nin yanıtıyla aynıdır. Kesinti, alıcıdan toplam tahsil edildiğinde kesilecek olandır.",
  enterAmount: "Tutarı yazınca komisyon, toplam ve net tutar hesaplanır.",
  emptyTitle: "Bu karttan bu terminalde tahsilat yapılamaz",
  emptyForeign:
    "Terminalin sanal POS’u yurt dışı kartları desteklemiyor. Ödeme denenirse reddedilir; başka bir kart isteyin.",
  emptyOther:
    "Tek çekim de yapılamaz. Ya sanal POS bu kart türünü desteklemiyor ya da terminal tek çekime kapalı ve kart taksite uygun değil. Başka bir kart isteyin ya da başka bir terminal seçin.",
  passOnTitle: "Komisyonu alıcıya yansıtma",
  passOnIntro: (wanted: string) =>
    `Elinize tam ${wanted} geçmesi için ne kadar çekmelisiniz? API ile oluşturduğunuz ödemelerde komisyon, çekilen tutarın tamamı üzerinden kesilir.`,
  oneToOne: "Bire bir çekilen",
  exact: "Tam karşılığı",
  left: "Elinize geçen",
  missing: "Eksik",
  nothingLeft: "hesaplanamaz",
  passOnExample: ({ count, wanted, oneToOne, missing, exact }: PassOnExample) =>
    `${count}: ${wanted} üzerine komisyonu aynen eklerseniz ${oneToOne} çekersiniz, ama komisyon eklediğiniz fark üzerinden de kesilir ve elinize ${missing} eksik geçer. ${exact} çekerseniz elinize tam ${wanted} geçer.`,
  passOnExact: ({ count, wanted, exact }: PassOnExample) =>
    `${count}: ${exact} çekerseniz elinize tam ${wanted} geçer; bu tutarda iki yol arasında fark yoktur.`,
};

/** The formatted amounts and installment count. */
interface PassOnExample {
  readonly count: string;
  readonly wanted: string;
  readonly oneToOne: string;
  readonly missing: string;
  readonly exact: string;
}

export type InstallmentWords = typeof turkish;
