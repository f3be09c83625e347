import { payOverHttp } from "./buyer";
import { Merchant } from "./merchant";
import type { Language } from "./panel";
import { demo, sandbox } from "./product";

/** A screen of the back-office: its address, and the main heading in each language. */
interface StaffScreen {
  /** A function makes the data that the screen shows, and returns the address. */
  readonly path: string | (() => Promise<string>);
  /** The main heading; a pattern where it shows data. */
  readonly heading: Readonly<Record<Language, string | RegExp>>;
}

const screen = (path: StaffScreen["path"], tr: string | RegExp, en: string | RegExp): StaffScreen => ({
  path,
  heading: { tr, en },
});

async function payDemo(): Promise<string> {
  const payment = await new Merchant(sandbox.apiUrl, demo).created();
  await payOverHttp(payment);
  return `/staff/payments/${payment.paymentCode}`;
}

/** Every screen of the back-office that a signed-in admin can open. */
export const staffScreens: readonly StaffScreen[] = [
  screen("/staff", "Üye işyerleri", "Merchants"),
  screen("/staff/partners/new", "Yeni üye işyeri", "New merchant"),
  ...["", "/profile", "/documents", "/terminals", "/people", "/settings", "/webhooks", "/notes", "/audit"].map((tab) =>
    screen(`/staff/partners/prt_demo${tab}`, "Demo Kitabevi", "Demo Kitabevi"),
  ),
  screen("/staff/brand-requests", "Ad ve logo istekleri", "Name and logo requests"),
  screen("/staff/terminals", "Terminaller", "Terminals"),
  screen("/staff/terminals/trm_demo_default", "Varsayılan sanal POS", "Varsayılan sanal POS"),
  screen("/staff/partners/prt_demo/terminals/new", "Yeni terminal", "New terminal"),
  screen("/staff/terminals/trm_demo_default/tariffs", "Tarifeler", "Tariffs"),
  screen("/staff/terminals/trm_demo_default/tariffs/new", "Yeni tarife", "New tariff"),
  screen("/staff/bins", "BIN tablosu", "BIN table"),
  screen("/staff/bins/import", "Dosyadan aktar", "Import a file"),
  screen("/staff/payments", "Ödemeler", "Payments"),
  screen(payDemo, "1.250,50 TL", "TRY 1,250.50"),
  screen("/staff/payouts", "Hak ediş ödemeleri", "Payouts"),
  screen("/staff/payouts/files", "Hak ediş ödemeleri", "Payouts"),
  screen("/staff/chargebacks", "Ters ibrazlar", "Chargebacks"),
  screen("/staff/bank-days", "Banka mutabakatı", "Bank reconciliation"),
  screen("/staff/bank-days/import", "Gün sonu dosyası yükle", "Import a day-end file"),
  screen("/staff/open", "Sonuç bekleyenler", "Open questions"),
  screen("/staff/alerts", "Uyarılar", "Alerts"),
  screen("/staff/runbook", "Müdahale kılavuzu", "Runbook"),
  screen("/staff/webhooks", "Webhook’lar", "Webhooks"),
  screen("/staff/banks", "Bankalar", "Banks"),
  screen("/staff/approvals", "Onaylar", "Approvals"),
  screen("/staff/pages", "Ödeme sayfaları", "Payment pages"),
  screen("/staff/people", "Personel", "People"),
  screen("/staff/audit", "Denetim kaydı", "Audit log"),
  screen("/staff/security", "Güvenliğim", "My security"),
];
