import type { WebhookWords } from "./webhook-words";

export const turkish: WebhookWords = {
  title: "Webhook’lar",
  intro: [
    "Bir ödemenin, iadenin, hak ediş ödemesinin ya da ödeme linkinin durumu değiştiğinde sunucunuza küçük bir JSON mesajı göndeririz. Mesaj yalnızca bir şeyin değiştiğini söyler; sonuç, tutar ya da kart bilgisi taşımaz. Kaydı sorgulayın ve kararınızı sorgunun yanıtına göre verin.",
    "Webhook adresiniz yoksa bildirim gönderilmez; o sürede olanlar sonradan da gönderilmez. Durumlar bu hâlde yalnızca sorguyla öğrenilir.",
  ],
  contents: "Bu sayfada",
  events: {
    title: "Ne zaman, ne gönderilir",
    intro:
      "Dört grupta on tür vardır. `id` bildirimin kimliğidir; `occurredAt` UTC’dir ve tam saniyedir. İleride yeni alanlar eklenebilir: tanımadığınız alanları dikkate almayın.",
    families: {
      transaction: {
        name: "Ödemeler ve iadeler",
        next: "Sonraki adım: ödemeyi `GET /v1/payments/{paymentCode}` ile sorgulayın; iadelerde de böyledir.",
      },
      payout: {
        name: "Hak ediş ödemeleri",
        next: "Sonraki adım: hak ediş ödemesini üye işyeri panelinde inceleyin.",
      },
      payment_link: {
        name: "Ödeme linkleri",
        next: "Sonraki adım: linki `GET /v1/payment-links/{id}` ile sorgulayın; `paymentLinkId` linkin kimliğidir. Linkle alınan ödeme için ayrıca `payment.captured` gelir.",
      },
      test: { name: "Deneme", next: "Arkasında bir kayıt yoktur: 200 yanıtını verin." },
    },
    sentWhen: {
      "payment.captured": "Tahsilat onaylandı.",
      "payment.failed": "3D Secure doğrulaması ya da tahsilat reddedildi.",
      "payment.expired": "Ödemenin süresi doldu ya da 3D Secure doğrulaması yarıda bırakıldı.",
      "refund.approved": "Bir iade ya da iptal onaylandı.",
      "refund.declined": "Bir iade ya da iptal reddedildi.",
      "payout.paid_out": "Bir hak ediş kalemi size ödendi.",
      "payout.failed": "Bir hak ediş kalemi size ulaşmadı; operasyon ekibimiz çözer.",
      "payment_link.completed": "Linkteki ödeme tahsil edildi.",
      "payment_link.expired": "Linkin süresi doldu.",
      "webhook.test": "Deneme bildirimi istendi.",
    },
    fields: "Gövde, okunması için satırlara bölünmüş olarak",
    refunds: "İptal ve iade rehberi",
  },
  headers: {
    title: "Başlıklar",
    intro:
      "Bildirim, `Content-Type: application/json` başlıklı bir `POST` isteğidir. Her değer, aynı anlama gelen iki adla gelir. İlkini kullanın; ikincisi eski entegrasyonlar içindir ve kaldırılmayacaktır.",
    alsoAs: (name) => `ayrıca \`${name}\``,
    values: {
      Signature:
        "`sha256=` ve gövdenin küçük harfli onaltılık HMAC-SHA256 değeri. Anahtar, webhook gizli anahtarınızın `whsec_` dâhil metnidir.",
      Timestamp:
        "`occurredAt` anı, 1970’ten bu yana saniye olarak. Gönderim anı değil, olayın anıdır; her denemede aynı kalır ve imzaya girmez.",
      "Delivery-Id": "Gövdedeki `id`; her denemede aynıdır.",
    },
    standard: "Standard Webhooks başlıkları da eklenir; böylece onun kitaplıkları aynı gizli anahtarla çalışır:",
    standardValues: {
      "webhook-id": "Gövdedeki `id`.",
      "webhook-timestamp": "Bu denemenin anı, 1970’ten bu yana saniye olarak.",
      "webhook-signature":
        "`v1,` ve kimlik, zaman ve gövdenin base64 imzası; gizli anahtar değişirken aralarında boşlukla birkaç tane.",
    },
  },
  verify: {
    title: "İmzayı doğrulayın",
    intro: "Adresiniz herkese açıktır: imzasız hiçbir şeye güvenmeyin.",
    rules: [
      "HMAC’i gövdenin ham baytları üzerinden, gövde çözümlenmeden önce hesaplayın. Çözümlenip yeniden yazılan gövdenin imzası başkadır. Gövdeye hiçbir şey eklenmez, zaman da eklenmez.",
      "Sabit sürede karşılaştırın: `timingSafeEqual`, `hash_equals`, `compare_digest`.",
      "İki addan birinin doğrulanması yeterlidir. Hiçbiri doğru değilse 400 yanıtını verin.",
      "Eski ve yeni olmak üzere iki gizli anahtara hazır olun: aşağıdaki değiştirme adımlarına bakın.",
      "Bir bildirimi eski olduğu için reddetmeyin. Yeniden denenen bildirim, olayının anını taşır; bu an saatler öncesi olabilir. Tekrarlara karşı koruyan, bildirimin kimliğidir.",
    ],
  },
  answer: {
    title: "Yanıt verin",
    intro: "5 saniye içinde yanıt verin: bildirimi saklayın, yanıtlayın, işi sonra yapın.",
    answers: [
      ["2xx", "Alındı. Bildirim tamamlanır."],
      ["4xx", "Kesin olarak reddedildi. 408 ve 429 dâhil, yeniden denenmez."],
      [
        "5xx, 3xx, yanıt yok",
        "Yeniden denenir; kopan bağlantıda, hatalı sertifikada ve bulunamayan adda da böyledir. Yönlendirmeler izlenmez.",
      ],
    ],
    retries: (delays, hours) =>
      `Bildirim, bir önceki denemeden ${delays} sonra yeniden denenir. Altı denemeden sonra ya da ilk denemenin üzerinden ${hours} geçince bırakılır. Gövde her denemede baytı baytına aynıdır.`,
    address: "Bu arada adresi değiştirirseniz sonraki deneme yeni adrese gider.",
  },
  repeats: {
    title: "Tekrarlar ve sıra",
    intro: "Her bildirim en az bir kez gelir; sıra güvencesi yoktur.",
    rules: [
      "Bildirimin kimliğini benzersiz bir anahtarla saklayın. Kayıt zaten varsa 200 yanıtını verin ve başka bir şey yapmayın.",
      "Geliş sırasından sonuç çıkarmayın: `refund.approved`, `payment.captured` bildiriminden önce gelebilir.",
      "Kararı sorgunun o anki yanıtına göre verin ve işi yinelenebilir kurun: iki bildirim sizi aynı ödemeye götürebilir.",
    ],
  },
  rotation: {
    title: "Gizli anahtarı değiştirin",
    intro: "İmza başlığımızda tek imzaya yer vardır; bu yüzden yeni gizli anahtar önce alıcınıza eklenir.",
    rules: [
      "Hazırlayın: yeni gizli anahtar oluşturulur ve bir kez gösterilir. Yukarıdaki başlıklar hâlâ eskisiyle imzalanır.",
      "Alıcınız ikisini de kabul etsin. Örneklerde: `WEBHOOK_SECRETS=eski,yeni`.",
      "Etkinleştirin: yeniden denemeler dâhil her deneme artık yeni gizli anahtarla imzalanır. `webhook-signature` ilk adımdan itibaren ikisinin de imzasını taşır.",
      "Bir sorun olursa 24 saat içinde eski gizli anahtara dönebilirsiniz.",
      "Ardından eski gizli anahtarı alıcınızdan kaldırın.",
    ],
  },
  address: {
    title: "Adresiniz",
    intro: "Kurallar, adres kaydedilirken ve her denemede yeniden uygulanır.",
    rules: [
      "Geçerli sertifikalı `https`; bağlantı noktası 443, 80 ya da 8443.",
      "IP adresi değil, herkese açık bir ad; kullanıcı adı ve parola içermez.",
      "Adın gösterdiği bütün adresler herkese açık olmalıdır. Özel, yerel ve ayrılmış ağlara hiçbir zaman bağlanılmaz.",
    ],
    inSandbox:
      "Deneme ortamında `http`, IP adresi, `localhost` ve 1024’ten büyük bağlantı noktaları da kabul edilir; özel ağlar edilmez.",
  },
  sandbox: {
    title: "Deneme ortamında deneyin",
    intro:
      "Veri klasöründeki `sandbox.json`, `sandboxKey` değerini ve her üye işyerinin `partnerId` ile `webhookSecret` değerlerini içerir. Bir örneği bu gizli anahtarla başlatın, sonra:",
    setAddress: "Alıcınızın adresini bildirin:",
    sendTest: "Bir deneme bildirimi gönderin. Yanıt, bildirimin kimliğini verir; adres yoksa `null` olur:",
    moveClock:
      "Yeniden denemeyi görmek için alıcıyı durdurun, bir deneme bildirimi daha gönderin, alıcıyı yeniden başlatın ve saati ilerletin. Arada zamanı gelen denemeler, çağrı yanıtlanmadan önce yapılır:",
    payoutEvents:
      "`payout.paid_out` ve `payout.failed` de deneme bildirimi gibi, ötekiler ise gerçekleştiklerinde gönderilir.",
    cards: "Ödeme yapmak için",
  },
  samples: {
    title: "Başlangıç için alıcılar",
    intro:
      "Paket gerektirmeyen, tam programlardır. Yalnızca bulundukları makineyi dinlerler; sertifika, öndeki web sunucusunundur.",
    rules: [
      "`WEBHOOK_SECRETS` bir gizli anahtar ya da aralarında virgülle birkaç gizli anahtar içerir.",
      "Her bildirim `INBOX` klasöründe dosya olarak bir kez saklanır. Ürününüzde bu, anahtarı bildirimin kimliği olan bir tablodur.",
    ],
    asFile: "dosya olarak",
  },
};
