/** A shop that a NestPay bank of the sandbox knows. These credentials open nothing but the simulation. */
export interface NestpayShop {
  readonly clientId: string;
  readonly terminalNo: string;
  readonly apiUser: string;
  readonly apiPassword: string;
  readonly storeKey: string;
  /** What the 3-D Secure page calls the merchant. */
  readonly name: string;
}

/** The shops that the simulated banks know, by protocol. */
export interface Shops {
  readonly nestpay: readonly NestpayShop[];
}

/** The demo merchant's shop: fills the bank account of the sandbox's NestPay terminals. */
export const sandboxShop = {
  nestpay: {
    clientId: "600218000",
    terminalNo: "00218001",
    apiUser: "VEZNEAPI",
    apiPassword: "Kum8Havuzu",
    storeKey: "SANDBOX218",
    name: "Demo Mağaza",
  },
} as const satisfies { readonly nestpay: NestpayShop };

/** A second shop, so that one tenant's order never shows in another's inquiries. */
export const otherShop = {
  nestpay: {
    clientId: "600219000",
    terminalNo: "00219001",
    apiUser: "OTHERAPI",
    apiPassword: "Kum9Havuzu",
    storeKey: "SANDBOX219",
    name: "Diğer Mağaza",
  },
} as const satisfies { readonly nestpay: NestpayShop };

export const sandboxShops: Shops = { nestpay: [sandboxShop.nestpay, otherShop.nestpay] };
