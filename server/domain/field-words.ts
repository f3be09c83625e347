import type { Language } from "./errors";

/**
 * The problems that a field can have, with their messages in English and Turkish (D-4). A zod issue carries only the
 * problem's name and numbers (`integer_between 1 50`). The entry point turns it into the caller's language, and no
 * value that the caller sent is repeated.
 */
const fieldWords = {
  required: ["is required", "zorunludur"],
  object: ["must be an object", "bir nesne olmalıdır"],
  list: ["must be a list", "bir liste olmalıdır"],
  list_size: ["must have {0} to {1} entries", "{0} ile {1} arasında öğe içermelidir"],
  text: ["must be a string", "bir metin olmalıdır"],
  boolean: ["must be true or false", "true veya false olmalıdır"],
  integer: ["must be an integer", "bir tam sayı olmalıdır"],
  integer_between: ["must be an integer between {0} and {1}", "{0} ile {1} arasında bir tam sayı olmalıdır"],
  number_between: ["must be a number between {0} and {1}", "{0} ile {1} arasında bir sayı olmalıdır"],
  max_characters: ["max {0} characters", "en çok {0} karakter"],
  digits: ["must be exactly {0} digits", "tam olarak {0} rakam olmalıdır"],
  blank: ["must not be blank", "boş olamaz"],
  control_characters: ["must not contain control characters", "kontrol karakteri içeremez"],
  unicode: ["must be valid Unicode text", "geçerli Unicode metni olmalıdır"],
  date_time: [
    "must be an RFC 3339 date-time with a time zone",
    "saat dilimi içeren bir RFC 3339 tarih-saati olmalıdır",
  ],
  day: ["must be a day as YYYY-MM-DD", "YYYY-AA-GG biçiminde bir gün olmalıdır"],
  time_of_day: ["must be a time of day as HH:MM", "SS:DD biçiminde bir saat olmalıdır"],
  choice: ["must be one of the allowed values", "izin verilen değerlerden biri olmalıdır"],
  url: ["must be an absolute http or https URL", "mutlak bir http veya https adresi olmalıdır"],
  url_host: ["its host is not on the account's list", "alan adı hesabın listesinde değil"],
  bank_address: [
    "must be an https address with a public host name",
    "herkese açık bir alan adı olan bir https adresi olmalıdır",
  ],
  email: ["must be an e-mail address", "bir e-posta adresi olmalıdır"],
  host: ["must be a host name, or *. and a host name", "bir alan adı veya *. ile başlayan bir alan adı olmalıdır"],
  tax_number: ["must be a tax number with correct check digits", "denetim haneleri doğru bir vergi numarası olmalıdır"],
  iban: ["must be a Turkish IBAN with correct check digits", "denetim haneleri doğru bir TR IBAN’ı olmalıdır"],
  phone: ["must be a phone number", "bir telefon numarası olmalıdır"],
  colour: ["must be a colour such as #0b6e4f", "#0b6e4f gibi bir renk olmalıdır"],
  picture_size: [
    "The file is larger than {0} kB. Choose a smaller one.",
    "Dosya {0} kB’tan büyük. Daha küçük bir dosya seçin.",
  ],
  picture_kind: ["This file is not a PNG, JPEG or WebP picture.", "Bu dosya PNG, JPEG veya WebP resmi değil."],
  picture_moves: [
    "The picture is animated. Choose one that stands still.",
    "Resim hareketli. Hareketsiz bir resim seçin.",
  ],
  picture_dimensions: [
    "The picture must be {0} to {1} pixels wide and high.",
    "Resmin eni ve boyu {0} ile {1} piksel arasında olmalıdır.",
  ],
  picture_broken: [
    "The picture could not be read to its end. Save it again in a graphics program.",
    "Resim sonuna kadar okunamadı. Bir grafik programında yeniden kaydedip deneyin.",
  ],
  file: [
    "The file cannot be read. Choose the CSV or XLSX file of the bank.",
    "Dosya okunamadı. Bankanın CSV veya XLSX dosyasını seçin.",
  ],
  file_line: [
    "Line {0} of the file has more columns than its header. Choose the right layout, or ask the bank for the file again.",
    "Dosyanın {0}. satırında başlıktakinden çok sütun var. Doğru dosya düzenini seçin ya da dosyayı bankadan yeniden isteyin.",
  ],
  bank_day_not_ended: [
    "This day has not ended yet. Choose a day before today.",
    "Bu gün henüz bitmedi. Bugünden önceki bir gün seçin.",
  ],
  bank_day_covered: [
    "This day has a file that covers some of the same banks already. Import the file of a day always for the same banks.",
    "Bu günün, aynı bankalardan bazılarını kapsayan başka bir dosyası var. Bir günün dosyalarını hep aynı kapsamla yükleyin.",
  ],
  amounts_reversed: ["must not be below the smallest amount", "en küçük tutardan az olamaz"],
  paging_horizon: ["times size must be at most {0}", "ile size çarpımı en çok {0} olmalıdır"],
  span_ends_before: ["must be later than from", "from değerinden sonra olmalıdır"],
  span_too_long: ["must be at most {0} days after from", "from değerinden en çok {0} gün sonra olabilir"],
  month_not_over: ["The month is not over yet.", "Ay henüz sona ermedi."],
  month_not_next: ["An earlier month has to be closed first.", "Önce daha önceki bir ayın kapatılması gerekiyor."],
  month_has_open: [
    "The outcome of a capture or refund of the month is not known yet.",
    "Bu aya ait bir tahsilatın veya iadenin sonucu henüz belli değil.",
  ],
  unknown_cursor: ["is not the nextCursor of this query", "bu sorgunun verdiği bir nextCursor değil"],
  once: ["must be given once", "bir kez verilmelidir"],
  one_of_two: ["needs either advanceSeconds or set", "advanceSeconds veya set alanlarından biri gerekir"],
  json: ["must be well-formed JSON in UTF-8", "UTF-8 ile yazılmış geçerli JSON olmalıdır"],
  nesting: ["is nested too deeply", "çok derin iç içe geçmiş"],
  percent_encoding: ["has malformed percent-encoding", "hatalı yüzde kodlaması içeriyor"],
  password_short: ["The password needs at least {0} characters.", "Parola en az {0} karakterden oluşmalıdır."],
  password_long: ["The password may have at most {0} characters.", "Parola en çok {0} karakter olabilir."],
  password_common: [
    "This password is one of those that are tried first. Choose another one.",
    "Bu parola ilk denenen parolalardan biri. Başka bir parola seçin.",
  ],
  password_about: [
    "The password may not be your e-mail address, your name or ours.",
    "Parola; e-posta adresiniz, adınız veya bizim adımız olamaz.",
  ],
  password_same: [
    "This is your present password. Choose another one.",
    "Bu zaten geçerli parolanız. Başka bir parola seçin.",
  ],
  password_wrong: ["The password is wrong.", "Parola yanlış."],
  second_factor_needed: [
    "Enter the code of your authenticator app or a recovery code as well, or use a passkey.",
    "Doğrulama uygulamanızdaki kodu veya bir kurtarma kodunu da girin ya da geçiş anahtarı kullanın.",
  ],
  second_factor_wrong: [
    "The code is wrong, or it has been used. Enter the one that your app shows now.",
    "Kod yanlış veya daha önce kullanıldı. Uygulamanızda şu anda görünen kodu girin.",
  ],
  passkey_refused: [
    "The passkey was not accepted. Try again, or use another way.",
    "Geçiş anahtarı kabul edilmedi. Yeniden deneyin veya başka bir yol kullanın.",
  ],
  keys_many: [
    "At most {0} keys can be in use. Revoke one first.",
    "En çok {0} anahtar kullanımda olabilir. Önce birini iptal edin.",
  ],
  key_expiry: ["must lie in the future", "gelecekte olmalıdır"],
  ip_network: [
    "must be an IP address or a network such as 203.0.113.0/24",
    "bir IP adresi veya 203.0.113.0/24 gibi bir ağ olmalıdır",
  ],
  key_scope_beyond: [
    "You can only give a key rights that you have yourself.",
    "Bir anahtara yalnızca sizde olan yetkileri verebilirsiniz.",
  ],
  key_factor_missing: [
    "A key that may refund needs your second factor. Set up an authenticator app on the security page first.",
    "İade yetkisi olan bir anahtar için ikinci doğrulama adımı gerekir. Önce güvenlik sayfasında bir doğrulama uygulaması kurun.",
  ],
  key_refund_limit: [
    "This API key may refund at most {0} kuruş at once.",
    "Bu API anahtarı tek seferde en çok {0} kuruş iade edebilir.",
  ],
  refund_bound_in_api: [
    "Refunds of this payment above {0} kuruş in all need a second person in the panel.",
    "Bu ödemede toplamı {0} kuruşu aşan iadeler panelde ikinci bir kişinin onayını gerektirir.",
  ],
  limit_needs_deciders: [
    "Nobody could approve yet: at least two owners or finance users need a proved e-mail address, a second factor and 24 hours in the team.",
    "Henüz onaylayabilecek kimse yok: en az iki hesap sahibi veya finans kullanıcısının e-postası doğrulanmış, ikinci doğrulama adımı kurulu ve ekipte 24 saati dolmuş olmalıdır.",
  ],
  webhook_malformed: [
    "Enter a full address, such as https://shop.example/webhooks, without a user name or blanks.",
    "Adresi kullanıcı adı ve boşluk olmadan tam yazın; örneğin https://magaza.example/webhook.",
  ],
  webhook_scheme: ["The address must begin with https://.", "Adres https:// ile başlamalıdır."],
  webhook_port: [
    "This port is not allowed. Use 443, 80 or 8443.",
    "Bu bağlantı noktası kullanılamaz. 443, 80 veya 8443 kullanın.",
  ],
  webhook_ip_literal: ["Use a host name, not an IP address.", "IP adresi değil, bir alan adı kullanın."],
  webhook_host: [
    "The host must be a public name, not one of a local network.",
    "Alan adı herkese açık olmalıdır; yerel ağ adları kullanılamaz.",
  ],
  webhook_blocked_destination: [
    "The name leads to an address that is not public. Webhooks are only sent to public addresses.",
    "Alan adı herkese açık olmayan bir adrese çıkıyor. Webhook yalnızca herkese açık adreslere gönderilir.",
  ],
  webhook_name_not_found: [
    "The host name was not found. Check how it is written.",
    "Alan adı bulunamadı. Yazımını denetleyin.",
  ],
  webhook_secret_not_prepared: ["No new secret is prepared.", "Hazırlanmış yeni bir gizli anahtar yok."],
  webhook_secret_no_previous: [
    "There is no secret of the last 24 hours to go back to.",
    "Geri dönülebilecek, son 24 saatte değiştirilmiş bir gizli anahtar yok.",
  ],
  card_number: [
    "must not be a card number; its last four digits are enough",
    "kart numarası olamaz; son dört hanesi yeter",
  ],
  sensitive: ["must not be a card number or an IBAN", "kart numarası veya IBAN olamaz"],
  correction_not_captured: [
    "Only a captured payment can be corrected.",
    "Yalnızca tahsil edilmiş bir ödemenin kaydı düzeltilebilir.",
  ],
  correction_amount: ["Enter the amount that was seen at the bank.", "Bankada görülen tutarı yazın."],
  correction_no_amount: [
    "Where the books are right, the amount of the correction is 0.",
    "Kayıtlar doğruysa düzeltmenin tutarı 0 olmalıdır.",
  ],
  correction_void_whole: [
    "A void covers the whole payment: enter the payment's amount.",
    "İptal, ödemenin tamamını kapsar: ödemenin tutarını yazın.",
  ],
  correction_above_captured: [
    "With this amount, more would be given back than was captured.",
    "Bu tutarla, tahsil edilenden fazlası geri verilmiş olur.",
  ],
  correction_above_refunded: [
    "This is more than the books have as given back.",
    "Bu tutar, kayıtlarda geri verilmiş görünen tutardan fazla.",
  ],
  correction_is_voided: [
    "The books have this payment as voided, not as refunded.",
    "Bu ödeme kayıtlarda iade edilmiş değil, iptal edilmiş görünüyor.",
  ],
  correction_void_known: [
    "The books already have this payment as voided.",
    "Bu ödeme kayıtlarda zaten iptal edilmiş görünüyor.",
  ],
  correction_refund_known: [
    "A part of the payment has been given back, or its refund waits for the bank.",
    "Ödemenin bir kısmı geri verilmiş ya da iadesi bankadan sonuç bekliyor.",
  ],
  correction_no_void: ["The books have no void of this payment.", "Kayıtlarda bu ödemenin iptali yok."],
  items_sum: ["must add up to the amount", "toplamı tutara eşit olmalıdır"],
  invalid: ["is not valid", "geçersiz"],
} as const satisfies Record<string, readonly [en: string, tr: string]>;

export type FieldProblem = keyof typeof fieldWords;

/** Encodes a problem and its numbers as the message of a zod issue, e.g. `integer_between 1 50`. */
export const problem = (name: FieldProblem, ...numbers: (number | bigint)[]): string => [name, ...numbers].join(" ");

/** Splits what `problem` encoded. The name that it reads from any other text may be no problem. */
export function readProblem(carried: string): { readonly name: string; readonly numbers: readonly string[] } {
  const [name = "", ...numbers] = carried.split(" ");
  return { name, numbers };
}

/** Returns the public message of what `problem` encoded. Any other text becomes "is not valid". */
export function fieldSentence(carried: string, language: Language): string {
  const { name, numbers } = readProblem(carried);
  const words = Object.hasOwn(fieldWords, name) ? fieldWords[name as FieldProblem] : fieldWords.invalid;
  return words[language === "tr" ? 1 : 0].replace(/\{(\d)\}/g, (_, index) => numbers[Number(index)] ?? "");
}
