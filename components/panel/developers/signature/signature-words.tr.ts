import type { Mistake } from "./mistakes";

/** What each mistake is, and how to correct it. */
const mistakes: Record<Mistake, readonly [what: string, mend: string]> = {
  prefix_missing: [
    "Değerin başında sha256= yok",
    "Karşılaştırmadan önce hesapladığınız değerin başına sha256= ekleyin.",
  ],
  prefix_doubled: ["sha256= iki kez yazılmış", "Ön eki yalnızca bir kez ekleyin; başlıktaki değer onu zaten içerir."],
  upper_case_hex: ["Değer büyük harfli", "İmza küçük harfli onaltılık yazılır. Değeri küçük harfe çevirin."],
  base64_not_hex: ["Onaltılık yerine base64 kullanılmış", "HMAC sonucunu base64 değil, hex olarak yazdırın."],
  base64_of_hex: ["Onaltılık metin ayrıca base64 ile kodlanmış", "hex çıktıyı bir daha kodlamadan kullanın."],
  v1_missing: [
    "Değerin başında v1, yok",
    "Hesapladığınız değerin başına v1, ekleyin ya da başlıktan kesip karşılaştırın.",
  ],
  hex_not_base64: [
    "base64 yerine onaltılık kullanılmış",
    "webhook-signature base64 ile yazılır; HMAC sonucunu base64 olarak yazdırın.",
  ],
  secret_blanks: [
    "Gizli anahtarın başında veya sonunda boşluk var",
    "Ayarlarınızdaki değeri boşlukları silerek kaydedin.",
  ],
  secret_newline: [
    "Gizli anahtarın sonunda satır sonu var",
    "Anahtarı dosyadan okuyorsanız sonundaki satır sonunu kesin (trim).",
  ],
  secret_quotes: [
    "Gizli anahtar tırnak içinde",
    "Ortam değişkenindeki tırnakları kaldırın; anahtarın parçası sayılıyorlar.",
  ],
  secret_decoded: [
    "Gizli anahtar base64 olarak çözülmüş",
    "sha256 başlığı için anahtarı whsec_ dahil, olduğu gibi metin olarak kullanın. Çözülmüş anahtar yalnızca webhook-signature içindir.",
  ],
  secret_not_decoded: [
    "Gizli anahtar çözülmeden kullanılmış",
    "webhook-signature için whsec_ sonrasını base64 olarak çözüp bayt olarak kullanın.",
  ],
  secret_prefix_cut: ["Gizli anahtarın whsec_ ön eki atılmış", "Anahtarı whsec_ dahil, tam olarak kullanın."],
  sha1: ["SHA-1 kullanılmış", "HMAC için SHA-256 seçin."],
  sha384: ["SHA-384 kullanılmış", "HMAC için SHA-256 seçin."],
  sha512: ["SHA-512 kullanılmış", "HMAC için SHA-256 seçin."],
  hash_without_key: ["Anahtarsız özet alınmış", "Düz SHA-256 yerine gizli anahtarla HMAC-SHA-256 hesaplayın."],
  hash_of_both: [
    "Anahtar ile gövde birleştirilip düz özet alınmış",
    "Birleştirmek yerine gizli anahtarla HMAC-SHA-256 hesaplayın.",
  ],
  key_and_body_swapped: [
    "Anahtar ile gövdenin yeri değişmiş",
    "HMAC'in anahtarı gizli anahtar, iletisi gövdedir. Çağrıdaki sırayı değiştirin.",
  ],
  timestamp_prepended: [
    "Gövdenin önüne zaman damgası eklenmiş",
    "İmza yalnızca gövdeden hesaplanır; önüne hiçbir şey eklemeyin.",
  ],
  id_and_timestamp_prepended: [
    "Gövdenin önüne kimlik ve zaman damgası eklenmiş",
    "Bu düzen yalnızca webhook-signature içindir. sha256 başlığı için yalnızca gövdeyi kullanın.",
  ],
  id_and_timestamp_missing: [
    "Kimlik ve zaman damgası eklenmemiş",
    "webhook-signature için webhook-id.webhook-timestamp.gövde metnini imzalayın.",
  ],
  id_missing: ["Kimlik eklenmemiş", "webhook-signature için webhook-id.webhook-timestamp.gövde metnini imzalayın."],
  body_newline: [
    "Gövdenin sonuna satır sonu eklenmiş",
    "Gövdeyi satır satır okumak ya da yazdırmak yerine ham baytlarını kullanın.",
  ],
  body_crlf: ["Gövdenin satır sonları değiştirilmiş", "Gövdeyi metin kipinde okumayın; baytları olduğu gibi alın."],
  body_blanks: ["Gövdenin başında veya sonunda boşluk var", "Gelen baytlara hiçbir şey eklemeden doğrulayın."],
  body_bom: [
    "Gövdenin başında bayt sırası işareti (BOM) var",
    "Gövdeyi BOM eklemeyen UTF-8 ile, en iyisi bayt olarak alın.",
  ],
  body_whitespace: [
    "Gövde yeniden yazılmış: boşlukları farklı",
    "Ayrıştırıp yeniden yazılan JSON'u değil, gelen ham gövdeyi doğrulayın. Doğrulamayı ayrıştırmadan önce yapın.",
  ],
  body_key_order: [
    "Gövde yeniden yazılmış: alanların sırası farklı",
    "Ayrıştırıp yeniden yazılan JSON'u değil, gelen ham gövdeyi doğrulayın.",
  ],
  body_escaped_slashes: [
    "Gövde yeniden yazılmış: eğik çizgiler \\/ olmuş",
    "json_encode gibi bir işlevle yeniden yazmayın; gelen ham gövdeyi doğrulayın.",
  ],
  body_unicode_escapes: [
    "Gövde yeniden yazılmış: harfler \\u ile kaçırılmış",
    "Yeniden yazılan JSON'u değil, gelen ham gövdeyi doğrulayın.",
  ],
  body_encoded_twice: [
    "Gövde bir kez daha JSON metnine çevrilmiş",
    "Metin olan gövdeye JSON.stringify uygulamayın; olduğu gibi kullanın.",
  ],
  body_utf16: ["Gövde UTF-16 baytlarına çevrilmiş", "Metni bayta çevirirken UTF-8 kullanın (örneğin Encoding.UTF8)."],
  body_latin1: ["Gövde Latin-1 baytlarına çevrilmiş", "Metni bayta çevirirken UTF-8 kullanın."],
  body_empty: [
    "Boş bir gövde imzalanmış",
    "Gövde akışı daha önce okunmuş olabilir. Ham gövdeyi saklayan ara katmanı, ayrıştırıcıdan önceye koyun.",
  ],
  body_object: ["Gövde yerine [object Object] imzalanmış", "Ayrıştırılmış nesneyi değil, gelen ham metni imzalayın."],
  id_differs: [
    "Başlıktaki bildirim kimliği gövdedekinden farklı",
    "İmza gövde için doğru. Kimliği gövdedeki id alanından alın; başlıklar imzalı değildir.",
  ],
  timestamp_differs: [
    "Başlıktaki zaman damgası gövdedekinden farklı",
    "İmza gövde için doğru. Zamanı gövdedeki occurredAt alanından alın; başlıklar imzalı değildir.",
  ],
};

