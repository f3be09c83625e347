const turkish = {
  title: "Yeni ödeme",
  back: "Ödemeler",
  intro:
    "Kartı siz yazarsınız ya da alıcıya yazdırırsınız; kart bilgisi bu ekranda değil, sonraki güvenli sayfada girilir.",
  amount: "Tutar",
  amountHint: (min: string, max: string) => `Hesabınızın sınırı: ${min} – ${max}`,
  amountBad: "Tutarı 1.250,50 gibi yazın; en çok 10.000.000,00 TL.",
  amountOutside: (min: string, max: string) => `Tutar ${min} ile ${max} arasında olmalıdır.`,
  terminal: "Terminal",
  notReady: "şu anda etkin değil",
  installment: "Taksit",
  installmentHint: "Karta uymayan taksit, kart sayfasında reddedilir.",
  description: "Açıklama",
  descriptionHint: "İsteğe bağlı; alıcıya gösterilmez. Kart bilgisi yazmayın.",
  code: "İşlem kodu",
  codeHint: "Aynı kodla ikinci bir ödeme oluşmaz.",
  codeBlank: "İşlem kodu yazın.",
  suggest: "Yeni kod öner",
  willHappen: ({ amount, how, minutes }: Plan) =>
    `Alıcının kartından ${amount} ${how} tahsil edilecek. Ödeme ${minutes} dakika içinde tamamlanmalıdır; kart girilmeden para hareketi olmaz.`,
  single: "tek çekimle",
  inInstallments: (count: number) => `${count} taksitle`,
  go: (amount: string) => `Kart sayfasına geç: ${amount}`,
  goWithout: "Kart sayfasına geç",
  opening: "Kart sayfası açılıyor",
  openingHelp: "Sayfa açılmazsa düğmeye basın.",
  open: "Kart sayfasını aç",
  exists: "Bu ödeme zaten var",
  existsHelp: "Bu işlem koduyla aynı ödeme daha önce oluşturuldu. Yeni bir ödeme oluşmadı.",
  toPayment: "Ödemeyi aç",
  duplicate: "Bu işlem kodu başka bir ödemede kullanılıyor. Başka bir kod yazın.",
  sensitive: "Açıklamada kart numarası veya IBAN var. Silip yeniden deneyin.",
  refused: "Ödeme oluşturulamadı",
  unanswered: {
    title: "Ödemenin oluşup oluşmadığı öğrenilemedi",
    text: "Bağlantı koptu. Aynı bilgilerle yeniden denerseniz ikinci bir ödeme oluşmaz.",
  },
  noTerminal: "Etkin terminaliniz yok",
  noTerminalHelp: "Ödeme alabilmek için etkin bir terminal gerekir. Bizimle görüşün.",
  cannotOpen: "Kart sayfası açılamadı",
};

/** The formatted parts of the sentence that explains what will be charged. */
interface Plan {
  readonly amount: string;
  readonly how: string;
  readonly minutes: number;
}

type NewPaymentWords = typeof turkish;

const english: NewPaymentWords = {
  title: "New payment",
  back: "Payments",
  intro: "The card is not entered here but on the secure page that follows, by you or by the buyer.",
  amount: "Amount",
  amountHint: (min, max) => `Your account's limits: ${min} – ${max}`,
  amountBad: "Enter the amount like 1,250.50; at most TRY 10,000,000.00.",
  amountOutside: (min, max) => `The amount has to be between ${min} and ${max}.`,
  terminal: "Terminal",
  notReady: "not active at the moment",
  installment: "Installments",
  installmentHint: "A count that the card does not have is refused on the card's page.",
  description: "Description",
  descriptionHint: "Optional; not shown to the buyer. Do not enter card data.",
  code: "Order code",
  codeHint: "No second payment is made with the same code.",
  codeBlank: "Enter an order code.",
  suggest: "Suggest another",
  willHappen: ({ amount, how, minutes }) =>
    `The buyer's card will be charged ${amount} ${how}. The payment has to be completed within ${minutes} minutes; no money moves before a card is entered.`,
  single: "in a single payment",
  inInstallments: (count) => `in ${count} installments`,
  go: (amount) => `Go to the card page: ${amount}`,
  goWithout: "Go to the card page",
  opening: "Opening the card page",
  openingHelp: "If the page does not open, press the button.",
  open: "Open the card page",
  exists: "This payment exists already",
  existsHelp: "The same payment was made with this order code before. No new payment was made.",
  toPayment: "Open the payment",
  duplicate: "This order code belongs to another payment. Enter another one.",
  sensitive: "The description holds a card number or an IBAN. Remove it and try again.",
  refused: "The payment was not created",
  unanswered: {
    title: "It is not known whether the payment was created",
    text: "The connection broke. Trying again with the same details makes no second payment.",
  },
  noTerminal: "You have no active terminal",
  noTerminalHelp: "Payments need an active terminal. Talk to us.",
  cannotOpen: "The card page could not be opened",
};

export const newPaymentWords = { tr: turkish, en: english };
