import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import type { BankAccount, Operation } from "../bank";
import { collectSecrets, redactBody, redactFields } from "./redact";

const account: BankAccount = {
  bank: "isbank",
  merchantId: "700655000200",
  terminalNo: "1",
  user: "ISBANKAPI",
  password: new Secret("ISBANK07"),
  refundUser: { name: "PROVRFN", password: new Secret("şifre&<1>") },
  storeKey: new Secret("10,10,10,10,10,10,10,10"),
  endpoints: { gate: "https://bank.test/gate", api: "https://bank.test/api" },
};
const secrets = collectSecrets(account);
const form = "application/x-www-form-urlencoded";
const pan = "5528790000000008";
const grouped = (by: string) => (pan.match(/.{4}/g) ?? []).join(by);
const masked = `${pan.slice(0, 6)}******${pan.slice(-4)}`;

const show = (text: string, contentType = "text/xml; charset=utf-8") =>
  redactBody(Buffer.from(text), contentType, secrets);

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly input: { readonly xml?: string; readonly fields?: Readonly<Record<string, string>> };
  readonly expected: {
    readonly xml?: string;
    readonly encoding?: string;
    readonly fields?: Readonly<Record<string, string>>;
  };
}
const vectors = ["nestpay", "garanti", "posnet", "payfor"].flatMap(
  (protocol): Vector[] => JSON.parse(readFileSync(`server/banks/${protocol}/fixtures/vectors.json`, "utf8")).vectors,
);

/** The banks' names of fields that contain data of a card, of 3-D Secure or of a shop's secrets. */
const secretNames = new Set(
  `password userpass merchantpass hash hashdata hashparamsval mac sign digest secure3dhash responsehash
  pan ccno number cardnumber cvv2 cvc cv2 cardcvv2 expdate expiredate expiry cardexpiredatemonth cardexpiredateyear
  ecom_payment_card_expdate_month ecom_payment_card_expdate_year cardholdername md cavv eci payertxnid
  payersecuritylevel payerauthenticationcode authenticationcode securitylevel txnid cavv_3d eci_3d xid_3d requestguid
  bankpacket merchantpacket bankdata merchantdata posnetdata posnetdata2 data1 data2`.split(/\s+/),
);

const listElements = (xml: string): [string, string][] =>
  [...xml.matchAll(/<(\w+)>([^<]+)<\/\1>/g)].map(([, name = "", text = ""]) => [name, text]);

/** The banks' names of fields that an integrator needs to read. */
const readableNames = new Set(
  `orderid orgorderid ord_id type txntype amount total purchamount capture_amt authamount currency currencycode taksit
  installment installmentcnt installmentcount response procreturncode code reasoncode respcode approved errmsg message
  errormsg syserrmsg resptext mdstatus clientid merchantid id mid tid usercode provuserid authcode hostrefnum retrefnum
  hostlogkey trxdate provdate insertdatetime trandate trans_stat state txnstatus status`.split(/\s+/),
);

/** Returns whether a value is unique: longer than three characters and not contained in another, readable field. */
const isUnique = (value: string, all: readonly [string, string][]) =>
  value.length > 3 && !all.some(([name, other]) => !secretNames.has(name.toLowerCase()) && other.includes(value));

describe("every published message of the four protocols", () => {
  const documents = vectors.flatMap(({ id, input, expected }) =>
    [input.xml, expected.xml].flatMap((xml) => (xml?.startsWith("<") ? [{ id, xml }] : [])),
  );
  const forms = vectors.flatMap(({ id, input, expected }) =>
    [input.fields, expected.fields].flatMap((fields) => (fields ? [{ id, fields: Object.entries(fields) }] : [])),
  );

  test("the vectors contain documents and forms of each protocol", () => {
    for (const protocol of ["nestpay", "garanti", "posnet", "payfor"]) {
      expect(documents.filter(({ id }) => id.startsWith(protocol)).length, protocol).toBeGreaterThan(3);
      expect(forms.filter(({ id }) => id.startsWith(protocol)).length, protocol).toBeGreaterThan(0);
    }
  });

  /** Returns the document redacted as a body, as a form field, and as a field of a form body. */
  const shownWays = (xml: string): string[] => [
    show(xml),
    redactFields([["xmldata", xml]], secrets),
    redactBody(Buffer.from(new URLSearchParams([["DATA", xml]]).toString()), form, secrets),
  ];

  test.each(documents)("hides card data and secrets in $id", ({ xml }) => {
    const elements = listElements(xml);
    const hidden = elements.filter(([name, value]) => secretNames.has(name.toLowerCase()) && !/\*/.test(value));
    for (const text of shownWays(xml)) {
      for (const [name, value] of hidden) {
        expect(text).toContain(`<${name}>[redacted]</${name}>`);
        if (isUnique(value, elements)) expect(text, name).not.toContain(value);
      }
    }
  });

  test.each(documents)("shows the fields that an integrator needs in $id", ({ xml }) => {
    const readable = listElements(xml).filter(([name]) => readableNames.has(name.toLowerCase()));
    for (const text of shownWays(xml)) {
      for (const [name, value] of readable)
        expect(text).toContain(`<${name}>${value.replace(/\s+/g, " ").trim()}</${name}>`);
    }
  });

  test.each(forms)("hides card data and secrets in the form of $id", ({ fields }) => {
    const lines = redactFields(fields, secrets).split("\n");
    expect(lines).toHaveLength(fields.length);
    for (const [at, [name, value]] of fields.entries()) {
      if (secretNames.has(name.toLowerCase())) expect(lines[at]).toBe(`${name}=${value && "[redacted]"}`);
    }
  });
});

