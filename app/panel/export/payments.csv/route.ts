import { handlePaymentExport } from "@/server/entry/panel/payment-export";

export const dynamic = "force-dynamic";

export { handlePaymentExport as GET };
