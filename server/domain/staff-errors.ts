/** The error codes that occur only in the back-office, as in `errorCatalogue`. */
export const staffErrors = {
  second_person_required: [
    403,
    "A second person has to decide on this change: somebody who may do it, and who did not propose it.",
    "Bu değişikliğin kararını ikinci bir kişi vermelidir: yetkisi olan ve değişikliği önermemiş biri.",
    "none",
  ],
  change_waiting: [
    409,
    "Another change of this kind waits for a decision. Decide on it first.",
    "Bu türde bir değişiklik zaten karar bekliyor. Önce onun kararı verilmelidir.",
    "fix",
  ],
  change_decided: [
    409,
    "Somebody has already decided on this change, or it was withdrawn. Look at its present state.",
    "Bu değişikliğe az önce karar verildi ya da değişiklik geri çekildi. Güncel durumuna bakın.",
    "none",
  ],
  documents_missing: [409, "Required documents are not approved yet.", "Gerekli belgeler henüz onaylanmadı.", "fix"],
  changed_meanwhile: [
    409,
    "Somebody else has changed this in the meantime. Look at it again, then repeat your change.",
    "Bu kayıt siz düzenlerken başkası tarafından değiştirildi. Güncel halini inceleyip değişikliği yeniden yapın.",
    "fix",
  ],
  payout_moved: [
    409,
    "The payout has moved on in the meantime. Look at its present state.",
    "Hak ediş ödemesinin durumu bu arada değişti. Güncel durumuna bakın.",
    "none",
  ],
  difference_closed: [
    409,
    "The difference is closed already. Look at its present state.",
    "Bu fark zaten kapanmış. Güncel durumuna bakın.",
    "none",
  ],
  chargeback_moved: [
    409,
    "The chargeback has moved on in the meantime. Look at its present state.",
    "Ters ibrazın durumu bu arada değişti. Güncel durumuna bakın.",
    "none",
  ],
  payouts_held: [
    409,
    "The payouts of this account are held. Release them first, or withdraw the payout.",
    "Bu hesabın hak ediş ödemeleri durdurulmuş. Önce engeli kaldırın ya da ödemeyi geri çekin.",
    "fix",
  ],
  payout_payment_held: [
    409,
    "Bank and books contradict each other about a payment in this payout. Withdraw it; the other payments are collected again.",
    "Bu ödemedeki bir işlemde banka kaydıyla defter çelişiyor. Ödemeyi geri çekin; diğer işlemler yeniden toplanır.",
    "fix",
  ],
  payout_without_iban: [
    409,
    "The account has no IBAN, so nothing can be paid to it. Enter the IBAN first.",
    "Hesabın IBAN'ı yok; ödeme yapılamaz. Önce IBAN'ı girin.",
    "fix",
  ],
  terminal_not_live: [
    409,
    "The terminal has no bank connection that has gone live, so it cannot be switched on.",
    "Terminalin kullanıma açılmış bir banka bağlantısı yok; bu nedenle açılamaz.",
    "fix",
  ],
  connection_not_diagnosed: [
    409,
    "The last diagnosis of this bank connection did not pass. Mend what it names, or let an administrator give a reason.",
    "Bu banka bağlantısının son denetimi başarılı değil. Bulguları giderin veya bir yönetici gerekçe yazarak onaylasın.",
    "fix",
  ],
} as const;
