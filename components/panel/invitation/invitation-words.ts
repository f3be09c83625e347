const tr = {
  title: "Ekibe davet",
  looking: "Davet okunuyor…",
  invited: (account: string) => `${account} ekibine davet edildiniz.`,
  account: "Üye işyeri",
  email: "E-posta",
  role: "Rol",
  name: "Adınız",
  password: "Parola",
  join: "Ekibe katıl",
  failed: "Davet kabul edilemedi",
  invalid: "Davet açılamadı",
  noToken: "Bu adreste davet yok. Size iletilen linkin tamamını açın.",
  joined: "Ekibe katıldınız. Şimdi giriş yapın.",
  signIn: "Giriş yap",
};

const en: typeof tr = {
  title: "Invitation",
  looking: "Reading the invitation…",
  invited: (account) => `You are invited to the team of ${account}.`,
  account: "Merchant",
  email: "E-mail",
  role: "Role",
  name: "Your name",
  password: "Password",
  join: "Join the team",
  failed: "The invitation could not be accepted",
  invalid: "The invitation could not be opened",
  noToken: "There is no invitation at this address. Open the whole link that you were given.",
  joined: "You have joined the team. Sign in now.",
  signIn: "Sign in",
};

export const invitationWords = { tr, en };
