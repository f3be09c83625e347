import { handlePaymentReturn } from "@/server/entry/panel/payment-return";

export const dynamic = "force-dynamic";

export { handlePaymentReturn as GET };
