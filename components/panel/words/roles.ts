import type { Language } from "@/server/domain/errors";
import type { PanelPermission, PanelRole } from "@/server/domain/people/access";

interface RoleWord {
  readonly name: string;
  /** What a user with this role can do. */
  readonly help: string;
}

/** The names and descriptions of the roles. */
export const roleWords: Readonly<Record<Language, Readonly<Record<PanelRole, RoleWord>>>> = {
  tr: {
    owner: { name: "Hesap sahibi", help: "Her şeyi yapar, ekibi ve iade sınırını belirler." },
    developer: {
      name: "Geliştirici",
      help: "API anahtarlarını ve webhookları yönetir. Panelde ödeme, link ve iade oluşturamaz; ancak API anahtarıyla bunlar yapılabilir.",
    },
    finance: { name: "Finans", help: "Ödeme ve link oluşturur, iade yapar, hak edişleri görür." },
    support: { name: "Destek", help: "Ödemeleri ve linkleri görür; hiçbir şeyi değiştiremez." },
  },
  en: {
    owner: { name: "Owner", help: "Does everything, and decides about the team and the refund limit." },
    developer: {
      name: "Developer",
      help: "Manages API keys and webhooks. Makes no payments, links or refunds in the panel; an API key can.",
    },
    finance: { name: "Finance", help: "Creates payments and links, refunds, and sees payouts." },
    support: { name: "Support", help: "Sees payments and links; changes nothing." },
  },
};

/** What each permission allows. */
export const permissionWords: Readonly<Record<PanelPermission, Readonly<Record<Language, string>>>> = {
  "self.manage": {
    tr: "Kendi parolasını ve oturumlarını yönetmek",
    en: "Manage one's own password and sessions",
  },
  "home.read": { tr: "Ana sayfayı görmek", en: "See the home screen" },
  "account.read": { tr: "Hesap bilgilerini görmek", en: "See the account" },
  "payment.read": { tr: "Ödemeleri görmek", en: "See payments" },
  "payment.create": { tr: "Panelden ödeme almak", en: "Take payments in the panel" },
  "payment.export": { tr: "Ödemeleri dışa aktarmak", en: "Export payments" },
  "refund.start": { tr: "İptal ve iade yapmak", en: "Void and refund" },
  "refund.decide": {
    tr: "Başkasının istediği iadeye karar vermek",
    en: "Decide on refunds that others ask for",
  },
  "refund.limit": { tr: "İade sınırını belirlemek", en: "Set the refund limit" },
  "link.read": { tr: "Ödeme linklerini görmek", en: "See payment links" },
  "link.write": { tr: "Ödeme linki oluşturmak, iptal etmek", en: "Create and cancel payment links" },
  "installment.read": { tr: "Taksit oranlarını görmek", en: "See installment rates" },
  "key.read": { tr: "API anahtarlarını görmek", en: "See API keys" },
  "key.write": { tr: "API anahtarı oluşturmak, iptal etmek", en: "Create and revoke API keys" },
  "webhook.read": { tr: "Webhook bildirimlerini görmek", en: "See webhook deliveries" },
  "webhook.write": { tr: "Webhook ayarlarını değiştirmek", en: "Change webhook settings" },
  "request.read": { tr: "API istek kayıtlarını görmek", en: "See the API request log" },
  "payout.read": { tr: "Hak edişleri görmek", en: "See payouts" },
  "team.read": { tr: "Ekibi görmek", en: "See the team" },
  "team.write": { tr: "Ekibi yönetmek", en: "Manage the team" },
  "audit.read": { tr: "Denetim kaydını görmek", en: "See the audit log" },
};
