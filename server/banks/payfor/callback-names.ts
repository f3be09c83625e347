import { foldAscii } from "@/server/banks/compare";

/**
 * What a return may hold, by folded name: what we sent as far as the bank echoes it, and what banks add, as seen in their
 * returns and in the records of their histories. Card numbers, expiry dates and codes are not among it: no bank brings
 * those back through a browser.
 */
export const knownNames: ReadonlySet<string> = new Set(
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