test("shows the fields that an integrator needs, one element per line", () => {
  const answer = vectors.find(({ id }) => id === "garanti-response-03")?.input.xml ?? "";
  const text = show(answer);
  for (const line of [
    "    <ID>30691298</ID>",
    "    <MerchantID>7000679</MerchantID>",
    "    <OrderID>2022110189E1</OrderID>",
    "      <Code>92</Code>",
    "      <ReasonCode>0002</ReasonCode>",
    "      <ErrorMsg>Giriş yaptığınız işlem tipi için zorunlu alanları kontrol ediniz</ErrorMsg>",
    "    <ProvDate>20221101 13:19:22</ProvDate>",
    "    <CardNumberMasked>428220******8015</CardNumberMasked>",
  ])
    expect(text.split("\n")).toContain(line);
  const fields = vectors.find(({ id }) => id === "payfor-request-form-01")?.expected.fields ?? {};
  const shown = redactFields(Object.entries(fields), secrets).split("\n");
  for (const name of ["MbrId", "MerchantID", "UserCode", "OrderId", "SecureType", "TxnType", "PurchAmount", "Currency"])
    expect(shown).toContain(`${name}=${fields[name]}`);
});

test("redacts a status with tabs name by name", () => {
  const status = `ORD_ID:A1\tTRANS_STAT:C\tPAN:${pan}\tCAVV_3D:AAABBB\tXID_3D:CCC\tECI_3D:02\tMDSTATUS:1`;
  expect(show(`<CC5Response><Extra><ORDERSTATUS>${status}</ORDERSTATUS></Extra></CC5Response>`)).toContain(
    "<ORDERSTATUS>ORD_ID:A1  TRANS_STAT:C  PAN:[redacted]  CAVV_3D:[redacted]  XID_3D:[redacted]  ECI_3D:[redacted]  MDSTATUS:1<",
  );
});

test("shows an XID that is our order id (PosNet) and hides any other, which is a proof", () => {
  expect(show("<posnetResponse><xid>ABCDEFGHJKLMNPQRST23</xid></posnetResponse>")).toContain(">ABCDEFGHJKLMNPQRST23<");
  expect(show("<x><xid>RszfrwEYe/8xb7rnrPuh6C9pZSQ=</xid></x>")).not.toContain("Rszf");
  expect(
    redactFields(
      [
        ["Xid", "ABCDEFGHJKLMNPQRST23"],
        ["xid", "f3ec4783-f48c-475c-a59c-ab25f3170ec5"],
      ],
      secrets,
    ),
  ).toBe("Xid=ABCDEFGHJKLMNPQRST23\nxid=[redacted]");
});

describe("shows the first six and last four digits of a card number in a sentence", () => {
  test.each([
    ["plain", pan],
    ["spaced", grouped(" ")],
    ["hyphenated", grouped("-")],
    ["with points", grouped(".")],
    ["with hard spaces", grouped("&#160;")],
    ["form-encoded", grouped("+")],
    ["as references", [...pan].map((digit) => `&#${digit.charCodeAt(0)};`).join("")],
    ["escaped", [...pan].map((digit) => `%3${digit}`).join("")],
    ["with invisible characters", grouped("\u200b")],
    ["with NULs, as UTF-16 read in another charset", [...pan].join("\0")],
    ["in two elements of a page", `${pan.slice(0, 5)}</b><i>${pan.slice(5)}</i><b>`],
    ["partly in CDATA", `${pan.slice(0, 8)}<![CDATA[${pan.slice(8)}]]>`],
    ["cut by a comment", `${pan.slice(0, 8)}<!-- x -->${pan.slice(8)}`],
  ])("%s", (_, written) => {
    expect(show(`<GVPSResponse><Message>Card <b>${written}</b> refused</Message></GVPSResponse>`)).toContain(masked);
    const page = show(`<html><body><p>Card <b>${written}</b> refused</p></body></html>`, "text/html");
    expect(page).toContain(masked);
  });

  test("next to other digits, and where two numbers could begin", () => {
    for (const [before, after] of [
      ["1234 ", ""],
      ["12", ""],
      ["", " 1226"],
      ["", "1226"],
      ["4", "4"],
    ]) {
      const text = show(`<x><Message>${before}${pan}${after}</Message></x>`.replaceAll("x>", "GVPSResponse>"));
      for (let at = 0; at + 11 <= pan.length; at += 1) expect(text).not.toContain(pan.slice(at, at + 11));
    }
  });
});

