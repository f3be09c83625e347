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
