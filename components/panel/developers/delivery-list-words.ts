export const deliveryListWords = {
  tr: {
    title: "Bildirimler",
    status: "Durum",
    type: "Olay",
    any: "Hepsi",
    failed: "Ulaşmayanlar",
    clear: "Filtreleri kaldır",
    emptyTitle: "Henüz bildirim yok",
    emptyHelp: "Bir ödeme sonuçlandığında ya da test bildirimi gönderdiğinizde burada görünür.",
    noneTitle: "Bu filtrelere uyan bildirim yok",
    noneHelp: "Filtreleri değiştirin ya da kaldırın.",
    resendAll: "Ulaşmayanları yeniden gönder",
    resendTitle: "Ulaşmayan bildirimleri yeniden gönder",
    resendText:
      "Reddedilen, denemeleri biten ve vazgeçilen bildirimler aynı kimlik ve gövdeyle bir kez daha gönderilir. Önce kaç tane olduğunu görürsünüz.",
    since: "Dönem",
    spans: { hour: "Son 1 saat", day: "Son 24 saat", week: "Son 7 gün", month: "Son 30 gün" },
    counting: "Sayılıyor…",
    count: (count: number, hasMore: boolean) =>
      hasMore
        ? `${count} bildirim gönderilecek; daha fazlası için işlemi yineleyin.`
        : count === 0
          ? "Gönderilecek bildirim yok."
          : `${count} bildirim gönderilecek.`,
    resend: (count: number) => `${count} bildirimi gönder`,
    resending: (count: number) => `${count} bildirim sırayla gönderiliyor. Sonuçları listeden izleyebilirsiniz.`,
    cancel: "Vazgeç",
    failedAct: "İşlem yapılamadı",
  },
  en: {
    title: "Deliveries",
    status: "State",
    type: "Event",
    any: "All",
    failed: "Not delivered",
    clear: "Clear filters",
    emptyTitle: "There are no deliveries yet",
    emptyHelp: "They appear here when a payment ends or you send a test webhook.",
    noneTitle: "No delivery fits these filters",
    noneHelp: "Change or clear the filters.",
    resendAll: "Resend failed",
    resendTitle: "Resend failed deliveries",
    resendText:
      "Deliveries that were rejected, ran out of attempts or were given up are sent once more, with the same id and body. You see first how many there are.",
    since: "Period",
    spans: { hour: "Last hour", day: "Last 24 hours", week: "Last 7 days", month: "Last 30 days" },
    counting: "Counting…",
    count: (count: number, hasMore: boolean) =>
      hasMore
        ? `${count} deliveries will be sent; repeat it for the rest.`
        : count === 0
          ? "There is nothing to send."
          : `${count} ${count === 1 ? "delivery" : "deliveries"} will be sent.`,
    resend: (count: number) => `Send ${count}`,
    resending: (count: number) =>
      `${count} ${count === 1 ? "delivery is" : "deliveries are"} being sent, one after the other. Follow them in the list.`,
    cancel: "Cancel",
    failedAct: "It could not be done",
  },
};
