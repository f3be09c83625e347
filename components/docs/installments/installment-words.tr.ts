import type { InstallmentWords } from "./installment-words";

const otherCardOrCount =
  "Aynı ödemede başka bir kart isteyin (taksit sayısı aynı kalır) ya da başka bir taksit sayısıyla yeni bir ödeme oluşturun.";

export const turkish: InstallmentWords = {
  title: "Taksitler",
  intro: [
    "Bir karttan kaç taksitle ve hangi komisyonla tahsilat yapılabileceği karta ve terminalinize bağlıdır. Bunu iki sorgu söyler: biri belli bir kart için, öteki kart henüz bilinmezken.",
    "Tutarlar tam kuruş, oranlar on binde olarak verilir: `125050` 1.250,50 TL’dir, `250` yüzde 2,5’tir. Hiçbir değerin kesirli kısmı yoktur; yalnızca tam sayılarla hesaplayın.",
  ],
  contents: "Bu sayfada",
  lookup: {
    title: "Kart bilindiğinde",
    example:
      "Alıcı sekiz hane yazdığında ve bu haneler değiştiğinde sunucunuz sorar. `baseAmount` ve `customerCommissionShareBps` gönderilmeyebilir; `baseAmount` yoksa dört tutar `null` olur.",
    intro: "`options` içinde ne varsa onu gösterin, başka bir şey göstermeyin:",
    rules: [
      "Listedeki her taksit sayısı, ödeme oluşturulurken aynı oran ve ücretle kabul edilir. Listede olmayan sayıyla tahsilat yapılamaz.",
      "Kodunuza sabit bir taksit menüsü yazmayın, listeyi bir alışverişten ötekine saklamayın: liste karta ve terminale göre değişir, oranlar da zamanla değişir. Bir ödeme, oluşturulduğu anda geçerli olan oranla ücretlendirilir.",
      "Taksit sayısı 1, tek çekimdir. Yalnızca terminal izin veriyorsa listede yer alır.",
    ],
    answers: [
      ["`options` boş", "Bu terminalde bu karttan tek çekimle de tahsilat yapılamaz. Başka bir kart isteyin."],
      ["`cardFamily`: `credit` dışında", "Banka kartı, ön ödemeli kart, yurt dışı kartı: tek çekim ya da hiç."],
      [
        "`cardFamily`: `null`",
        "Kart tanınmıyor; marka ve banka da `null` olur. Terminal izin veriyorsa terminalin olağan oranıyla tek çekim, yoksa hiç.",
      ],
      ["`cardBrand`: `null`", "Kart tanınmıyor ya da bir taksit programına bağlı değil."],
      ["403 `terminal_not_allowed`", "Terminal sizin değil, etkin değil ya da bu türden kartları kabul etmiyor."],
      [
        "429 `rate_limited`",
        "İki sorgunun dakikalık sınırı ortaktır; `Retry-After` saniye bekleyin. Her tuşta değil, kart başına bir kez sorun.",
      ],
    ],
    digits:
      "`bin`, 0–9 rakamlarından oluşan tam sekiz hanedir; başka her değerin yanıtı 400’dür. Haneleri alıcının tarayıcısında alın: kart numarasının başka hiçbir hanesi sunucunuza ulaşmamalıdır. Sekiz hane bir kart numarası değildir; yine de bunları günlüğe yazmayın, saklamayın. Biz yalnızca ilk altısını saklarız.",
  },
  overview: {
    title: "Kart bilinmezken",
    intro:
      "Genel bakış, terminalin bütün fiyatlarını verir; ürün sayfaları ve sepet içindir. İstekte `bin` yoktur, gerisi aynıdır.",
    example: "Aynı tutar için, komisyonun tamamı alıcıdayken gelen yanıt:",
    members: [
      [
        "`optionGroups`",
        "Fiyatlarınızın ayırdığı her kart türü için bir grup: `cardType`, `onUs` ve `cardBrand`. `null`, ne olursa olsun demektir.",
      ],
      [
        "`onUs`",
        "`true`: terminalin kendi bankasının kartları. `false`: başka bankaların kartları. `null`: fiyat ikisinde de aynıdır.",
      ],
      [
        "`onUsRequired`",
        "`true`: bu gruptaki taksitler yalnızca terminalin kendi bankasının kartlarınadır. `false`: markanın başka bankalardaki kartları da yararlanır. `null`: grupta taksit yoktur.",
      ],
      ["`maximums`", "Her taksit sayısı için bütün gruplardaki en pahalı seçenek; `source`, bu seçeneğin grubudur."],
    ],
    upTo: {
      intro:
        "Hiçbir kart `maximums` içindeki tutarı aşmaz; kart bilinmezken “en çok” diye gösterilecek tutarlar bunlardır:",
      caption: (price) => `${price} için “en çok” tutarlar`,
      heads: ["Taksit", "Aylık, en çok", "Toplam, en çok"],
      afterwards:
        "Sekiz hane belli olunca bunların yerine kartın sorgusunu gösterin: kartta daha az taksit olabilir ya da hiç olmayabilir.",
    },
  },
  split: {
    title: "Komisyonu kim öder",
    intro:
      "Dört tutar `baseAmount` (B), `rateBps` (r), `fixedFee` (f, `null` ise 0) ve `customerCommissionShareBps` (s) değerlerinden hesaplanır. Her bölme aşağı yuvarlanır:",
    caption: "Sorguların yanıtları, tutarlar kuruş",
    largest: (kurus) => `Toplamı \`${kurus}\` kuruşu aşan ödeme alınamaz.`,
    perMonth: (total, count, first, rest) =>
      `Aylık tutar: bölünemeyen kısım ilk aya eklenir. \`${total}\`, ${count} taksitte \`${first}\`, sonra ${count - 1} × \`${rest}\` olur.`,
    basis: {
      title: "Tahsilatta ne kesilir",
      intro: "`commissionBasis`, terminalin sözleşmesinde belirlenir:",
      terms: [
        ["`gross`", "Komisyon, tahsil edilen tutarın tamamı üzerinden alınır."],
        [
          "`net`",
          "Alıcının üstlendiği komisyon düşüldükten sonra kalan tutar üzerinden alınır. Yalnızca ödeme linklerinde fark eder, çünkü alıcının payı orada bilinir; `POST /v1/payments` ile gönderilen tutarın tamamı sizindir.",
        ],
      ],
      caption: "Yukarıdaki satırlar ödeme linki olsaydı, tutarlar kuruş",
      heads: ["Tahsil edilen", "Alıcının payı", "gross: kesilen", "gross: kalan", "net: kesilen", "net: kalan"],
    },
  },
  passOn: {
    title: "Komisyonu alıcıya yansıtmak",
    intro:
      "`POST /v1/payments`, gönderdiğiniz `amount` ne ise onu tahsil eder; komisyon bunun tamamından alınır. Yansıtmak isterseniz daha yüksek bir tutar gönderirsiniz; ne kadar olacağına, mevzuat ve sözleşmeniz içinde siz karar verirsiniz.",
    ways: [
      [
        "Bire bir",
        "Fiyatın üzerine komisyonu eklenir: `⌊B × r / 10000⌋ + f`. Sorgunun, `customerCommissionShareBps` 10000 iken hesapladığı budur. Komisyon vade farkından da alındığı için elinize biraz eksik geçer.",
      ],
      [
        "Tam",
        "Size fiyatın kendisini bırakan en küçük tutar: `⌊(B + f − 1) × 10000 / (10000 − r)⌋ + 1`. Oran yüzde 100 ise böyle bir tutar yoktur.",
      ],
    ],
    caption: "İki yol yan yana, tutarlar kuruş",
    heads: ["Fiyat (B)", "r", "f", "Bire bir", "Bire bir kalan", "Tam", "Tam kalan"],
    why: "Formülün nedeni: T tutarından, ücret düşülmeden önce ⌈T × (10000 − r) / 10000⌉ kalır. T × (10000 − r), (B + f − 1) × 10000’i aştığı anda kalan B + f’ye ulaşır.",
    rules: [
      "Sonucu `amount`, taksit sayısını `installment` olarak gönderin. Toplamı ve vade farkını alıcıya ödemeden önce gösterin.",
      "`net` esasında, komisyonunu alıcının üstlendiği bir ödeme linki size fiyatın kendisini bırakır; bir şey eklemek gerekmez.",
    ],
    samples: {
      title: "Kopyalanacak fonksiyonlar",
      intro: "Paket gerektirmez. `options` içindeki bir seçeneği geldiği gibi alırlar.",
      rules: [
        "Node.js: `BigInt`, çünkü `Number` 2⁵³’ten sonra basamak yitirir. `JSON.stringify` onu kabul etmez; isteğe `Number(amount)` yazın.",
        "PHP: tam sayılar 64 bittir. `partOf` çarpmadan önce böler, böylece ara değerler taşmaz; sığmayan sonuç yuvarlanmış bir kesirli sayı değil, hata olur.",
        "Python: tam sayıların üst sınırı yoktur. `/` değil, `//` kullanın.",
      ],
      asFile: "dosya olarak",
    },
  },
  refusals: {
    title: "Taksit sayısı ne zaman reddedilir",
    intro:
      "`installment_not_allowed` (422) yanıtının dört nedeni vardır. Yalnızca sorgunun yanıtını gösterir ve kart değişince yeniden sorarsanız bunlarla pek karşılaşmazsınız.",
    caption: "Dört neden",
    heads: ["Neden", "Nerede görülür", "Ne yapmalı", "Kart denemesi"],
    reasons: [
      [
        "1. Karta taksit yapılamaz: banka kartı, ön ödemeli, yurt dışı ya da tanınmayan kart ve bazı kredi kartları.",
        "Kartın gönderimi, `handoffUrl`",
        otherCardOrCount,
        "Düşer",
      ],
      [
        "2. Terminal bu taksit sayısına izin vermiyor ya da hesabınızda kısıtlanmış.",
        "`POST /v1/payments`",
        "Kayıt oluşturulmadı. İzin verilen bir sayı gönderin.",
        "Düşmez",
      ],
      [
        "3. Kartın markası biliniyor, ama terminal bu markaya bu sayıyı sunmuyor.",
        "Kartın gönderimi, `handoffUrl`",
        otherCardOrCount,
        "Düşer",
      ],
      [
        "4. `allowedInstallmentCounts` boş ya da terminalin izin vermediği bir sayı içeriyor.",
        "`POST /v1/payment-links`",
        "Kayıt oluşturulmadı. Yalnızca izin verilen sayıları gönderin; sonradan değiştirilemez.",
        "Düşmez",
      ],
    ],
    consequences: "Bunlardan çıkan sonuçlar:",
    rules: [
      "1 ve 3 numaralı nedenler sunucunuza değil, `handoffUrl` sayfasında alıcıya bildirilir; ödeme `initiated` durumunda kalır.",
      "Bir ödemedeki kart denemesi sınırlıdır. Son denemeden sonra ödeme başarısız olur, yeni bir karta 429 `card_attempt_limit_exceeded` yanıtı verilir: yeni bir ödeme oluşturun.",
      "İlk ödeme açıkken başka bir taksit sayısıyla oluşturulan yeni ödemenin `partnerTxCode` değeri farklı olmalıdır; aynı kodun yanıtı 409 `duplicate_partner_tx_code` olur.",
      "Listesi boş olan kartın yanıtı `virtual_pos_card_type_not_supported` ya da `installment_not_allowed` olur (ikisi de 422); ikisi de bir deneme düşer.",
    ],
  },
  sandbox: {
    title: "Deneme ortamında deneyin",
    intro:
      "Veri klasöründeki `sandbox.json`, `sandboxKey` değerini ve her üye işyerinin `partnerId`, `apiKeys` ve `terminals` değerlerini içerir. Bazı terminaller `default` terminalinden ayrılır:",
    terminals: [
      ["`singleOnly`", "Yalnızca tek çekime izin verir: listede ya o vardır ya da liste boştur."],
      ["`installmentsOnly`", "Tek çekime izin vermez: banka kartının listesi boştur."],
      ["`domesticOnly`", "Yurt dışı kartlarını kabul etmez: listeleri boştur."],
      ["`creditOnly`", "Banka kartlarının ve ön ödemeli kartların yanıtı 403 `terminal_not_allowed` olur."],
      ["`netBasis`", "`commissionBasis`, `net` olur."],
    ],
    digits: "Sorabileceğiniz haneler:",
    cards: [
      ["`55496000`", "kredi kartı, `bonus`"],
      ["`43550800`", "kredi kartı, `axess`"],
      ["`41551500`", "banka kartı"],
      ["`43974800`", "ön ödemeli kart"],
      ["`41472000`", "yurt dışı kartı"],
      ["`00000000`", "tanınmayan kart"],
    ],
    setTerminal: "Bir terminalin izin verdiği sayıları değiştirin:",
    narrowAccount: "Terminallerin izni ne olursa olsun hesabı kısıtlayın (`null` kısıtlamayı kaldırır):",
    more: "Terminalin `allowedFamilies`, `supportsForeign` ve `commissionBasis` değerleri de böyle değiştirilir.",
    testCards: "Ödeme yapmak için:",
  },
};
