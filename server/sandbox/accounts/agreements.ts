import type { AccountText } from "@/server/usecases/banks/shared/bank-connection";
import type { ShopSet } from "../bank/records/shops";

/** Builds the bank account of a terminal for each simulated bank of the catalogue; the terminal stores it sealed. */
export const agreements = {
  isbank: ({ nestpay: shop }, bankOrigin) => ({
    merchantId: shop.clientId,
    terminalNo: shop.terminalNo,
    user: shop.apiUser,
    password: shop.apiPassword,
    storeKey: shop.storeKey,
    isTest: true,
    endpoints: { gate: `${bankOrigin}/nestpay/fim/est3Dgate`, api: `${bankOrigin}/nestpay/fim/api` },
  }),
  garanti: ({ garanti: shop }, bankOrigin) => ({
    merchantId: shop.merchantId,
    terminalNo: shop.terminalId,
    user: shop.provUser,
    password: shop.provPassword,
    refundUser: { name: shop.refundUser, password: shop.refundPassword },
    storeKey: shop.storeKey,
    isTest: true,
    endpoints: { gate: `${bankOrigin}/garanti/servlet/gt3dengine`, api: `${bankOrigin}/garanti/VPServlet` },
  }),
  /** PosNet has no password: the bank recognises a shop by its source address (B-4.1). */
  yapikredi: ({ posnet: shop }, bankOrigin) => ({
    merchantId: shop.mid,
    terminalNo: shop.tid,
    user: shop.posnetId,
    password: "",
    storeKey: shop.encKey,
    isTest: true,
    endpoints: {
      gate: `${bankOrigin}/posnet/3DSWebService/YKBPaymentService`,
      api: `${bankOrigin}/posnet/PosnetWebService/XML`,
    },
  }),
  qnb: ({ payfor: shop }, bankOrigin) => ({
    merchantId: shop.merchantId,
    terminalNo: "",
    user: shop.userCode,
    password: shop.userPass,
    storeKey: shop.merchantPass,
    isTest: true,
    endpoints: {
      gate: `${bankOrigin}/payfor/Gateway/Default.aspx`,
      api: `${bankOrigin}/payfor/Gateway/XMLGate.aspx`,
    },
  }),
} as const satisfies Record<string, (shops: ShopSet, bankOrigin: string) => AccountText>;

export type SimulatedBank = keyof typeof agreements;
