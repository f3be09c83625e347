import { beforeEach, describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  chargeRequest,
  openPosnetShop,
  prepareRequest,
  readVerdict,
  type TestPosnetShop,
} from "@/server/testing/banks/posnet-shop";
import { newOrderId, panWith } from "@/server/testing/banks/shop";
import { openPool } from "../records/database";
import { otherShop, sandboxShop } from "../records/shops";

let shop: TestPosnetShop;
setUpShop(openPosnetShop, (opened) => {
  shop = opened;
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));

test("approves with three upper-case hex texts in the format and charset of the bank's answers, and logs it", async () => {
  const xid = newOrderId();
  const answer = await shop.api(prepareRequest({ xid, amount: "125050", installment: "03" }));
  expect(answer.bytes.toString("latin1")).toMatch(
    /^<\?xml version='1\.0' encoding='iso-8859-9'\?>\n<posnetResponse>\n<approved>1<\/approved>\n<oosRequestDataResponse>\n<data1>[0-9A-F]{312}<\/data1>\n<data2>[0-9A-F]{104}<\/data2>\n<sign>[0-9A-F]{32}<\/sign>\n<\/oosRequestDataResponse>\n<\/posnetResponse>$/,
  );
  const maskedPan = `${panWith("approved").slice(0, 6)}******${panWith("approved").slice(-4)}`;
  const line = { protocol: "posnet", operation: "prepare", orderId: xid, amount: 125050, maskedPan };
  expect(await shop.readLog(xid)).toEqual([{ at: "2026-11-20T09:00:00.000Z", outcome: "approved", ...line }]);
});

test("declined_at_start: refused by the issuer before the page, and logged as declined", async () => {
  const xid = newOrderId();
  const answer = await shop.api(prepareRequest({ xid, pan: panWith("declined_at_start") }));
  expect(readVerdict(answer)).toEqual(["0", "0005"]);
  expect(answer.text("respText")).toBe("RED-ONAYLANMADI                    0005");
  expect(answer.text("data1")).toBeUndefined();
  expect(await shop.readLog(xid)).toMatchObject([{ operation: "prepare", outcome: "declined", amount: 1250 }]);
});

describe("refuses with the bank's code", () => {
  test.each([
    ["no amount", { amount: "" }, "0205"],
    ["an amount of nothing", { amount: "0" }, "0205"],
    ["an amount in liras", { amount: "12.50" }, "0205"],
    ["an amount with zeros before it", { amount: "01250" }, "0205"],
    ["another currency", { currency: "US" }, "E190"],
    ["the currency's number", { currency: "949" }, "E190"],
    ["one installment", { installment: "01" }, "0012"],
    ["installments of one digit", { installment: "3" }, "0012"],
    ["too many installments", { installment: "13" }, "0012"],
    ["no installments", { installment: "" }, "0012"],
    ["an order of 19 characters", { xid: "A".repeat(19) }, "E189"],
    ["an order of 24 characters", { xid: "A".repeat(24) }, "E189"],
    ["an order with other characters", { xid: `${"A".repeat(19)}-` }, "E189"],
    ["a pre-authorisation", { tranType: "Auth" }, "0058"],
    ["another posnetid", { posnetId: otherShop.posnet.posnetId }, "0148"],
    ["a wrong check digit", { pan: "5528790000000009" }, "0014"],
    ["no card: the bank's own card page is not offered", { pan: "", expDate: "", cvc: "" }, "0014"],
    ["a code of four digits for a Visa card", { cvc: "0000" }, "0014"],
    ["three for an American Express card", { pan: "375622000000008" }, "0014"],
    ["the month before the year", { expDate: "1230" }, "0054"],
    ["a month that has ended", { expDate: "2610" }, "0054"],
  ])("%s", async (_, order, code) => {
    expect(readVerdict(await shop.api(prepareRequest(order)))).toEqual(["0", code]);
  });

  test("an order that was paid", async () => {
    const bought = await shop.buy();
    expect((await shop.api(chargeRequest(bought))).text("approved")).toBe("1");
    expect(readVerdict(await shop.api(prepareRequest({ xid: bought.xid })))).toEqual(["0", "0127"]);
  });
});

test("accepts a card until the last moment of its month in Istanbul, and a four-digit code of American Express", async () => {
  shop.clock.set(new Date("2026-11-30T20:59:59Z"));
  const amex = { pan: "375622000000008", cvc: "0000", expDate: "2611" };
  expect(readVerdict(await shop.api(prepareRequest(amex)))[0]).toBe("1");
  shop.clock.set(new Date("2026-11-30T21:00:00Z"));
  expect(readVerdict(await shop.api(prepareRequest(amex)))).toEqual(["0", "0054"]);
});

