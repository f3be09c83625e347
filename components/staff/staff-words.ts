import type { StaffRole } from "@/server/domain/people/access";
import type { HoldReason, PartnerClue } from "./partner-types";

interface StaffWords {
  readonly office: string;
  readonly roles: Readonly<Record<StaffRole, string>>;
  readonly navigation: string;
  readonly skip: string;
  readonly partners: string;
  readonly security: string;
  readonly refused: string;
  readonly noScreen: string;
  readonly find: string;
  readonly findLabel: string;
  readonly findHint: string;
  readonly found: string;
  readonly none: string;
  readonly noneHelp: string;
  readonly name: string;
  readonly id: string;
  readonly status: string;
  readonly statuses: Readonly<Record<"active" | "suspended" | "closed", string>>;
  readonly held: string;
  readonly since: string;
  readonly reason: string;
  readonly reasons: Readonly<Record<HoldReason, string>>;
  readonly accepts: string;
  readonly foundBy: string;
  readonly clues: Readonly<Record<PartnerClue, string>>;
  readonly account: string;
  readonly acceptance: string;
  readonly links: string;
  readonly on: string;
  readonly off: string;
  readonly address: string;
  readonly noAddress: string;
  readonly created: string;
  readonly lastPayment: string;
  readonly never: string;
  readonly users: string;
  readonly apiKeys: string;
  readonly terminals: string;
  readonly ofTerminals: (active: number, all: number) => string;
  readonly deliveries: string;
  readonly counted: (all: number, failed: number, pending: number) => string;
  readonly deliveryFilter: string;
  readonly all: string;
  readonly failed: string;
  readonly pending: string;
  readonly delivered: string;
  readonly noDeliveries: string;
  readonly delivery: string;
  readonly missing: string;
  readonly test: string;
  readonly testTitle: string;
  readonly testText: (name: string, address: string) => string;
  readonly testNote: string;
  readonly testNeedsAddress: string;
  readonly cancel: string;
  readonly send: string;
  readonly sent: string;
  readonly notSent: string;
  readonly failedToSend: string;
  readonly close: string;
  readonly toDelivery: string;
}

const tr: StaffWords = {
  office: "Yönetim",
  roles: { admin: "Yönetici", operations: "Operasyon", support: "Destek" },
  navigation: "Yönetim",
  skip: "İçeriğe geç",
  partners: "Üye işyerleri",
  security: "Güvenliğim",
  refused: "Bu ekranı görme yetkiniz yok",
  noScreen: "Bu adreste bir ekran yok",
  find: "Bul",
  findLabel: "Üye işyeri ara",
  findHint:
    "Ad, hesap kimliği, kullanıcı e-postası, ödeme kodu, link, iade ya da bildirim kimliği, API anahtarının başı",
  found: "Bulunan üye işyerleri",
  none: "Üye işyeri bulunamadı",
  noneHelp: "Kimlikler bütün hâlleriyle, e-postalar baştan, adlar herhangi bir yerinden aranır.",
  name: "Ad",
  id: "Hesap kimliği",
  status: "Durum",
  statuses: { active: "Etkin", suspended: "Askıda", closed: "Kapalı" },
  held: "Ödeme kabulü durduruldu",
  since: "Başlangıç",
  reason: "Neden",
  reasons: {
    risk_review: "Risk incelemesi",
    missing_documents: "Eksik belge",
    regulatory: "Mevzuat",
    merchant_request: "Üye işyerinin isteği",
    maintenance: "Bakım",
  },
  accepts: "Ödeme kabul ediyor",
  foundBy: "Eşleşen",
  clues: {
    partner: "hesap kimliği",
    name: "ad",
    user: "kullanıcı",
    payment: "ödeme",
    link: "ödeme linki",
    refund: "iade",
    delivery: "bildirim",
    key: "API anahtarı",
  },
  account: "Hesap",
  acceptance: "Ödeme kabulü",
  links: "Ödeme linkleri",
  on: "Açık",
  off: "Kapalı",
  address: "Webhook adresi",
  noAddress: "Tanımlı değil",
  created: "Açılış",
  lastPayment: "Son ödeme",
  never: "Henüz yok",
  users: "Kullanıcı",
  apiKeys: "Geçerli API anahtarı",
  terminals: "Terminal",
  ofTerminals: (active, all) => `${all} terminalin ${active} tanesi etkin`,
  deliveries: "Webhook bildirimleri",
  counted: (all, failed, pending) =>
    `Son 30 günde ${all} bildirim, ${failed} tanesi ulaşmadı. Şu anda ${pending} bildirim denenmeyi bekliyor.`,
  deliveryFilter: "Bildirim durumu",
  all: "Tümü",
  failed: "Ulaşmayanlar",
  pending: "Bekleyenler",
  delivered: "Ulaşanlar",
  noDeliveries: "Bildirim yok",
  delivery: "Bildirim",
  missing: "Bulunamadı",
  test: "Test bildirimi gönder",
  testTitle: "Test bildirimi gönderilsin mi?",
  testText: (name, address) => `${name} hesabının ${address} adresine webhook.test olayı gönderilir.`,
  testNote:
    "Para hareketi olmaz. Gönderim, üye işyerinin ve yönetimin işlem kayıtlarına yazılır. Ulaşmazsa öteki bildirimler gibi yeniden denenir.",
  testNeedsAddress: "Webhook adresi tanımlı olmadığı için test gönderilemez.",
  cancel: "Vazgeç",
  send: "Gönder",
  sent: "Test bildirimi oluşturuldu.",
  notSent: "Webhook adresi kaldırılmış; gönderilecek yer yok.",
  failedToSend: "Test bildirimi gönderilmedi",
  close: "Kapat",
  toDelivery: "Bildirimi aç",
};

