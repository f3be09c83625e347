import { turkishRefusals } from "./refund-refusal-words";
import type { RefundWords } from "./refund-words";

export const turkish: RefundWords = {
  title: "İptal ve iade",
  intro: [
    "Tahsil edilmiş bir ödemenin tamamını ya da bir kısmını kart sahibine geri verirsiniz. Banka bunu iki yolla yapar: gün sonundan önce iptal (`void`), sonra iade (`credit`). API’de ikisi de `refund` adıyla geçer.",
    "Bankaya hiçbir şey iki kez gönderilmez. Tutarlar tam kuruş (`5000`, 50,00 TL’dir), zamanlar UTC’dir.",
  ],
  contents: "Bu sayfada",
  kinds: {
    title: "İptal mi, iade mi",
    intro: "Yolu siz seçmezseniz ödemenin o anki durumuna uyan seçilir:",
    caption: "Aralarındaki fark",
    heads: ["Konu", "İptal (void)", "İade (credit)"],
    rows: [
      ["Ne zaman", "Gün sonundan önce.", "Gün sonundan sonra her zaman; öncesinde yalnızca bankası kabul ederse."],
      ["Ne kadar", "Yalnızca tamamı, öncesinde iade yapılmadıysa.", "Tamamı ya da bir kısmı, birkaç kez."],
      [
        "Kart sahibi ne görür",
        "Ödeme ekstreye yansımaz. Bekleyen tutarı kartın bankası kaldırır; banka kartında para hesaba döner.",
        "Ödeme ekstrede kalır; iade ayrı bir satır olarak, çoğunlukla birkaç iş günü içinde görünür. Taksitli ödemede banka iadeyi taksit taksit yansıtabilir.",
      ],
      ["Komisyon", "Geri verilir.", "Geri verilmez."],
    ],
  },
  dayEnd: {
    title: "Gün sonu",
    intro: "Gün sonunda banka o günün işlemlerini kesinleştirir; kesinleşmiş ödeme artık iptal edilemez, iade edilir.",
    rules: [
      "Gün sonu, `capturedAt` anından sonraki ilk İstanbul gece yarısıdır: 21:00 UTC. Terminalin bankası günü başka saatte kapatıyorsa terminalin `dayEndLocal` saati geçerlidir.",
      "Her takvim gününün gün sonu vardır; hafta sonları ve tatiller de böyledir.",
      "Sunucunuzun tarihiyle hesaplamayın: 23.59’da tahsil edilen ödemeyi iptal etmek için bir dakika vardır. O an, ödemenin `refundOptions.void.until` değeridir; o anda iptal süresi bitmiştir.",
      "Gün sonuna çok yakın işlemlerde banka, ödemeyi öbür güne yazmış ya da iptali geç almış olabilir. Gün sonunun beş dakika öncesiyle sonrası arasında banka iptal edilecek işlem bulamazsa `/refunds`, aynı kodla iade olarak sürer; hangisinin yapıldığını yanıttaki `method` söyler. `/refunds/void` ise `declined` olur: `day_closed` ya da `nothing_to_void`; yeni bir kodla iade edin.",
    ],
  },
  start: {
    title: "İptal ya da iade başlatın",
    example: "Sunucunuz API anahtarıyla ister. Bu, tamamını geri verir; yolunu biz seçeriz:",
    answer: "Yanıt her zaman 201 ve bu üç alandır; ne olduğunu `status` söyler:",
    fields: [
      [
        "`partnerRefundCode`",
        "Zorunlu, 1 ile 128 karakter. Sizin kodunuzdur: hesabınızda bir kez kullanılır, sonuç ne olursa olsun bir daha kullanılamaz.",
      ],
      ["`amount`", "Kuruş, `1` ya da fazlası. Gönderilmezse ya da `null` ise kalanın tamamı."],
    ],
    ways: "Üç uç nokta, gövdeleri aynı:",
    endpoints: {
      automatic: "Yolu biz seçeriz. Çoğu zaman doğrusu budur.",
      void: "İptal ister; olmuyorsa iade etmez, 422 yanıtını verir.",
      credit: "İade ister. Gün sonundan önce kararı banka verir: kabul etmeyen banka `day_not_closed` der.",
    },
    intro: "Bilmeniz gerekenler:",
    rules: [
      "Bir ödemede aynı anda tek bir iptal ya da iade sürer. Sonucu belli olmadan ikincisi 409 `refund_in_progress` yanıtını alır.",
      "Eşit tutarlı iki iade, iki ayrı kodla yapılır.",
      "Başarısız olan ya da süresi dolan ödeme için iade gerekmez. Banka parayı yine de almışsa karta biz geri veririz; ödemedeki `returnedAmount` bunu gösterir. Bu sizin iadeniz değildir: komisyonu, hesap hareketi ve bildirimi yoktur.",
      "Linkle alınan ödeme de böyle iade edilir. Link `completed` kalır; alıcı linki yeniden açarsa makbuzda iptali ya da iadeyi görür.",
      "Ödeme kabulü durdurulmuş hesap iade edebilir. Askıdaki hesap başlatamaz, sorgulayabilir.",
    ],
  },
  methods: {
    title: "Hangi yol ne zaman",
    intro: "Kalan, ödemenin tutarından onaylanmış iadelerin düşülmesiyle bulunur:",
    caption: "İstenene ve zamana göre ne olur",
    heads: ["İstenen", "Gün sonundan önce", "Gün sonundan sonra"],
    direct: "doğrudan tahsilat",
    any: "`/refunds` ya da `/refunds/void`",
    whole: "kalanın tamamı",
    part: "kalanın bir kısmı",
    either: "tamamı ya da bir kısmı",
    credited: "daha önce iade yapılmış",
    uncredited: "daha önce iade yapılmamış",
    otherwise: "öteki durumlar",
    rules: {
      intro: "Kısmi iade:",
      rules: [
        "`/refunds` ile gün sonundan itibaren yapılır; ne zaman olacağı `refundOptions.automaticPartialFrom` değeridir.",
        "Beklemek istemiyorsanız `/refunds/credit` kullanın: bankası kabul ederse hemen olur.",
        "Kısmi iadeden sonra iptal edilemez; kalan da iadeyle geri verilir.",
      ],
    },
  },
  options: {
    title: "Şu anda ne yapılabilir",
    intro: "Ödemenin sorgusu, yapılabilecekleri `refundOptions` içinde söyler; tahsil edilmemişse `null` olur:",
    fields: [
      ["`void.available`, `void.until`", "Tamamı şu anda iptal edilebilir mi; en geç ne zamana kadar."],
      ["`credit.available`", "İade gönderilebilir mi. Gün sonundan önce kararı yine banka verir."],
      [
        "`automaticPartialFrom`",
        "`/refunds` kısmi iadeyi ne zamandan beri kabul eder. `null`: hiçbir zaman (doğrudan tahsilat, ya da kalan yok).",
      ],
      ["`reason`", "Neden olmadığı; olabiliyorsa `null`."],
    ],
    why: "`reason` değerleri:",
    reasons: {
      refund_pending: "Sürmekte olan bir iptal ya da iade var; sonucunu bekleyin.",
      under_review: "Ödeme, bankanın kayıtlarıyla karşılaştırılıyor; inceleme bitince yeniden deneyin.",
      fully_refunded: "Geri verilecek bir şey kalmadı.",
      direct_collection: "Terminal doğrudan tahsilat terminalidir; iade edilemez.",
      partly_refunded: "Bir kısmı iade edildi; iptal yalnızca tamamı içindir.",
      day_closed: "Gün sonu geçti; artık iptal edilemez.",
    },
  },
  outcome: {
    title: "Sonucu öğrenin",
    intro: "Banka en çok 8 saniye beklenir. Yanıtladıysa `status` sonuçtur, yoksa `pending` olur:",
    caption: "Durumlar ve dönüşebilecekleri",
    heads: ["Durum", "Anlamı", "Sonraki durum", "Bildirim"],
    names: { pending: "sürüyor", approved: "onaylandı", declined: "reddedildi" },
    meanings: {
      pending: "Banka yanıtlamadı ya da yanıtı belli değil: para geri verilmiş olabilir de olmayabilir de.",
      approved: "Banka yaptı. Kalan azaldı.",
      declined:
        "Banka yapmadı: hiçbir tutar geri verilmedi, kalan değişmedi. Nedeni `failureCode` içindedir; yeni deneme, yeni kod ister.",
    },
    final: "kesin",
    noEvent: "–",
    pending: {
      intro: "`pending` iken:",
      rules: [
        "Beklemekten başka bir şey yapmayın. İstek bankaya yeniden gönderilmez; banka sorulur: ilk 5 saniye sonra, sonra gitgide seyrekleşerek.",
        "Bankanın kayıtlarında varsa `approved` olur. İki kez bakılıp bulunamazsa, en erken iki dakika sonra, `declined` olur: nedeni `not_processed`, gün sonu geçmiş bir iptalde `day_closed`. Öncesinde bankaya ulaşılamadığı için hiç gönderilmeyen iade bir dakika sonra `declined` olur: `not_processed`.",
        "15 dakikada belli olmazsa ekibimiz bakar. Bir saatten uzun süre yanıt vermeyen bankaya gün sonunda, sonra saatte bir yeniden sorulur; ekibimiz sonuçlandırmadıkça iade o zamana kadar `pending` kalır. Tutar bu sürede `refund.pendingAmount` içindedir; başka bir iade başlamaz.",
        "Alıcıya paranın geri verildiğini `approved` olmadan söylemeyin.",
      ],
    },
    reported: "Sonuç her durumda bildirilir; yanıtta öğrenmiş olsanız da:",
    events: [
      ["refund.approved", "Bir iptal ya da iade onaylandı."],
      ["refund.declined", "Bir iptal ya da iade reddedildi."],
    ],
    query: "Bildirim yalnızca `paymentCode` taşır. Ödemenin iptal ve iadelerini sorgulayın; en yenisi başta:",
    record: "`items` içindeki bir kayıt; `failureCode` yalnızca `declined` iken doludur:",
    payment: "Ödemenin kendisi de toplamı `refund` içinde söyler:",
    sums: [
      ["`status`", "`none`, `partial` ya da `full`: onaylananlara göre."],
      ["`refundedAmount`", "Onaylananların toplamı."],
      [
        "`correctedAmount`",
        "`refund` dışında, ödemenin kendisindedir: kayıtlarımızdaki düzeltmelerin buna eklediği tutar: burada iadesi olmadan bankanın geri verdiği para; kayıtlardaki bir iade bankada hiç yapılmamışsa eksi. Neredeyse her zaman 0.",
      ],
      ["`pendingAmount`", "Sonucu belli olmayanın tutarı."],
      ["`remainingAmount`", "İkisi çıkınca kalan."],
      ["`items`", "Reddedilenler de dâhil hepsi."],
    ],
    webhooks: "Bildirimleri doğrulamak ve yanıtlamak için:",
  },
  lost: {
    title: "Bağlantı koparsa",
    steps: {
      intro: "Yanıt gelmedi ya da 5xx geldi: istek bize ulaşmış da olabilir, ulaşmamış da. İki kez ödememek için:",
      rules: [
        "Kodu, isteği göndermeden önce siparişle birlikte saklayın.",
        "Yanıt gelmezse `GET /v1/refunds?partnerRefundCode=` ile kodu sorgulayın. Bulduğunuz kayıttaki `paymentCode` ödemenizinkiyse sonuç odur.",
        "404 `refund_not_found`: bu kodla bir şey başlamamıştır. Aynı isteği, aynı kodla yeniden gönderin. Önceki istek yoldaysa ikisinden yalnızca biri kabul edilir.",
        "Yeni bir kodla yeniden göndermeyin: yeni kod, yeni bir iadedir. Yeni kod yalnızca `declined` sonucundan sonra doğrudur.",
      ],
    },
    program: "Bunları yapan işlevler:",
    asFile: "dosya olarak",
  },
  ...turkishRefusals,
  commission: {
    title: "Komisyon ve hak ediş",
    intro: "Ödemenin `commission` alanı:",
    rules: [
      "İptal komisyonu geri verir: `reversedAmount`, komisyonun tamamı olur.",
      "İade komisyonu geri vermez: `reversedAmount` `0` kalır. Alıcının üstlendiği pay tutarın içindedir; tamamı iade edilince o da alıcıya döner.",
      "`netAmount`, size kalandır: tutar − komisyon + geri verilen komisyon − onaylanmış iptal ve iadeler. Eksi olabilir.",
      "Fark, iptal ya da iadenin gönderildiği bankacılık gününü izleyen iş gününün hak edişinden düşülür; eksi bakiye sonrakine aktarılır.",
    ],
    caption: "Bir örnek, kuruş olarak",
    heads: ["Geri verilen", "amount", "komisyon", "reversedAmount", "refundedAmount", "netAmount"],
    none: "yok",
    part: (amount) => `iade, ${amount}`,
    whole: { void: "iptal", credit: "iade, tamamı" },
  },
  direct: {
    title: "Doğrudan tahsilat terminalleri",
    intro: "Bu terminallerde para bankadan doğrudan sizin hesabınıza geçer; bizde hak edişi yoktur.",
    rules: [
      "Yalnızca tamamı, yalnızca gün sonundan önce iptal edilebilir; `/refunds` da, `/refunds/void` da olur.",
      "Kısmi tutar, `/refunds/credit` ve gün sonundan sonraki her istek 422 `direct_refund_not_allowed` yanıtını alır.",
      "Sonrası için alıcıya kendi hesabınızdan ödeyin ya da bankanıza başvurun.",
    ],
  },
  budgets: {
    title: "Çağrı sınırları",
    perMinute: (calls) =>
      `API anahtarı başına dakikada ${calls} başlatma; üç uç nokta birlikte sayılır. Sorguların kendi sınırı yoktur.`,
    after:
      "Aşılırsa yanıt 429 `rate_limited` olur; `Retry-After` kaç saniye bekleneceğini söyler. Hiçbir şey başlamamış, kod kullanılmamıştır.",
  },
  sandbox: {
    title: "Deneme ortamında deneyin",
    intro:
      "Veri klasöründeki `sandbox.json`, `sandboxKey` değerini ve her üye işyerinin `apiKeys` ve `terminals` değerlerini içerir. Bir test kartıyla ödeme alın, sonra geri verin. Kart, ne olacağını belirler:",
    cards: [
      ["`approved`", "İptal de iade de `approved` olur."],
      [
        "`void_declined`",
        "İptal `declined` olur: `declined_by_bank`. Saati ilerletin ve yeni bir kodla iade edin: `approved`.",
      ],
      ["`credit_declined`", "İade `declined` olur: `declined_by_bank`. Gün sonundan önce iptal edilebilir."],
      [
        "`credit_lost_taken`",
        "İadede bankanın yanıtı kaybolur: `pending`. Birkaç saniye sonra bankaya sorulur ve `approved` olur; ödeme bir kez iade edilmiştir.",
      ],
    ],
    steps: {
      dayEnd: "Gün sonunu geçirin. Zamanı gelen her şey, çağrı yanıtlanmadan önce olur:",
      moveDayEnd: "Ya da terminalin gün sonunu başka bir saate alın:",
      slow: "`pending` yanıtını görmek için bankayı yavaşlatın (`0` geri alır):",
      sameDay: "Gün sonundan önce iade kabul etmeyen bir banka, `day_not_closed` (`false` geri alır):",
      ledger: "Bankanın defteri: ne tahsil, ne iptal, ne iade edildi:",
    },
    more: "Doğrudan tahsilat için `direct` terminaliyle ödeme alın.",
    testCards: "Kartlar ve doğrulama kodu:",
  },
};
