import type { Authentication, BankAccount, BankOrder, ReturnFields } from "@/server/banks/bank";
import { getQuirks } from "@/server/banks/catalog";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { toColumnText } from "@/server/banks/host-codes";
import { readFields } from "@/server/banks/return-fields";
import { readDeclineReason } from "@/server/domain/banks/decline";
import { parseWireAmount } from "@/server/domain/money";
import { authenticatedCode, declineReason } from "./codes";
import { returnHash } from "./hash";
import { orderFields, orderHash } from "./request";

/**
 * Verifies the return that the browser posted (B-5.3). The bank signs neither the amount nor the guid that identifies
 * the payment in the capture. Therefore every echo is compared with what was sent, and the bank's answer to the capture
 * must name our order (D-51).
 */
export function readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication {
  const received = readFields(fields, knownNames, mandatoryNames);
  if (received === null) return { verdict: "refused", why: "fields" };
  const read = (name: string): string => received.get(foldAscii(name)) ?? "";

  const altered = expectedEchoes(sent, account).find(([name, isSame]) => !isSame(read(name)));
  if (altered !== undefined) return { verdict: "refused", why: altered[2] };
  const userCode = received.get("USERCODE") ?? account.user;
  if (userCode !== account.user) return { verdict: "refused", why: "values" };

  const isReliable = getQuirks(account.bank).returnHash !== "unreliable";
  if (isReliable && !isSignedByBank(read, sent, account)) return { verdict: "refused", why: "hash" };

  return judge(read, sent.orderId);
}

type Read = (name: string) => string;

/**
 * The echoes of our form without card and user, the signature with the values it covers, and the guid of the capture.
 */
const mandatoryNames = [
  ..."MbrId MerchantID OrderId Lang SecureType TxnType PurchAmount InstallmentCount Currency".split(" "),
  ..."OkUrl FailUrl Rnd Hash AuthCode ProcReturnCode 3DStatus ResponseRnd ResponseHash RequestGuid".split(" "),
].map(foldAscii);

type Echo = readonly [name: string, isSame: (received: string) => boolean, blame: "order" | "amount" | "values"];

/** Returns each echo with the check that its value must pass. */
function expectedEchoes(sent: BankOrder, account: BankAccount): readonly Echo[] {
  const exact: Echo[] = orderFields(sent, account)
    .filter(([name]) => !(name in comparedByMeaning) && name !== "UserCode")
    .map(([name, value]) => [name, (received) => received === value, reasonByField[name] ?? "values"]);
  const amount: Echo = [
    "PurchAmount",
    (received) => parseWireAmount(received, "decimal") === sent.amountKurus,
    "amount",
  ];
  // Banks echo the language in upper case.
  const language: Echo = ["Lang", (received) => foldAscii(received) === foldAscii(sent.language), "values"];
  const hash: Echo = ["Hash", (received) => digestsEqual(orderHash(sent, account), received), "values"];
  return [...exact, amount, language, hash];
}

const comparedByMeaning = { PurchAmount: true, Lang: true };

const reasonByField: Readonly<Record<string, "order" | "amount">> = {
  OrderId: "order",
  Currency: "amount",
  InstallmentCount: "amount",
};

function isSignedByBank(read: Read, sent: BankOrder, account: BankAccount): boolean {
  const received = read("ResponseHash");
  const signed = {
    merchantId: account.merchantId,
    orderId: sent.orderId,
    authCode: read("AuthCode"),
    returnCode: read("ProcReturnCode"),
    status3d: read("3DStatus"),
    nonce: read("ResponseRnd"),
    userCode: account.user,
  };
  return digestsEqual(returnHash(signed, account.storeKey.reveal(), received), received);
}

/**
 * Returns authenticated for `3DStatus` 1 with the code V033 and nothing charged yet; `TxnResult` is `Failed` even then
 * and is ignored. The signed values have no separators, so a forger could write `V034` and `-1` as `V034-` and `1`;
 * therefore each value must have its own form.
 */
