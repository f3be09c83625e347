import type { HomeWords } from "./home-words-type";

const many = (count: number) => count.toLocaleString("tr-TR");

export const turkish: HomeWords = {
  title: "Ana sayfa",
  newPayment: "Yeni ödeme",
  newLink: "Yeni link",
  today: "Bugün",
  recent: "Son 30 gün",
  captured: "Tahsil edilen",
  refunded: "İade edilen",
  commission: "Komisyon",
  net: "Net tutar",
  successRate: "Başarı oranı",
  openLinks: "Açık linkler",
  captures: (count) => `${many(count)} tahsilat`,
  refunds: (count) => (count === 0 ? "iade yok" : `${many(count)} iptal veya iade`),
  ended: (captured, all) =>
    all === 0 ? "sonuçlanan ödeme yok" : `${many(all)} ödemeden ${many(captured)} tahsilat`,
  yesterday: "dün",
  noRate: "–",
  toLinks: "Linkleri göster",
  more: (percent) => `önceki 30 güne göre ${percent} fazla`,
  less: (percent) => `önceki 30 güne göre ${percent} az`,
  same: "önceki 30 günle aynı",
  noneBefore: "önceki 30 günde yoktu",
  points: (points, isMore) => `önceki 30 güne göre ${points} puan ${isMore ? "yüksek" : "düşük"}`,
  netNote:
    "Net tutar, bu günlerde yazılan mutabakat kalemlerinin toplamıdır: tahsilatlar eksi komisyon eksi iadeler. Doğrudan tahsilat terminallerinin parası bankadan size geçer, bu toplama girmez. Günler Türkiye saatiyledir.",
  chart: {
    title: "Gün gün",
    label: "Son 30 günde tahsil ve iade edilen tutarlar, gün gün. Sayılar tabloda da var.",
    showTable: "Tablo",
    showChart: "Grafik",
    view: "Görünüm",
    caption: "Son 30 gün, en yenisi üstte",
    nothing: "Son 30 günde tahsilat ve iade yok.",
    day: "Gün",
    count: "Tahsilat",
  },
  attention: {
    title: "Dikkat gerektirenler",
    none: "Dikkat gerektiren bir şey yok.",
    account_suspended: {
      title: "Hesabınız askıda",
      help: "Yeni ödeme, link ve iade oluşturulamaz.",
      action: "Hesaba git",
    },
    account_closed: {
      title: "Hesabınız kapalı",
      help: "Yeni işlem yapılamaz.",
      action: "Hesaba git",
    },
    acceptance_held: { title: "Ödeme kabulü durduruldu", help: "", action: "Hesaba git" },
    captures_unknown: {
      title: (count) => `${many(count)} tahsilatın sonucu bilinmiyor`,
      help: "Banka soruluyor; sonuç gelene kadar aynı sipariş için yeniden ödeme almayın.",
      action: "Ödemeleri göster",
    },
    undelivered: {
      title: (count) => `Son 24 saatte ${many(count)} bildirim ulaşmadı`,
      help: "Sunucunuz bildirimleri almıyor.",
      next: "Sonraki deneme",
      noNext: "Yeniden denenmeyecek; elle gönderebilirsiniz.",
      action: "Bildirimleri göster",
    },
    refund_requests: {
      title: (count) => `${many(count)} iade ikinci onayı bekliyor`,
      help: "İsteyen dışında bir yetkili onaylamalı.",
      action: "İadeleri göster",
    },
    refunds_pending: {
      title: (count) => `${many(count)} iadenin sonucu bekleniyor`,
      help: "Banka soruluyor; aynı iadeyi yeniden başlatmayın.",
      action: "Ödemeleri göster",
    },
    links_expiring: {
      title: (count) => `${many(count)} linkin süresi 24 saat içinde doluyor`,
      help: "Hâlâ ödenebilirler; ödeyecek olana hatırlatın.",
      action: "Linkleri göster",
    },
    no_webhook_address: {
      title: "Webhook adresi yok",
      help: "Ödeme ve iade sonuçları sunucunuza bildirilmiyor.",
      action: "Adres ekle",
    },
    no_second_factor: {
      title: "İki adımlı doğrulamanız kapalı",
      help: "Parolanız çalınırsa hesabınızı bu korur.",
      action: "Güvenliğime git",
    },
    since: "En eskisi",
    heldSince: "Başlangıç",
    first: "İlki",
  },
  start: {
    title: "Henüz hiç ödemeniz yok",
    help: "Bir ödeme linki oluşturup kendinize gönderin ya da kart bilgisini siz girerek ilk ödemeyi alın. Tahsilatlarınız, iadeleriniz ve hak edişiniz burada görünür.",
    api: "API ile bağlanacaksanız önce bir anahtar oluşturun.",
    toKeys: "API anahtarları",
    readOnly: "Ödeme oluşturma yetkisi hesap sahibinde ve finans rolündedir.",
  },
};
