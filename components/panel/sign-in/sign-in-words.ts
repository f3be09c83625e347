const turkish = {
  title: { panel: "Üye işyeri paneli", staff: "Yönetim" },
  purpose: {
    panel: "Ödemelerinizi, linklerinizi ve hak edişlerinizi buradan yönetin.",
    staff: "Yalnızca Vezne çalışanları içindir. Yapılan her işlem kayda geçer.",
  },
  codeTitle: "Giriş doğrulaması",
  email: "E-posta",
  password: "Parola",
  enter: "Giriş yap",
  verify: "Doğrula",
  other: "Başka bir hesapla giriş yap",
  wrong: "E-posta veya parola yanlış.",
  codeWrong: "Kod yanlış veya daha önce kullanıldı.",
  failed: "Giriş yapılamadı. Bağlantınızı denetleyip yeniden deneyin.",
  tooMany: (wait: string) => `Çok sayıda hatalı deneme oldu. ${wait} sonra yeniden deneyin.`,
  minutes: (count: number) => `${count} dakika`,
  seconds: (count: number) => `${count} saniye`,
};

export type SignInWords = typeof turkish;

const english: SignInWords = {
  title: { panel: "Merchant panel", staff: "Back-office" },
  purpose: {
    panel: "Your payments, links and payouts in one place.",
    staff: "For people who work at Vezne. Everything that is done here is on record.",
  },
  codeTitle: "Confirm that it is you",
  email: "E-mail",
  password: "Password",
  enter: "Sign in",
  verify: "Confirm",
  other: "Sign in with another account",
  wrong: "The e-mail address or the password is wrong.",
  codeWrong: "The code is wrong, or it has been used.",
  failed: "Signing in failed. Check your connection and try again.",
  tooMany: (wait) => `There were too many wrong attempts. Try again in ${wait}.`,
  minutes: (count) => (count === 1 ? "1 minute" : `${count} minutes`),
  seconds: (count) => (count === 1 ? "1 second" : `${count} seconds`),
};

export const signInWords = { tr: turkish, en: english };

/** Formats a waiting time, rounded up: in whole minutes from one minute on, otherwise in seconds. */
export const waitText = (seconds: number, { minutes, seconds: inSeconds }: SignInWords): string =>
  seconds < 60 ? inSeconds(seconds) : minutes(Math.ceil(seconds / 60));