const en: StaffWords = {
  office: "Back-office",
  roles: { admin: "Admin", operations: "Operations", support: "Support" },
  navigation: "Back-office",
  skip: "Skip to content",
  partners: "Merchants",
  security: "My security",
  refused: "You may not see this screen",
  noScreen: "There is no screen at this address",
  find: "Find",
  findLabel: "Find a merchant",
  findHint:
    "Name, account id, a user's e-mail, payment code, id of a link, refund or delivery, beginning of an API key",
  found: "Merchants found",
  none: "No merchant found",
  noneHelp: "Ids are matched whole, e-mail addresses from their beginning, names anywhere.",
  name: "Name",
  id: "Account id",
  status: "State",
  statuses: { active: "Active", suspended: "Suspended", closed: "Closed" },
  held: "Payment acceptance on hold",
  since: "Since",
  reason: "Reason",
  reasons: {
    risk_review: "Risk review",
    missing_documents: "Missing documents",
    regulatory: "Regulation",
    merchant_request: "The merchant's own request",
    maintenance: "Maintenance",
  },
  accepts: "Accepts payments",
  foundBy: "Matched",
  clues: {
    partner: "account id",
    name: "name",
    user: "user",
    payment: "payment",
    link: "payment link",
    refund: "refund",
    delivery: "delivery",
    key: "API key",
  },
  account: "Account",
  acceptance: "Payment acceptance",
  links: "Payment links",
  on: "On",
  off: "Off",
  address: "Webhook URL",
  noAddress: "None is set",
  created: "Opened",
  lastPayment: "Last payment",
  never: "None yet",
  users: "Users",
  apiKeys: "Valid API keys",
  terminals: "Terminals",
  ofTerminals: (active, all) => `${active} of ${all} active`,
  deliveries: "Webhook deliveries",
  counted: (all, failed, pending) =>
    `${all} deliveries in the last 30 days, ${failed} of them did not arrive. ${pending} are waiting for an attempt now.`,
  deliveryFilter: "State of deliveries",
  all: "All",
  failed: "Did not arrive",
  pending: "Waiting",
  delivered: "Delivered",
  noDeliveries: "No deliveries",
  delivery: "Delivery",
  missing: "Not found",
  test: "Send a test webhook",
  testTitle: "Send a test webhook?",
  testText: (name, address) => `A webhook.test event goes to ${address} of ${name}.`,
  testNote:
    "No money moves. It is written to the audit logs of the merchant and of the back-office. If it does not arrive it is tried again as every delivery is.",
  testNeedsAddress: "Without a webhook URL no test can be sent.",
  cancel: "Cancel",
  send: "Send",
  sent: "The test webhook has been created.",
  notSent: "The webhook URL was removed; there is nowhere to send it.",
  failedToSend: "The test webhook was not sent",
  close: "Close",
  toDelivery: "Open the delivery",
};

export const staffWords = { tr, en };
