import type { TerminalName } from "../../support/sandbox";

/** What the fuzz has to know about a protocol. */
export interface FuzzedProtocol {
  readonly terminal: TerminalName;
  /**
   * Fields that no signature covers and that decide nothing, so a return with another value of them may lead to a
   * capture of the right amount. Every other field may not.
   */
  readonly informative: readonly string[];
  /** Why that is so. */
  readonly why: string;
  /** Fields that the bank may leave out, but not change. */
  readonly optional: readonly string[];
  /** Fields whose values are compared without regard to the case of letters. */
  readonly caseless: readonly string[];
  /** The fields whose values are signed one after the other, in their order. */
  readonly signed: readonly string[];
  /** Whether all values are signed, in the order of their names. */
  readonly signsAll: boolean;
  /** The fields that say how 3-D Secure ended. */
  readonly outcome: readonly string[];
  /** Lists of signed names that a forger could write into the return, by the name of the field. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const garantiSigned = "clientid oid authcode procreturncode response mdstatus cavv eci md rnd".split(" ");

export const fuzzedProtocols = {
  nestpay: {
    terminal: "default",
    informative: ["encoding", "countdown", "NATIONALIDNO"],
    why: "The vendor's guide never signs them, and nothing reads them (B-2.3).",
    optional: [],
    caseless: [],
    signed: "amount cavv clientid currency eci md mdStatus oid okUrl rnd taksit xid".split(" "),
    signsAll: true,
    outcome: ["mdStatus", "cavv", "eci", "xid", "md", "ErrMsg", "mdErrorMsg", "HASH"],
    lists: {
      HASHPARAMS: ["clientid:oid:rnd:", "mdStatus:", ""],
      HASHPARAMSVAL: ["1", ""],
      hashAlgorithm: ["ver1", "ver2", "ver0", ""],
    },
  },
  garanti: {
    terminal: "garanti",
    informative: [
      ..."mderrormessage txnstatus paressyntaxok paresverified version ireqcode ireqdetail vendorcode".split(" "),
      ..."cavvalgorithm errmsg hostmsg transid hostrefnum hashparamsval MaskedPan".split(" "),
    ],
    why: "The bank signs ten values; these are not among them, and nothing reads them (B-3.4).",
    optional: ["secure3dhash", "lang"],
    caseless: ["hash", "secure3dhash"],
    signed: garantiSigned,
    signsAll: false,
    outcome: ["mdstatus", "cavv", "eci", "md", "xid", "hash", "txnstatus", "mderrormessage"],
    lists: {
      hashparams: [
        "clientid:oid:rnd:",
        "clientid:oid:authcode:procreturncode:response:",
        garantiSigned
          .filter((name) => name !== "mdstatus")
          .map((name) => `${name}:`)
          .join(""),
        garantiSigned
          .toReversed()
          .map((name) => `${name}:`)
          .join(""),
        `${garantiSigned.map((name) => `${name}:`).join("")}txnamount:`,
        "mderrormessage:",
        "",
      ],
    },
  },
  posnet: {
    terminal: "posnet",
    informative: ["CCPrefix", "TranType", "Amount", "Xid", "MerchantId"],
    why: "The order and the amount that count are inside the packets, which only the bank reads (B-4.3).",
    optional: [],
    caseless: ["MerchantPacket", "BankPacket", "Sign"],
    signed: ["MerchantPacket", "BankPacket", "Sign"],
    signsAll: false,
    outcome: ["MerchantPacket", "BankPacket", "Sign"],
    lists: { Sign: ["", "0", "A".repeat(32)] },
  },
  payfor: {
    terminal: "payfor",
    informative: [
      ..."TransactionDate RequestIp RequestStat Exponent PayerTxnId PayerAuthenticationCode Eci MD TerminalID".split(
        " ",
      ),
      ..."CardType AlphaCode Ecommerce MrcCountryCode MrcName MerchantHomeUrl CardHolderName Version TxnStatus".split(
        " ",
      ),
      ..."CavvAlg ParesVerified ParesSyntaxOk ErrMsg D3Stat TxnResult HostRefNum ReturnUrl BatchNo CardMask".split(" "),
      ..."ReqId UsedPoint SrcType RefundedAmount RefundedPoint ReqDate SysDate F11 VposElapsedTime".split(" "),
      ..."BankingElapsedTime SocketElapsedTime HsmElapsedTime MpiElapsedTime hasOrderId TemplateType".split(" "),
      ..."HasAddressCount IsPaymentFacilitator F11_ORG F12_ORG F22_ORG F25_ORG MTI_ORG DsBrand IntervalType".split(" "),
      ..."IntervalDuration RepeatCount RequestClientIp VoidTime PaymentLinkId HashType".split(" "),
    ],
    why: "The bank signs seven values and echoes our form; the other fields are read by nothing (B-5.3).",
    optional: ["UserCode"],
    caseless: ["Lang"],
    signed: "MerchantID OrderId AuthCode ProcReturnCode 3DStatus ResponseRnd".split(" "),
    signsAll: false,
    outcome: ["3DStatus", "ProcReturnCode", "ResponseRnd", "ResponseHash", "TxnStatus", "RequestGuid"],
    lists: { HashType: ["SHA1", "SHA256", "none"], ResponseHash: ["", "AAAA"] },
  },
} as const satisfies Record<string, FuzzedProtocol>;

export type FuzzedName = keyof typeof fuzzedProtocols;