test("stores neither the number nor the code of a card", async () => {
  const pan = panWith("approved");
  await shop.api(prepareRequest({ pan, cvc: "917" }));
  await shop.api(prepareRequest({ pan, cvc: "917", amount: "x" }));
  const pool = openPool(shop.databaseUrl);
  for (const table of ["authentication", "journal", "bank_order", "bank_transaction"]) {
    const { rows } = await pool.query(`select t::text as row from simulator.${table} t`);
    const text = rows.map(({ row }) => row).join("\n");
    expect(text).not.toContain(pan);
    // Only a value of its own counts, because random references may contain these digits.
    expect(text).not.toMatch(/(?<!\w)917(?!\w)/);
  }
  await pool.end();
});

describe("access to the service", () => {
  const { mid, tid, posnetId } = sandboxShop.posnet;
  test.each([
    ["an unknown merchant", { mid: "6700000000" }, "0003"],
    ["another shop's terminal", { tid: otherShop.posnet.tid }, "0003"],
    ["a merchant number that is too short", { mid: "672180000" }, "E170"],
  ])("refuses %s", async (_, changed, code) => {
    const theirs = { ...sandboxShop.posnet, ...changed };
    const answer = await shop.api(prepareRequest(), theirs);
    expect(readVerdict(answer)).toEqual(["0", code]);
    if (code === "0003") expect(answer.text("respText")).toBe(`148 MID,TID,IP HATALI: ${answer.text("yourIP")}`);
  });

  test.each(["X-MERCHANT-ID", "X-TERMINAL-ID", "X-POSNET-ID", "X-CORRELATION-ID"])(
    "0148 for a message without the right %s",
    async (name) => {
      expect(readVerdict(await shop.api(prepareRequest(), sandboxShop.posnet, { [name]: "" }))).toEqual(["0", "0148"]);
      if (name === "X-CORRELATION-ID") return;
      const wrong = await shop.api(prepareRequest(), sandboxShop.posnet, { [name]: "9" });
      expect(readVerdict(wrong)).toEqual(["0", "0148"]);
    },
  );

  const good = prepareRequest();
  test.each([
    ["a missing element", good.replace("<cardHolderName></cardHolderName>", "")],
    ["a repeated element", good.replace("<cvc>", "<cvc>1</cvc><cvc>")],
    ["elements in another order", good.replace(/(<amount>.*<\/amount>)(<currencyCode>.*<\/currencyCode>)/, "$2$1")],
    ["an unknown element", good.replace("</oosRequestData>", "<x>1</x></oosRequestData>")],
    ["an element inside a text", good.replace("<cvc>000", "<cvc><b>000</b>")],
    ["tranDateRequired where it does not belong", `<tranDateRequired>1</tranDateRequired>${good}`],
    ["a document type", `<!DOCTYPE a>${good}`],
    ["no operation", ""],
  ])("0150 for %s", async (_, xml) => {
    expect(readVerdict(await shop.api(xml))).toEqual(["0", "0150"]);
  });

  test("0150 for a body that is not a form with only xmldata", async () => {
    const xml = `<posnetRequest><mid>${mid}</mid><tid>${tid}</tid>${good}</posnetRequest>`;
    const send = async (contentType: string, body: string) => {
      const headers = {
        "content-type": contentType,
        "x-merchant-id": mid,
        "x-terminal-id": tid,
        "x-posnet-id": posnetId,
        "x-correlation-id": "A",
      };
      const answer = await fetch(`${shop.origin}/posnet/PosnetWebService/XML`, {
        method: "POST",
        headers,
        body,
      });
      return /<respCode>(.*)<\/respCode>/.exec(await answer.text())?.[1];
    };
    const form = "application/x-www-form-urlencoded";
    const encoded = `xmldata=${encodeURIComponent(xml)}`;
    expect(await send("text/xml", xml)).toBe("0150");
    expect(await send("text/xml", encoded)).toBe("0150");
    expect(await send(form, `XMLDATA=${encodeURIComponent(xml)}`)).toBe("0150");
    expect(await send(form, `${encoded}&a=1`)).toBe("0150");
    expect(await send(form, encoded)).toBeUndefined();
  });

  test("0058 for an operation that the shop may not use", async () => {
    for (const xml of ["<pointInquiry><ccno>1</ccno></pointInquiry>", "<sale></sale>"]) {
      expect(readVerdict(await shop.api(xml))).toEqual(["0", "0058"]);
    }
  });
});