function judge(read: Read, orderId: string): Authentication {
  const mdStatus = read("3DStatus");
  const returnCode = read("ProcReturnCode");
  const isShaped = /^(-?\d)?$/.test(mdStatus) && /^[0-9A-Z]{2,6}$/.test(returnCode);
  // A charge was not requested, so a return with the code of a charge is neither authenticated nor failed.
  if (!isShaped || returnCode === "00") return { verdict: "refused", why: "values" };
  if (mdStatus !== "1" || returnCode !== authenticatedCode) {
    // The bank's text is not among the signed values, so it is not kept.
    return { verdict: "not_authenticated", orderId, mdStatus, ...readRefusal(returnCode) };
  }
  const requestGuid = read("RequestGuid");
  if (read("AuthCode") !== "" || !isGuid(requestGuid) || read("ResponseRnd") === "") {
    return { verdict: "refused", why: "values" };
  }
  // It is not among the signed values, so it is evidence only, and of two digits or nothing.
  const eci = read("Eci");
  return { verdict: "authenticated", orderId, proofs: { requestGuid }, ...(/^\d\d$/.test(eci) && { eci }) };
}

/** Returns what the gateway refused before 3-D Secure, such as a card number; nothing where 3-D Secure failed. */
function readRefusal(returnCode: string) {
  const reason = readDeclineReason(declineReason(returnCode));
  if (reason === "unknown" || reason === "three_ds_failed") return {};
  return { refusal: { reason, bankCode: toColumnText(returnCode) } };
}

/** Returns whether the text is a guid. Published guids are numbers; zeros mean that there is none. */
const isGuid = (text: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(text) && !/^0+$/.test(text);

/**
 * The folded names that a return may contain: our fields as far as the bank echoes them, and fields that banks add,
 * taken from their returns and from the records of their histories. Card numbers, expiry dates and security codes are
 * not in the list, because no bank sends them through a browser.
 */
const knownNames: ReadonlySet<string> = new Set(
  `3DStatus Accept Agent AlphaCode ArtiTaksit AuthCode AuthId BankInternalResponseCode BankInternalResponseMessage
  BankInternalResponseSubcode BankInternalResponseSubmessage BankSpecificRequest BankingElapsedTime BatchNo BayiKodu
  BonusAmount CardHolderName CardMask CardType CavvAlg CavvResult ClientId Currency CustomerCode D3Stat D3Status
  Description DsBrand Eci Ecommerce ErrMsg ErrorData Exponent Expsign F11 F11_ORG F12 F12_ORG F13 F13_ORG F22 F22_ORG
  F25 F25_ORG F32 F37 F37_ORG FASTAlanKatilimciKodu FASTGonderenAdi FASTGonderenKatilimciKodu FASTReferansNo FailUrl
  FastGonderenIBAN HasAddressCount Hash HashType HostRefNum HsmElapsedTime HubConnId InsertDatetime InstallmentCount
  IntervalDuration IntervalType IrcCode IrcDet Is3DHost IsFast IsFastValid IsOnUsCard IsPaymentFacilitator IsQR IsQRValid
  IsRefunded IsRepeatTxn IsVoided Lang lastUpdated MD MOTO MTI_ORG MbrId MerchantCountryCode MerchantHomeUrl MerchantID MobileECI MpiElapsedTime
  MpiEndDatetime MpiStartDatetime MrcCountryCode MrcName Mti OkUrl OrderId OrgOrderId OrgTxnType ParesSyntaxOk
  ParesVerified PayerAuthenticationCode PayerTxnId PaymentEndDatetime PaymentLinkId PaymentSeq PaymentStartDatetime
  Pcode ProcReturnCode PurchAmount QRRefNo RRN RefundedAmount RefundedPoint RepeatCount ReqDate ReqId RequestClientIp
  RequestEndDatetime RequestGuid RequestIp RequestMerchantDomain RequestStartDatetime RequestStat ResponseHash
  ResponseRnd ReturnMessage ReturnUrl Rnd SecureType SocketElapsedTime SrcType status SubMerchantCode SysDate
  Tds2dsTransId TemplateType TerminalID TerminalTxnType TransId TransactionDate TrxDate TxnAmount TxnResult TxnStatus
  TxnType UsedPoint UserCode VendorDet Version VoidDate VoidTime VoidUserCode VposElapsedTime WalletData hasOrderId
  recur_expiry recur_frequency`
    .trim()
    .split(/\s+/)
    .map(foldAscii),
);
