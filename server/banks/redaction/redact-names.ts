/**
 * The ways in which people may read a value of a bank's message, by the value's name. The value of a name without an
 * entry here is hidden, because a field that a bank adds later may hold anything.
 */
export type Reading =
  /** An identifier, code, amount or date. */
  | "code"
  /** A sentence of the bank. */
  | "words"
  /** An address to which a browser is sent; the last part of its path may be a token. */
  | "address"
  /** A card number that the bank itself has masked. */
  | "masked"
  /** An order id at PosNet, a proof of 3-D Secure at the other protocols: shown when it looks like our order id. */
  | "order"
  /** Values separated by tabs; each is `NAME:value` or a code. */
  | "cells"
  /** A whole document in a form's field. */
  | "document"
  /** An element that contains other elements and no text of its own. */
  | "container";

/** Returns how a name's text may be read; null when it must be hidden. Case and namespace of names are ignored. */
export function findReading(name: string, parent = ""): Reading | null {
  const own = localName(name);
  // In a NestPay request `Name` is the API user; elsewhere it may be a person's name.
  if (own === "name") return localName(parent) === "cc5request" ? "code" : null;
  return readings.get(own) ?? (/^trx\d{1,3}$/.test(own) ? "cells" : null);
}

const localName = (name: string): string => name.toLowerCase().replace(/^.*:/, "");

/**
 * Returns the layout of a web page's element, whose tag is ignored: the text continues in the line, or in a new line.
 */
export const findPageElement = (name: string): "line" | "block" | null => pageElements.get(name.toLowerCase()) ?? null;

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

const namesByReading = {
  code: `
    clientid merchantid merchantno terminalid terminalmerchantid submerchantid mid tid id
    provuserid userid terminalprovuserid terminaluserid usercode posnetid mbrid memberid
    oid orderid order_id orgorderid ord_id returnoid groupid
    type txntype trantype islemtipi charge_type_cd chargetype storetype securetype secure3dsecuritylevel
    mode version apiversion lang moto motoind cardholderpresentcode trandaterequired orderstatusquery safetype
    orderhistory isenrolled protocol
    amount total purchamount txnamount orig_trans_amt capture_amt preamt preauthamount authamount refundedamount
    wpamount amnt1 currency currencycode txncurrencycode exponent alphacode
    taksit instalment installment installmentcnt installmentcount txninstallmentcount inst1
    response procreturncode proc_ret_cd respcode returncode approved code reasoncode errorcode numcode status state
    txstatus txnstatus trans_stat txnresult isvoided isrefunded mdstatus 3dstatus d3stat d3status parestxstatus
    veresenrolledstatus tds2_transstatus tds2_authenticationtype ireqcode vendorcode irccode source encoding
    hashalgorithm hashtype hashparams trxcount requeststat srctype recurringinfo recurringstatus faultcode
    authcode auth_code hostrefnum host_ref_num retrefnum originalretrefnum rrn f37 f11 transid trans_id
    hostlogkey batchnum batchno sequencenum settleid acqstan acqbin rnd
    trxdate hostdate auth_dttm capture_dttm void_dttm provdate preauthdate authdate voiddate voidtime settledate
    insertdatetime trandate txndate txntime sysdate reqdate transactiondate tds2_authtimestamp txntimestamp
    startdate enddate listpagenum
    cardbrand cardissuer cardtype garanticardind yourip
    extra_cardbrand extra_cardissuer extra_trxdate cavvalgorithm
    paressyntaxok paresverified tds2_protocolversion`,
  address: "okurl failurl successurl errorurl merchantreturnurl returnurl callbackurl",
  words: `
    errmsg message errormsg syserrmsg hostmsg resptext mderrormsg mderrormessage returnmessage errormessage
    bankinternalresponsemessage ireqdetail ircdet detail reason faultstring error_message`,
  masked: "maskedpan maskedcreditcard cardmask cardnumbermasked pan ccno number cardnumber",
  order: "xid",
  cells: "orderstatus",
  document: "xmldata data prmstr",
  container: `
    cc5request cc5response extra pborder gvpsrequest gvpsresponse terminal customer card order secure3d hostmsglist
    rewardinqresult rewardlist chequelist orderinqresult orderhistinqresult orderlistinqresult ordertxnlist ordertxn
    recurring bininq posnetrequest posnetresponse oosrequestdata oosrequestdataresponse oosresolvemerchantdata
    oosresolvemerchantdataresponse oostrandata oostrandataresponse reverse return capt agreement sale auth transactions
    pointinfo instinfo vftinfo payforrequest payforresponse paymentrequestextended paymentrequest
    envelope fault errors error result`,
} as const satisfies Record<Reading, string>;

/** `transaction` and `response` contain elements at one bank and a word at another, so both may show a code. */
const readings: ReadonlyMap<string, Reading> = new Map([
  ["transaction", "code"],
  ...Object.entries(namesByReading).flatMap(([reading, names]) =>
    splitWords(names).map((name): [string, Reading] => [name, reading as Reading]),
  ),
]);

const pageElements: ReadonlyMap<string, "line" | "block"> = new Map([
  ...splitWords("b i u em strong span font a small big tt nobr sub sup").map((name) => [name, "line"] as const),
  ...splitWords(`
    html head body title h1 h2 h3 h4 h5 h6 p div center table thead tbody tfoot tr td th ul ol li dl dt dd br hr pre
    header footer main section article nav address blockquote form label fieldset legend img meta link base input`).map(
    (name) => [name, "block"] as const,
  ),
]);

/**
 * Returns whether a word in a sentence announces a secret, so the value after it must be hidden. The pattern is wider
 * than any list of fields, because a sentence loses little by hiding too much.
 */
export const isSecretWord = (word: string): boolean =>
  /pass|parola|[sş]ifre|secret|token|hash|digest|packet|guid|cv[vc2]|cavv|expir|exp_?date|son_?kul|holder|sahibi|storekey|^(mac|sign|md|eci|xid|pan|key)$|card_?n|kart_?n|^ccno$|eci_3d|xid_3d/i.test(
    word,
  );
