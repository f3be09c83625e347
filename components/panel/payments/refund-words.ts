export const refundWords = {
  tr: {
    title: { void: "Ödemeyi iptal et", credit: "Ödemeyi iade et" },
    now: {
      void: (until: string) => `Şimdi yapılacak işlem: iptal. ${until} saatine kadar iptal; sonra iade.`,
      voidOnly: (until: string) =>
        `Şimdi yapılacak işlem: iptal. ${until} saatine kadar yalnızca tamamı iptal edilebilir; sonra iade yapılamaz.`,
      credit: "Şimdi yapılacak işlem: iade. Gün sonu geçtiği ya da bir kısmı iade edildiği için iptal yapılamaz.",
    },
    buyer: {
      void: "Alıcı: işlem kartın ekstresine hiç yansımayabilir; ayrılan tutar kartın limitine geri döner.",
      credit: "Alıcı: iade, birkaç iş günü içinde kartın ekstresinde ayrı bir satır olarak görünür.",
    },
    commission: {
      void: (amount: string) => `${amount} komisyon size geri verilir.`,
      credit: (amount: string) => `${amount} komisyon geri verilmez.`,
    },
    amount: "İade tutarı",
    upTo: (amount: string) => `En çok ${amount}`,
    wholeOnly: {
      void: (from: string) => `Bugün yalnızca tamamı iptal edilebilir. Kısmi iade ${from} itibarıyla yapılabilir.`,
      credit: (from: string) =>
        `Bugün yalnızca kalanın tamamı iade edilebilir. Kısmi iade ${from} itibarıyla yapılabilir.`,
    },
    wholeEver: "Bu terminalde yalnızca aynı gün tam iptal yapılabilir; kısmi iade yapılamaz.",
    notAnAmount: "Geçerli bir tutar girin, ör. 1.250,50",
    tooMuch: (amount: string) => `Kalan tutar ${amount}. Daha fazlası iade edilemez.`,
    reason: "Neden",
    reasonHint: "İsteğe bağlı. İkinci bir kişinin onayı gerekirse o kişi bunu görür.",
    afterApproval: {
      void: (until: string) =>
        `Şimdi bankaya bir şey gönderilmez. ${until} tarihinden önce onaylanırsa ödeme iptal edilir ve komisyon geri verilir; sonra onaylanırsa iade edilir, komisyon geri verilmez.`,
      voidOnly: (until: string) =>
        `Şimdi bankaya bir şey gönderilmez. ${until} tarihinden önce onaylanırsa ödeme iptal edilir ve komisyon geri verilir; sonra onaylanamaz.`,
      credit: "Şimdi bankaya bir şey gönderilmez; onaylanınca iade edilir, komisyon geri verilmez.",
    },
    needsApproval: (limit: string) =>
      `Bu ödemede iade edilenlerin toplamı ${limit} sınırını aşıyor; ikinci bir kişinin onayı gerekir.`,
    cancel: "Vazgeç",
    confirm: {
      void: (amount: string) => `${amount} iptal et`,
      credit: (amount: string) => `${amount} iade et`,
    },
    ask: (amount: string) => `${amount} için onay iste`,
    sending: "Bankaya gönderiliyor…",
    close: "Kapat",
    approved: {
      void: (amount: string) => `${amount} iptal edildi`,
      credit: (amount: string) => `${amount} iade edildi`,
    },
    approvedHelp: "Banka işlemi onayladı.",
    declined: "Banka işlemi kabul etmedi",
    declinedHelp: "Karta para gönderilmedi. Nedeni iade listesinde yazar.",
    pending: "Sonuç bekleniyor",
    pendingHelp:
      "Banka henüz yanıt vermedi. Sonuç bankadan öğrenilir ve bu sayfada görünür; işlemi yeniden göndermeyin.",
    waiting: (amount: string) => `${amount} için onay istendi`,
    waitingHelp: "İkinci bir kişi onaylayınca para gönderilir. Şu ana kadar para gönderilmedi.",
    failed: "İade başlatılamadı",
    unanswered: {
      title: "İadenin sonucu öğrenilemedi",
      text: "Bağlantı koptu; iade bankaya gönderilmiş olabilir. Yeniden denerseniz ikinci bir iade yapılmaz.",
    },
  },
  en: {
    title: { void: "Void this payment", credit: "Refund this payment" },
    now: {
      void: (until: string) => `What is done now: a void. Until ${until} it is a void; after that, a refund.`,
      voidOnly: (until: string) =>
        `What is done now: a void. Until ${until} only the whole can be voided; after that nothing can be given back.`,
      credit: "What is done now: a refund. It cannot be voided, since day-end has passed or a part was refunded.",
    },
    buyer: {
      void: "The buyer: the payment may never show on the statement; the amount returns to the card's limit.",
      credit: "The buyer: the refund shows as a line of its own on the statement within a few business days.",
    },
    commission: {
      void: (amount: string) => `The commission of ${amount} is given back to you.`,
      credit: (amount: string) => `The commission of ${amount} is not given back.`,
    },
    amount: "Amount to refund",
    upTo: (amount: string) => `${amount} at most`,
    wholeOnly: {
      void: (from: string) => `Today only the whole can be voided. A part can be refunded from ${from} on.`,
      credit: (from: string) => `Today only all that is left can be refunded. Part of it from ${from} on.`,
    },
    wholeEver: "At this terminal only a full void on the same day is possible; a part cannot be refunded.",
    notAnAmount: "Enter an amount, e.g. 1,250.50",
    tooMuch: (amount: string) => `${amount} is left. No more than that can be refunded.`,
    reason: "Reason",
    reasonHint: "Optional. If a second person must approve, they see it.",
    afterApproval: {
      void: (until: string) =>
        `Nothing is sent now. Approved before ${until} it is a void and the commission is given back; after that a refund, and the commission is not.`,
      voidOnly: (until: string) =>
        `Nothing is sent now. Approved before ${until} it is a void and the commission is given back; after that it cannot be done.`,
      credit: "Nothing is sent now; approved, it is a refund, and the commission is not given back.",
    },
    needsApproval: (limit: string) =>
      `Refunds of this payment would come to more than ${limit}: a second person has to approve.`,
    cancel: "Cancel",
    confirm: { void: (amount: string) => `Void ${amount}`, credit: (amount: string) => `Refund ${amount}` },
    ask: (amount: string) => `Ask for approval of ${amount}`,
    sending: "Being sent to the bank…",
    close: "Close",
    approved: {
      void: (amount: string) => `${amount} voided`,
      credit: (amount: string) => `${amount} refunded`,
    },
    approvedHelp: "The bank approved it.",
    declined: "The bank did not accept it",
    declinedHelp: "No money was sent to the card. The list of refunds says why.",
    pending: "The outcome is pending",
    pendingHelp: "The bank has not answered yet. Its answer will show on this page; do not send it again.",
    waiting: (amount: string) => `Approval asked for ${amount}`,
    waitingHelp: "The money is sent once a second person approves. Nothing has been sent so far.",
    failed: "The refund could not be started",
    unanswered: {
      title: "The outcome of the refund is not known",
      text: "The connection broke; it may have been sent. Trying again makes no second refund.",
    },
  },
};
