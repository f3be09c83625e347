/** A shop at the simulated NestPay bank. Its credentials are valid in the simulation only. */
export interface NestpayShop {
  readonly clientId: string;
  readonly terminalNo: string;
  readonly apiUser: string;
  readonly apiPassword: string;
  readonly storeKey: string;
  /** The merchant's name on the 3-D Secure page. */
  readonly name: string;
}

/** A shop at the simulated Garanti. */
export interface GarantiShop {
  readonly merchantId: string;
  /** The terminal's number, 8 digits. */
  readonly terminalId: string;
  readonly provUser: string;
  readonly provPassword: string;
  readonly refundUser: string;
  readonly refundPassword: string;
  readonly storeKey: string;
  readonly name: string;
}

/** A shop at the simulated PosNet bank. */
export interface PosnetShop {
  /** The merchant's number, 10 digits. */
  readonly mid: string;
  /** The terminal's number, 8 digits. */
  readonly tid: string;
  readonly posnetId: string;
  /** The encryption key: eight numbers with commas between, used as text. */
  readonly encKey: string;
  readonly name: string;
}

/** A shop at the simulated PayFor bank. */
export interface PayforShop {
  /** The number of the bank within PayFor (`MbrId`). */
  readonly memberId: string;
  readonly merchantId: string;
  readonly userCode: string;
  readonly userPass: string;
  /** The key of the hashes of forms and returns. */
  readonly merchantPass: string;
  readonly name: string;
}

/** One shop at each protocol's bank. */
export interface ShopSet {
  readonly nestpay: NestpayShop;
  readonly garanti: GarantiShop;
  readonly posnet: PosnetShop;
  readonly payfor: PayforShop;
}

/** The shops that the simulated banks know, by protocol. */
export type Shops = { readonly [P in keyof ShopSet]: readonly ShopSet[P][] };

/** The shops of the demo account. */
export const sandboxShop = {
  nestpay: {
    clientId: "600218000",
    terminalNo: "00218001",
    apiUser: "VEZNEAPI",
    apiPassword: "Kum8Havuzu",
    storeKey: "SANDBOX218",
    name: "Demo Mağaza",
  },
  garanti: {
    merchantId: "7218000",
    terminalId: "30218001",
    provUser: "PROVAUT",
    provPassword: "Kum8Havuzu/Aut",
    refundUser: "PROVRFN",
    refundPassword: "Kum8Havuzu/Rfn",
    storeKey: "5A4E44424F583231384B",
    name: "Demo Mağaza",
  },
  posnet: {
    mid: "6721800001",
    tid: "67218001",
    posnetId: "21801",
    encKey: "21,80,10,21,80,10,21,80",
    name: "Demo Mağaza",
  },
  payfor: {
    memberId: "5",
    merchantId: "085300000218001",
    userCode: "VEZNE_API",
    userPass: "Kum8H",
    merchantPass: "21800218",
    name: "Demo Mağaza",
  },
} as const satisfies ShopSet;

/** The shops of the other accounts, so that an order of one account never occurs in an inquiry of another. */
export const otherShop = {
  nestpay: {
    clientId: "600219000",
    terminalNo: "00219001",
    apiUser: "OTHERAPI",
    apiPassword: "Kum9Havuzu",
    storeKey: "SANDBOX219",
    name: "Diğer Mağaza",
  },
  garanti: {
    merchantId: "7219000",
    terminalId: "30219001",
    provUser: "PROVAUT",
    provPassword: "Kum9Havuzu/Aut",
    refundUser: "PROVRFN",
    refundPassword: "Kum9Havuzu/Rfn",
    storeKey: "5A4E44424F583231394B",
    name: "Diğer Mağaza",
  },
  posnet: {
    mid: "6721900001",
    tid: "67219001",
    posnetId: "21901",
    encKey: "21,90,10,21,90,10,21,90",
    name: "Diğer Mağaza",
  },
  payfor: {
    memberId: "5",
    merchantId: "085300000219001",
    userCode: "OTHER_API",
    userPass: "Kum9H",
    merchantPass: "21900219",
    name: "Diğer Mağaza",
  },
} as const satisfies ShopSet;

export const sandboxShops: Shops = {
  nestpay: [sandboxShop.nestpay, otherShop.nestpay],
  garanti: [sandboxShop.garanti, otherShop.garanti],
  posnet: [sandboxShop.posnet, otherShop.posnet],
  payfor: [sandboxShop.payfor, otherShop.payfor],
};
