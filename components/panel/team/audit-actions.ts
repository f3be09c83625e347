import type { Language } from "@/server/domain/errors";

type Word = Readonly<Record<Language, string>>;

/** The texts of audited actions: every procedure that changes something, and the actions that are not procedures. */
export const actionWords: Readonly<Record<string, Word>> = {
  "self.signIn": { tr: "Giriş yaptı", en: "Signed in" },
  "self.signOut": { tr: "Çıkış yaptı", en: "Signed out" },
  "self.confirm": { tr: "Parolasını yeniden girdi", en: "Entered the password again" },
  "self.changePassword": { tr: "Parolasını değiştirdi", en: "Changed the password" },
  "self.endSession": { tr: "Bir oturumunu kapattı", en: "Ended a session" },
  "self.endOtherSessions": { tr: "Diğer oturumlarını kapattı", en: "Ended the other sessions" },
  "self.reset": { tr: "Parolası sıfırlandı", en: "Had the password reset" },
  "self.startSecondFactor": {
    tr: "İki adımlı doğrulama kurulumuna başladı",
    en: "Began to set up a second factor",
  },
  "self.finishSecondFactor": { tr: "İki adımlı doğrulamayı açtı", en: "Turned on the second factor" },
  "self.removeSecondFactor": { tr: "İki adımlı doğrulamayı kapattı", en: "Turned off the second factor" },
  "self.renewRecoveryCodes": { tr: "Kurtarma kodlarını yeniledi", en: "Renewed the recovery codes" },
  "invitation.accept": { tr: "Daveti kabul etti", en: "Accepted an invitation" },
  "team.invite": { tr: "Ekibe davet etti", en: "Invited a colleague" },
  "team.revokeInvitation": { tr: "Daveti geri aldı", en: "Took an invitation back" },
  "team.changeRole": { tr: "Rol değiştirdi", en: "Changed a role" },
  "team.remove": { tr: "Ekipten çıkardı", en: "Removed somebody from the team" },
  "refund.start": { tr: "İade istedi", en: "Asked for a refund" },
  "refund.approve": { tr: "İadeyi onayladı", en: "Approved a refund" },
  "refund.reject": { tr: "İadeyi reddetti", en: "Rejected a refund" },
  "refund.withdraw": { tr: "İade isteğini geri çekti", en: "Withdrew a refund request" },
  "refund.setLimit": { tr: "İade sınırını değiştirdi", en: "Changed the refund limit" },
  "newPayment.create": { tr: "Panelden ödeme başlattı", en: "Created a payment in the panel" },
  "newPayment.open": { tr: "Kart formunu açtı", en: "Opened the card form" },
  "payment.export": { tr: "Ödemeleri dışa aktardı", en: "Exported payments" },
  "payout.export": { tr: "Hak edişleri dışa aktardı", en: "Exported payouts" },
  "link.create": { tr: "Ödeme linki oluşturdu", en: "Created a payment link" },
  "link.cancel": { tr: "Ödeme linkini iptal etti", en: "Cancelled a payment link" },
  "key.create": { tr: "API anahtarı oluşturdu", en: "Created an API key" },
  "key.revoke": { tr: "API anahtarını kaldırdı", en: "Revoked an API key" },
  "webhook.setUrl": { tr: "Webhook adresini değiştirdi", en: "Changed the webhook address" },
  "webhook.prepareSecret": {
    tr: "Yeni webhook gizli anahtarı hazırladı",
    en: "Prepared a new webhook secret",
  },
  "webhook.activateSecret": {
    tr: "Yeni webhook gizli anahtarına geçti",
    en: "Changed to the new webhook secret",
  },
  "webhook.rollbackSecret": {
    tr: "Önceki webhook gizli anahtarına döndü",
    en: "Went back to the former webhook secret",
  },
  "webhook.resend": { tr: "Bildirimi yeniden gönderdi", en: "Sent a delivery again" },
  "webhook.resendFailed": {
    tr: "Başarısız bildirimleri yeniden gönderdi",
    en: "Sent failed deliveries again",
  },
  "webhook.test": { tr: "Test bildirimi gönderdi", en: "Sent a test webhook" },
};

/** The areas by which the log can be filtered: the part of an action before the dot. */
export const areaWords: Readonly<Record<string, Word>> = {
  self: { tr: "Giriş ve güvenlik", en: "Sign-in and security" },
  team: { tr: "Ekip", en: "Team" },
  invitation: { tr: "Davetler", en: "Invitations" },
  refund: { tr: "İadeler", en: "Refunds" },
  payment: { tr: "Ödemeler", en: "Payments" },
  newPayment: { tr: "Panelden ödeme", en: "Payments in the panel" },
  link: { tr: "Ödeme linkleri", en: "Payment links" },
  key: { tr: "API anahtarları", en: "API keys" },
  webhook: { tr: "Webhooklar", en: "Webhooks" },
  request: { tr: "API istekleri", en: "API requests" },
  payout: { tr: "Hak edişler", en: "Payouts" },
  audit: { tr: "Denetim kaydı", en: "Audit log" },
};

/**
 * Returns the text of an action. Queries are recorded only when they were refused, so an action without a text is one.
 */
export function actionWord(action: string, language: Language): string {
  const word = actionWords[action];
  if (word) return word[language];
  const area = areaWords[action.split(".")[0] ?? ""]?.[language] ?? action;
  return language === "tr" ? `Görüntülemek istedi: ${area}` : `Wanted to read: ${area}`;
}