export const signatureTr = {
  title: "İmza denetimi",
  intro:
    "Gelen bir bildirimin imzasını denetleyin. Her şey bu tarayıcıda hesaplanır; anahtar ve gövde hiçbir yere gönderilmez ve saklanmaz.",
  example: "Örnek yükle",
  examples: {
    none: "Seçin",
    valid: "Doğru imza",
    newline: "Sona eklenen satır sonu",
    reserialised: "Yeniden yazılmış gövde",
    base64: "Onaltılık yerine base64",
  },
  secret: "Gizli anahtar",
  secretHint: "whsec_ ile başlar.",
  show: "Anahtarı göster",
  body: "Gelen ham gövde",
  bodyHint: "Uç noktanıza gelen gövde, ayrıştırılmadan ve değiştirilmeden.",
  headers: "Gelen başlıklar",
  headersHint: "Her satırda Ad: değer; ya da yalnızca imza değeri.",
  computed: "Kodunuzun hesapladığı imza (isteğe bağlı)",
  computedHint: "Yapıştırırsanız kodunuzdaki hata aranır.",
  check: "Denetle",
  result: "Sonuç",
  valid: "İmza geçerli",
  validContract: "Gövde, gizli anahtar ve imza birbirine uyuyor.",
  validStandard: "Gövde, gizli anahtar ve webhook-signature başlığı birbirine uyuyor.",
  mistakesTitle: (count: number) => (count === 1 ? "Hata bulundu" : `${count} hata bulundu`),
  mistakes,
  expected: "Bu gövde ve anahtarla doğru imza",
  unexplained: {
    received: "Gelen imza bu gövde ve bu anahtarla oluşmamış",
    computed: "Hesapladığınız değer bilinen bir hataya benzemiyor",
  },
  unexplainedHelp: {
    received:
      "Ya anahtar başka, ya da gövde değişmiş. Webhook sayfasında gösterilen son dört karakteri karşılaştırın; anahtar yenilenmişse öncekini ya da hazırlananı da deneyin.",
    computed: "Gelen imza doğru. Kodunuzun imzaladığı baytları ve anahtarı günlüğe yazmadan, adım adım inceleyin.",
  },
  hints: {
    secret_shape: "Anahtar beklenen biçimde değil: whsec_ ve 32 karakter olmalıdır.",
    body_shape: "Gövde bir webhook gövdesine benzemiyor: id, type ve occurredAt alanları bekleniyor.",
    signature_shape: "İmza değeri eksik ya da kesilmiş görünüyor: sha256= ve 64 onaltılık karakter olmalıdır.",
  },
  ends: {
    present: "Anahtarın son dört karakteri, şu an imzalayan anahtarınkiyle aynı.",
    next: "Son dört karakter hazırlanan anahtarınkiyle aynı: o henüz imzalamıyor.",
    previous: "Son dört karakter önceki anahtarınkiyle aynı: artık yenisi imzalıyor.",
    other: "Son dört karakter hesabınızın anahtarlarından hiçbirine uymuyor.",
  },
  incomplete: "Denetlemek için eksik olan",
  missing: {
    secret: "gizli anahtar",
    body: "gelen gövde",
    signature: "gelen imza ya da kodunuzun hesapladığı değer",
    standard_id_and_timestamp: "webhook-id ve webhook-timestamp başlıkları",
  },
};
