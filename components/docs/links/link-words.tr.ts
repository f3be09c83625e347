import { checkedTexts, pageLanguages } from "./link-example";
import type { LinkWords } from "./link-words";

export const turkish: LinkWords = {
  title: "Ödeme linkleri",
  intro: (days) => [
    "Ödeme linki, alıcıya gönderdiğiniz bir adresin ardındaki tek bir tahsilat isteğidir. Alıcı linki açar, kartına sunulan taksitlerden birini seçer ve bizim sayfamızda öder; sunucunuz kartla hiç karşılaşmaz.",
    `Bir link bir kez ve ${days} gün içinde ödenir. Tutarlar tam kuruş (\`125050\`, 1.250,50 TL’dir), zamanlar UTC’dir.`,
  ],
  contents: "Bu sayfada",
  create: {
    title: "Link oluşturun",
    example: "Sunucunuz linki API anahtarıyla oluşturur:",
    answer: "Yanıt 201 ve linkin kendisidir. `id` değerini saklayın; alıcıya göndereceğiniz `url` değeridir:",
    caption: "Gönderebileceğiniz alanlar",
    heads: ["Alan", "Zorunlu", "Kural"],
    needed: "evet",
    optional: "hayır",
    intro: "Bilmeniz gerekenler:",
    rules: [
      "Link sonradan değiştirilemez. İptal edip yenisini oluşturun.",
      "Tekrar koruması yoktur: iki kez gönderilen istek iki link oluşturur. Bağlantı koptuysa yeniden göndermeden önce `createdFrom` ve tutarla listeye bakın.",
      "`partnerReference`, linklerinizi 1’den başlayarak boşluksuz sayar. İnsanlar içindir; link `id` değeriyle sorgulanır.",
      "`url` ya da `token` kimdeyse sayfayı açıp ödeyebilir. Gizli bilgi sayın: günlüklere ve kendi adreslerinize yazmayın.",
      `${checkedTexts} ve \`items\` metinleri, tümüyle bir kart numarası ya da IBAN olamaz.`,
    ],
  },
  send: {
    title: "Gönderin",
    intro: "E-postayla, kısa mesajla, mesajlaşma uygulamasıyla, basılı olarak ya da ekranda:",
    rules: [
      "`{url}/qr.svg`, adresin göstermek ya da basmak için karekodudur. Adresin kendisi kadar gizlidir.",
      "`https://wa.me/?text=` ve ardından yüzde kodlamasıyla metin, WhatsApp’ı bu mesajla açar.",
      "Mesajlaşma uygulamalarının adres için yaptığı önizleme ve karekod, açılma sayılmaz.",
      `Sayfamız, alıcının tarayıcısına göre şu dillerden birindedir: ${pageLanguages}. Alıcı dili sayfada değiştirebilir; adresin sonuna \`?lang=\` ile bunlardan birini ekleyerek siz de seçebilirsiniz.`,
    ],
    messages: "İki dilde, başlangıç için bir metin:",
    message: ({ merchantName, amount, url, until }) =>
      `Merhaba, ${merchantName} için ${amount} tutarındaki ödemenizi buradan yapabilirsiniz:\n${url}\nLink ${until} tarihine kadar geçerlidir. Kart bilgilerinizi yalnızca bu sayfaya girin.`,
  },
  buyer: {
    title: "Alıcı ne görür",
    steps: {
      intro: "JavaScript olmadan da çalışan tek bir sayfa:",
      rules: [
        "Adınız, linkin numarası, açıklama, sizin sıranızla kalemler ve toplam.",
        "Kart formu. Sekiz hane yazılınca bu kartın taksitleri: aylık tutar, toplam ve vade farkı.",
        "Bankanın 3D Secure sayfası. Bu sırada linkte başka bir kart denenemez; alıcı denemeden vazgeçebilir.",
        "Sonuç. Başarısız denemede ödeme alınmamıştır, link yeniden ödenebilir.",
      ],
    },
    masked: (name, shown) => `Ödeyenin adı maskelenir: \`${name}\`, \`${shown}\` olarak görünür.`,
    account:
      "Hesabınızda ödeme linkleri kapalıysa, ödeme kabulü durdurulduysa ya da hesap askıdaysa alıcı, linkin şu anda kullanılamadığını görür. Linkin durumu değişmez, süresi işler; 3D Secure adımındaki deneme tamamlanır. Siz sorgulamaya ve iptal etmeye devam edebilirsiniz.",
  },
  states: {
    title: "Linkin durumları",
    intro: "`status` yedi değerden biridir:",
    caption: "Durumlar ve dönüşebilecekleri",
    heads: ["Durum", "Anlamı", "Ödenebilir", "Sonraki durum", "Bildirim"],
    names: {
      pending: "bekliyor",
      launched: "açıldı",
      initiated: "ödeme sürüyor",
      completed: "ödendi",
      expired: "süresi doldu",
      failed: "başarısız",
      cancelled: "iptal edildi",
    },
    meanings: {
      pending: "Oluşturuldu; alıcı henüz açmadı.",
      launched: "Alıcı açtı: ne zaman açtığını `firstOpenedAt` ve `lastOpenedAt` söyler.",
      initiated: "Bir kart 3D Secure adımında ya da tahsil ediliyor.",
      completed: "Ödendi.",
      expired: "Ödenmeden süresi doldu.",
      failed: "Son denemede ödeme alınmadı. Alıcı yeniden deneyebilir.",
      cancelled: "Siz iptal ettiniz.",
    },
    yes: "evet",
    no: "hayır",
    final: "kesin",
    noEvent: "–",
  },
  outcome: {
    title: "Sonucu öğrenin",
    intro: "Webhook bir şeyin değiştiğini, sorgu neyin değiştiğini söyler:",
    events: [
      ["payment_link.completed", "Link ödendi. Linki sorgulayın, sonra teslim edin."],
      ["payment_link.expired", "Linkin süresi doldu."],
      ["payment.captured", "Linkteki bir ödeme tahsil edildi; `payment_link.completed` ile birlikte gelir."],
      ["payment.failed", "Bir deneme başarısız oldu. İptal edilmedi ya da süresi dolmadıysa link yeniden ödenebilir."],
      ["payment.expired", "Alıcı 3D Secure doğrulamasını yarıda bıraktı. Link yeniden ödenebilir."],
    ],
    silent: "Link açıldığında ya da iptal edildiğinde bildirim gönderilmez.",
    notice: "Gövde, okunması için satırlara bölünmüş olarak:",
    query: "Linki `paymentLinkId` değeriyle sorgulayın:",
    redirect: "`redirectUrl` varsa alıcının tarayıcısı oraya, iki sayfanızdan birine gider:",
    redirected: {
      intro: "Bu adresler hakkında:",
      rules: [
        "Sondaki bölü işareti fark etmez, sorgu kısmı kalır, `#` sonrası atılır. Başka bir şey eklenmez: sipariş numaranızı adrese siz yazın.",
        "Yalnızca bilgi amaçlıdır: bu adresleri herkes açabilir, bazı alıcılar ise hiç dönmez. Teslimat için yalnızca sorgunun yanıtına güvenin.",
        "Bankanın yanıtı belli olana kadar alıcı bizim sayfamızda bekler.",
      ],
    },
    payment: {
      title: "Linkin ödemesi",
      intro: "Linkle alınan ödeme ötekiler gibidir: aynı yolla sorgulanır, iade edilir ve hesabınıza geçer.",
      rules: (code) => [
        "`payment.captured` bildirimi `paymentCode` taşır; ödemenin `source` değeri `payment_link`, `paymentLinkId` değeri linkin `id` değeridir.",
        `\`partnerTxCode\`, \`PL-{partnerReference}-{n}\` biçimindedir; n, linkin ödemelerini sayar. \`GET /v1/payments?partnerTxCode=${code}\`, ödemeyi \`initiated\` ya da \`captured\` iken bulur; başarısız ya da süresi dolmuş ödeme \`paymentCode\` ile bulunur.`,
        "`amount` tahsil edilen tutardır: linkin `amount` değeri ve vade farkı.",
        "İade, ödemeyi değiştirir. Link `completed` kalır; makbuz iadeyi gösterir.",
      ],
      refunds: "İptal ve iade rehberi",
    },
    webhooks: "Bildirimleri doğrulamak ve yanıtlamak için:",
  },
  list: {
    title: "Linkleri listeleyin",
    example: "En yenisi başta; her koşul listeyi daraltır:",
    envelope: "Yanıttaki `items` linklerdir; bir linkin içindeki `items` ise onun kalemleri:",
    parameters: [
      ["`status`", "Yedi durumdan biri; birkaçı için yineleyin. Virgülle ayrılmaz."],
      ["`minAmount`, `maxAmount`", "Kuruş; iki uç da dâhildir."],
      ["`createdFrom`, `createdTo`", "Saat dilimi belirtilmiş tarih ve saat; iki uç da dâhildir."],
      ["`page`", "0’dan başlar; negatif değer 0 olur."],
      ["`size`", "Söylemezseniz 20; 1’in altı 1, 200’ün üstü 200 olur."],
      ["`hasMore`", "`true`: bu sayfa doludur ve sonraki istenebilir. Sonraki boş çıkabilir."],
      [
        "Ufuk",
        "`page` ile `size` çarpımı 100000’i aşarsa yanıt 400’dür. Bundan önceki son dolu sayfada, devamı olsa bile `hasMore` `false` olur.",
      ],
    ],
    all: {
      intro: "Ekrandaki bir tablo için `hasMore` oldukça `page` değerini artırın. Hepsini dolaşmak için ise:",
      rules: [
        "Hep 0. sayfayı isteyin; `createdTo` değeri, elinizdeki son linkin `createdAt` değeri olsun. O link bir kez daha gelir. Aşağıdaki `listLinks` böyle yapar.",
        "Böylece ufuk kalmaz, arada oluşturulan linkler hiçbir şeyi sonraki sayfaya kaydırmaz.",
      ],
    },
    asFile: "dosya olarak",
  },
  cancel: {
    title: "Linki iptal edin",
    intro:
      "Kesin bir duruma gelmemiş link iptal edilebilir. Yanıt, `cancelled` durumundaki linktir; 3D Secure adımındaki karttan artık tahsilat yapılmaz.",
    answers: [
      ["404 `payment_link_not_found`", "Bu `id` ile bir link yok ya da link sizin değil."],
      [
        "409 `payment_link_already_paid`",
        "Ödendi ya da tam şu anda ödeniyor: bankanın yanıtı gecikirse sorgu bir süre daha `initiated` der.",
      ],
      ["409 `payment_link_expired`", "Linkin süresi dolmuş."],
      ["409 `payment_link_cancelled`", "Link zaten iptal edilmiş; bağlantı koptuysa bu iyi haberdir."],
    ],
    races: {
      intro: "Alıcı sizden hızlı olabilir:",
      rules: [
        "Karttan tahsilat sürerken çağrı birkaç saniye bankayı bekler. Banka reddederse link iptal edilir. Onaylarsa ya da yanıt belli olmazsa yanıt 409 `payment_link_already_paid` olur.",
        "409 aldığınızda linki sorgulayın ve `status` değerine göre davranın.",
        "Ödenmiş bir link için iptal, para iadesi değildir. Onun yolu iadedir.",
      ],
    },
  },
  errors: {
    title: "Hatalar",
    intro:
      "Kararınızı `error.code` değerine göre verin; mesaj insanlar içindir. Birkaç neden varsa bu sıradaki ilki yanıtlanır:",
    caption: "Dört uç noktanın hata yanıtları",
    heads: ["Kod", "Nerede", "Anlamı", "Ne yapmalı"],
    operations: { create: "oluşturma", list: "liste", get: "sorgu", cancel: "iptal" },
    advice: {
      fix: "İsteği düzeltin.",
      retry_later: "Daha sonra yeniden deneyin.",
      contact_support: "Bize ulaşın; aynı istek yanıtı değiştirmez.",
      none: "Linki sorgulayın.",
    },
    next: {
      access_denied:
        "Anahtarın yetkilerini ve izin verilen IP adreslerini panelde denetleyin; `message` hangisinin eksik olduğunu söyler.",
      partner_not_active:
        "Bize ulaşın. Askıdaki hesap sorgulayabilir, listeleyebilir ve iptal edebilir; kapalı hesap hiçbirini yapamaz.",
      rate_limited: "`Retry-After` saniye bekleyin, sonra yeniden gönderin.",
      payment_link_items_amount_mismatch: "Kalemlerin hepsini gönderin ya da hiçbirini; toplamları `amount` olmalıdır.",
      installment_not_allowed: "Terminalin izin verdiği sayıları gönderin ya da alanı göndermeyin.",
      internal_error: "Daha sonra yeniden deneyin. Oluşturma isteğinde önce linki listede arayın.",
      service_unavailable: "`Retry-After` saniye sonra yeniden deneyin. Oluşturma isteğinde önce linki listede arayın.",
      service_overloaded:
        "Ayrılmıştır. `Retry-After` saniye sonra, her seferinde daha uzun bekleyerek yeniden deneyin.",
    },
  },
  budgets: {
    title: "Çağrı sınırları",
    intro: "İlk çağrıdan başlayarak bir dakika boyunca sayılır:",
    perMinute: (calls) => `dakikada ${calls}`,
    subjects: {
      writes: "Oluşturma ve iptal, API anahtarı başına",
      reads: "Sorgu ve liste, API anahtarı başına",
      address: "Dördü birlikte, kaynak adres başına",
    },
    after: (seconds) =>
      `Aşılırsa yanıt, \`Retry-After: ${seconds}\` başlığıyla 429 \`rate_limited\` olur; hiçbir şey okunmamış, oluşturulmamış, değiştirilmemiştir. Bir hesabın her anahtarının sınırı ayrıdır; bir adresin sınırı, oradan gelen bütün anahtarlarda ortaktır. Hesabın sınırları istek üzerine yükseltilir. Durumu sürekli sorgulamayın: webhook haber verir.`,
  },
  sandbox: {
    title: "Deneme ortamında deneyin",
    intro:
      "Veri klasöründeki `sandbox.json`, `sandboxKey` değerini ve her üye işyerinin `partnerId`, `apiKeys` ve `terminals` değerlerini içerir. Bunlarla bir link oluşturun, `url` adresini tarayıcıda açın ve bir test kartıyla ödeyin. Kartın sonucu belirler:",
    cards: [
      ["`approved`", "Link `completed` olur."],
      ["`three_ds_failed`", "Link `failed` olur ve yeni bir deneme sunar. Yanlış doğrulama kodu da aynı sonucu verir."],
      ["`declined_insufficient_funds`", "Tahsilatta reddedilir: `failed`; bankanın nedeni sayfada yazar."],
      ["`declined_at_start`", "`posnet` terminalinde banka, kendi sayfası gösterilmeden reddeder: `failed`."],
      [
        "`capture_lost_taken`",
        "Bankanın yanıtı kaybolur: alıcı bekler, iptalin yanıtı 409’dur; bankaya sorulunca link `completed` olur.",
      ],
    ],
    expire: "Süresini geçirin. Zamanı gelen her şey, çağrı yanıtlanmadan önce olur:",
    switchOff:
      "Ödeme linklerini kapatın; alıcı bilgilendirme sayfasını görür, oluşturmanın yanıtı 422 olur (`true` geri açar):",
    hold: "Ödeme kabulünü durdurun:",
    more: "`singleOnly` ve `installmentsOnly` terminalleri başka taksit sayılarına izin verir, `limited` terminalinde banka sınırları vardır.",
    testCards: "Kartlar ve doğrulama kodu:",
  },
};
