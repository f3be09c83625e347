import { handlePaymentExport } from "@/server/entry/panel/procedures/payment-export";

export const dynamic = "force-dynamic";

export { handlePaymentExport as GET };
