export const resendWords = {
  tr: {
    delivery: "Bildirim",
    back: "Webhook",
    resend: "Yeniden gönder",
    ask: "Bildirim yeniden gönderilsin mi?",
    askText: (until: string) =>
      `Aynı kimlik ve gövdeyle, şu anki adresinize bir kez gönderilir. Kendi deneme düzeni değişmez. ${until} tarihine kadar yineleyebilirsiniz.`,
    arrived: "Bildirim ulaştı",
    notArrived: "Bildirim ulaşmadı",
    tooOld: "Bu bildirim 30 günden eski; yeniden gönderilemez.",
    cancel: "Vazgeç",
    failed: "Yeniden gönderilemedi",
  },
  en: {
    delivery: "Delivery",
    back: "Webhooks",
    resend: "Resend",
    ask: "Resend this delivery?",
    askText: (until: string) =>
      `It is sent once, with the same id and body, to the URL as it is now. Its own schedule stays as it is. You can repeat this until ${until}.`,
    arrived: "The delivery has arrived",
    notArrived: "The delivery has not arrived",
    tooOld: "This delivery is older than 30 days and cannot be resent.",
    cancel: "Cancel",
    failed: "It could not be resent",
  },
};
