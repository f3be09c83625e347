export const secretWords = {
  tr: {
    title: "İmza anahtarı",
    intro:
      "Bildirimler bu gizli anahtarla imzalanır. Yenilemek üç adımdır ve hiçbir bildirim doğrulanamaz hale gelmez.",
    ends: (end: string) => `…${end} ile biten`,
    signs: "Şimdi imzalayan",
    alsoSigns: "Birlikte imzalayan",
    signsNote: "sha256 imza başlıklarını tek başına bu anahtar imzalar.",
    alsoNote: "webhook-signature başlığında ikinci imza olarak bulunur.",
    nobody: "Yok",
    until: "Geri dönüş için son tarih",
    step: (number: number) => `${number}. adım`,
    current: "Şu an bu adımdasınız",
    prepareTitle: "Yeni anahtarı hazırlayın",
    prepareText:
      "Yeni anahtar bir kez gösterilir. Henüz yalnızca webhook-signature başlığında, eskisiyle birlikte imzalar.",
    acceptTitle: "Sunucunuz ikisini de kabul etsin",
    acceptText:
      "Yeni anahtarı sunucunuza ekleyin; eskisini silmeyin. İkisinden biriyle doğrulanan bildirimi kabul edin.",
    activateTitle: "Yeni anahtarı etkinleştirin",
    activateText:
      "Etkinleştirdiğiniz andan itibaren yeni anahtar imzalar. Eskisi 24 saat boyunca ikinci imza olarak kalır; bu sürede geri dönebilirsiniz.",
    prepare: "Yeni anahtar hazırla",
    prepareAgain: "Başka bir anahtar hazırla",
    activate: "Etkinleştir",
    rollback: "Önceki anahtara dön",
    prepareAsk: "Yeni anahtar hazırlansın mı?",
    prepareAskText: "Şimdi imzalayan anahtar değişmez. Yeni anahtar bir kez gösterilir.",
    prepareAgainText:
      "Daha önce hazırlanan anahtar silinir ve artık etkinleştirilemez. Şimdi imzalayan anahtar değişmez.",
    activateAsk: "Yeni anahtar etkinleştirilsin mi?",
    activateAskText: (next: string, present: string) =>
      `Etkinleştirdiğiniz andan itibaren bildirimleri …${next} ile biten anahtar imzalar. …${present} ile biteni 24 saat saklanır. Sunucunuzun ikisini de kabul ettiğinden emin olun.`,
    rollbackAsk: "Önceki anahtara dönülsün mü?",
    /** @param next the end of a secret that was prepared since then, or null; the rollback discards it */
    rollbackAskText: (previous: string, present: string, next: string | null) =>
      `…${previous} ile biten anahtar yeniden imzalar. …${present} ile biteni hazırlanmış olarak kalır, yeniden etkinleştirilebilir.${next === null ? "" : ` …${next} ile biten hazırlanmış anahtar silinir.`}`,
    activated: "Yeni anahtar imzalıyor.",
    rolledBack: "Önceki anahtar yeniden imzalıyor.",
    shownTitle: "Yeni imza anahtarınız",
    shownText: "Bu anahtar yalnızca şimdi gösterilir. Kopyalayıp sunucunuza, eskisinin yanına ekleyin.",
    shownWarn: "Henüz imzalamıyor. Sunucunuz ikisini de kabul ettiğinde etkinleştirin.",
    copy: "Anahtarı kopyala",
    done: "Kaydettim, kapat",
    cancel: "Vazgeç",
    failed: "İşlem yapılamadı",
  },
  en: {
    title: "Webhook secret",
    intro:
      "Webhooks are signed with this secret. A rotation has three steps, and no webhook becomes impossible to verify.",
    ends: (end: string) => `ends in …${end}`,
    signs: "Signs now",
    alsoSigns: "Signs beside it",
    signsNote: "It alone signs the sha256 headers.",
    alsoNote: "A second signature in the webhook-signature header.",
    nobody: "None",
    until: "Can be gone back to until",
    step: (number: number) => `Step ${number}`,
    current: "You are at this step",
    prepareTitle: "Prepare a new secret",
    prepareText: "It is shown once. For now it only signs the webhook-signature header, beside the old one.",
    acceptTitle: "Let your server accept both",
    acceptText:
      "Add the new secret to your server and keep the old one. Accept a webhook that either of them verifies.",
    activateTitle: "Activate the new secret",
    activateText:
      "From then on the new secret signs. The old one stays as a second signature for 24 hours, in which you can go back.",
    prepare: "Prepare a new secret",
    prepareAgain: "Prepare another one",
    activate: "Activate",
    rollback: "Go back to the previous secret",
    prepareAsk: "Prepare a new secret?",
    prepareAskText: "What signs now stays as it is. The new secret is shown once.",
    prepareAgainText:
      "The one that was prepared before is deleted and cannot be activated. What signs now stays as it is.",
    activateAsk: "Activate the new secret?",
    activateAskText: (next: string, present: string) =>
      `From now on the secret that ends in …${next} signs. The one that ends in …${present} is kept for 24 hours. Be sure that your server accepts both.`,
    rollbackAsk: "Go back to the previous secret?",
    rollbackAskText: (previous: string, present: string, next: string | null) =>
      `The secret that ends in …${previous} signs again. The one that ends in …${present} stays prepared and can be activated again.${next === null ? "" : ` The prepared secret that ends in …${next} is deleted.`}`,
    activated: "The new secret signs now.",
    rolledBack: "The previous secret signs again.",
    shownTitle: "Your new webhook secret",
    shownText: "This secret is shown only now. Copy it and add it to your server, beside the old one.",
    shownWarn: "It does not sign yet. Activate it once your server accepts both.",
    copy: "Copy secret",
    done: "Saved, close",
    cancel: "Cancel",
    failed: "It could not be done",
  },
};
