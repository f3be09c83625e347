/** The Turkish texts of the installments screen. */
const turkish = {
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

type InstallmentWords = typeof turkish;

/** The English texts of the installments screen. */
const english: InstallmentWords = {
  title: "Installments",
  terminal: "Terminal",
  inactive: "inactive",
  noTerminals: "Your account has no terminal",
  noTerminalsHelp: "Installment rates belong to a terminal. Talk to us to get one.",
  isInactive: "This terminal is inactive: its tariff can be seen, but it takes no payments.",
  tariffTitle: "Commission rates",
  which: "Tariff",
  whichNow: "In force today",
  whichFrom: (from) => `From ${from} on`,
  whichCampaign: (from, until) => `Campaign: ${from} – ${until}`,
  whichAfter: (from) => `After the campaign (${from})`,
  campaign: (until) =>
    `These rates are those of a campaign and hold until ${until}; the usual tariff goes on after that.`,
  comes: (from) => `Another tariff begins at ${from}.`,
  noTariff: "No tariff is in force",
  noTariffHelp: "No card can be charged at this terminal. Talk to us.",
  card: "Card",
  anyBrand: "every programme and cards of none",
  onUs: { true: "cards of the terminal's bank", false: "cards of other banks" },
  narrowed: { terminal: "not at this terminal", account: "not for your account" },
  narrowedHelp: "Installments in grey cannot be used for payments.",
  basis: {
    gross: "Commission is due on the whole amount charged.",
    net: "For payment links, commission is due on the amount charged without the installment fee.",
  },
  calculatorTitle: "Calculator",
  digits: "First digits of the card",
  digitsHint: "The first 6 to 8. Left empty, the dearest price of every count is shown.",
  tooManyDigits: "Do not enter a card number. At most eight digits are taken; what you entered was dropped.",
  amount: "Amount",
  amountBad: "Enter the amount like 1,250.50; at most TRY 10,000,000.00.",
  share: "Commission passed on to the buyer",
  unknownCard: "The card is not known: a single payment only, if the terminal permits it.",
  noBrand: "no installment programme",
  anyCard: "No card given: the dearest price of every count",
  ambiguous: "Cards that begin like this differ. Enter eight digits.",
  barred: "This terminal is inactive or does not take this kind of card.",
  offer: "Installment options",
  count: "Installments",
  commission: "Commission",
  buyersShare: "Installment fee",
  total: "Total",
  monthly: "Per month",
  monthlyFirst: (first) => `first ${first}`,
  deducted: "Deducted",
  net: "Net",
  tooMuch: "cannot be charged: the limit is TRY 10,000,000.00",
  legend:
    "Commission is on the amount you entered, as the API answers it. Deducted is what is kept back when the buyer is charged the total.",
  enterAmount: "Enter an amount to see commission, total and net.",
  emptyTitle: "This card cannot be charged at this terminal",
  emptyForeign:
    "The terminal's bank connection does not support foreign cards. An attempt would be refused; ask for another card.",
  emptyOther:
    "Not in a single payment either. Either the bank connection does not support this kind of card, or the terminal takes no single payments and the card has no installments. Ask for another card, or choose another terminal.",
  passOnTitle: "Passing the commission on to the buyer",
  passOnIntro: (wanted) =>
    `How much do you have to charge to be left with exactly ${wanted}? For payments that you create by the API, commission is due on all that is charged.`,
  oneToOne: "One-to-one charge",
  exact: "Exact charge",
  left: "Leaves you",
  missing: "Short by",
  nothingLeft: "not possible",
  passOnExample: ({ count, wanted, oneToOne, missing, exact }) =>
    `${count}: adding the commission on ${wanted} as it is, you charge ${oneToOne}; but commission is due on what you added as well, and you are ${missing} short. Charge ${exact}, and exactly ${wanted} is left.`,
  passOnExact: ({ count, wanted, exact }) =>
    `${count}: charge ${exact}, and exactly ${wanted} is left; at this amount both ways are the same.`,
};

export const installmentWords = { tr: turkish, en: english };
