import { headers } from "next/headers";
import { preferredLanguage } from "@/server/domain/negotiation";

const words = {
  tr: { title: "Sayfa bulunamadı", what: "Bu adreste bir sayfa yok. Adresi kontrol edin." },
  en: { title: "Page not found", what: "There is no page at this address. Check the address." },
};

export default async function NotFound() {
  const { title, what } = words[preferredLanguage((await headers()).get("accept-language"), "tr")];
  return (
    <main className="site">
      <h1>{title}</h1>
      <p className="soft">{what}</p>
    </main>
  );
}