describe("messages that are not an answer of a bank", () => {
  test("shows the text of a page without attributes, scripts and comments", () => {
    const page = `<html><head><title>502 Bad Gateway</title><script>var cvv = "321"</script></head><body onload="x('321')">
      <h1>Sorry</h1><!-- 321 --><form><input name="cv2" value="321"><input value=${pan}></form><p>cvv: 321</p>`;
    expect(show(page, "text/html")).toBe("502 Bad Gateway\n<script>[redacted]</script>\nSorry\ncvv: [redacted]");
  });

  test.each([
    ["whole", "}"],
    ["cut", ""],
  ])("shows the values of names on the list in JSON, %s", (_, end) => {
    const json = `{"error": {"code": "E1", "message": "Card ${pan}, cvv: 321"}, "pan": "${pan}", "cvv": 321, "list": ["321"], "orderId": "A-1"${end}`;
    expect(show(json, "application/json").split("\n")).toEqual([
      "  error:",
      "    code: E1",
      `    message: Card ${masked}, cvv: [redacted]`,
      "  pan: [redacted]",
      "  cvv: [redacted]",
      "  list:",
      "    list: [redacted]",
      "  orderId: A-1",
    ]);
  });

  test("redacts fields between double semicolons like a form", () => {
    expect(show(`ProcReturnCode=V033;;ErrMsg=;;Pan=${pan};;Cvv2=321;;OrderId=A1;;`, "text/plain")).toBe(
      "ProcReturnCode=V033\nErrMsg=\nPan=[redacted]\nCvv2=[redacted]\nOrderId=A1\n=",
    );
  });

  test("hides the values that a sentence names as secrets", () => {
    expect(show("Bad request: cvv=321, Hash: abc; password='x'", "text/plain")).toBe(
      "Bad request: cvv=[redacted], Hash: [redacted]; password='[redacted]'",
    );
  });

  test("returns an empty text for an empty message", () => {
    expect(show("")).toBe("");
    expect(redactFields([], secrets)).toBe("");
  });
});

test("hides the security code and expiry of the sent card as words of a sentence, but not inside other numbers", () => {
  const card = { pan: new Secret(pan), expireMonth: "12", expireYear: "30", cv2: new Secret("321") };
  const order = { orderId: "A", callbackUrl: "https://pay.test/3ds/callback/token-of-it" };
  const prepare = { kind: "prepare", order, card } as Operation;
  const text =
    "<posnetResponse><respText>CVC 321 WRONG, 12/30, 4321 token-of-it</respText><amount>321</amount></posnetResponse>";
  const shown = redactBody(Buffer.from(text), "", collectSecrets(account, prepare));
  expect(shown).toContain("<respText>CVC [redacted] WRONG, [redacted], 4321 [redacted]</respText>");
  expect(shown).toContain("<amount>321</amount>");
});

test("shows the return address without its token", () => {
  const okUrl = `https://pay.test/3ds/callback/${"aB_-".repeat(10)}abc`;
  expect(redactFields([["okUrl", okUrl]], secrets)).toBe("okUrl=https://pay.test/3ds/callback/[redacted]");
});

test("hides the value of a listed name inside an unlisted element, in XML and in JSON", () => {
  const person = show("<CC5Response><Person><Id>12345678901</Id></Person><OrderId>A1</OrderId></CC5Response>");
  expect(person).not.toContain("12345678901");
  expect(person).toContain("<OrderId>A1</OrderId>");
  const json = show('{"person":{"id":"12345678901"},"orderId":"A1"}', "application/json");
  expect(json).not.toContain("12345678901");
  expect(json).toContain("A1");
});

test("hides a longer secret completely when another secret is its beginning", () => {
  const values = ["abcd", "abcd-efgh"];
  expect(redactFields([["errmsg", "abcd-efgh or abcd is wrong"]], { values, digits: [] })).toBe(
    "errmsg=[redacted] or [redacted] is wrong",
  );
});
