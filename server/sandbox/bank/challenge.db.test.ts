import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  buildCapture,
  openTestShop,
  orderForm,
  panWith,
  postForm,
  sign,
  type TestShop,
} from "@/server/testing/banks/shop";

let shop: TestShop;
setUpShop(openTestShop, (opened) => {
  shop = opened;
});

const isSigned = (fields: readonly (readonly [string, string])[]) =>
  sign(fields.filter(([name]) => name !== "HASH")).at(-1)?.[1] === new Map(fields).get("HASH");

describe("the right code", () => {
  test("returns to okUrl with mdStatus 1, all proofs, and everything that was sent except the card", async () => {
    const { oid, shown, callback } = await shop.buy({ taksit: "3", amount: "99.90" });
    expect(shown.action).toBe("http://127.0.0.1:9/3ds/callback/token");
    expect(Object.fromEntries(callback)).toMatchObject({
      oid,
      amount: "99.90",
      taksit: "3",
      storetype: "3d",
      mdStatus: "1",
      eci: "05",
      TranType: "Auth",
      maskedCreditCard: "4355 08** **** 0005",
      MaskedPan: "435508***0005",
      TDS2_authTimestamp: "202611201200",
    });
    expect(callback.get("md")).toMatch(/^435508:[0-9A-F]{64}:\d{4}:##600218000$/);
    expect(callback.get("xid")).toMatch(/^[\w+/]{27}=$/);
    expect(callback.get("cavv")).toMatch(/^[\w+/]{27}=$/);
    expect(isSigned(shown.fields)).toBe(true);
    expect(callback.has("pan") || callback.has("cv2") || callback.has("hash")).toBe(false);
  });

  test("returns exactly the field names of a real answer", async () => {
    const { callback } = await shop.buy();
    const real =
      "ACQBIN amount callbackCall cavv cavvAlgorithm checkout-id clientid clientIp currency digest dsId eci Ecom_Payment_Card_ExpDate_Month Ecom_Payment_Card_ExpDate_Year ErrMsg failUrl HASH hashAlgorithm iReqCode iReqDetail lang maskedCreditCard MaskedPan md mdErrorMsg mdStatus merchantID merchantName oid okUrl PAResSyntaxOK paresTxStatus PAResVerified payResults_dsId protocol rnd sID storetype taksit TDS2_acsOperatorID TDS2_acsReferenceNumber TDS2_acsTransID TDS2_AResExtensions TDS2_authenticationType TDS2_authTimestamp TDS2_dsTransID TDS2_RReqExtensions TDS2_threeDSServerTransID TDS2_transStatus THREED_ID traceId TRANID TranType tsl vendorCode veresEnrolledStatus version xid";
    expect([...callback.keys()].sort()).toEqual(real.split(" ").sort());
  });

  test("gets the same answer twice when it is posted twice, as by a double click", async () => {
    const { shown, challenge } = await shop.buy();
    const again = await postForm(challenge.action, [["code", "000000"]]);
    expect(again.fields).toEqual(shown.fields);
  });
});

test.each([["000000"], ["12345"], [""], ["cancel"]])("mdStatus 0 and no proof for the code %j", async (code) => {
  const { shown, callback } = await shop.buy({}, code);
  expect(callback.get("mdStatus")).toBe("0");
  expect([callback.get("cavv"), callback.get("eci"), callback.get("TDS2_transStatus")]).toEqual(["", "", "N"]);
  expect(isSigned(shown.fields)).toBe(true);
});

test("410 for a verification that has ended, 404 for an unknown one, 405 for other methods", async () => {
  const { challenge } = await shop.buy({ lang: "en" });
  const over = await fetch(challenge.address);
  expect([over.status, await over.text()]).toEqual([410, expect.stringContaining("This verification is over")]);
  expect((await fetch(`${shop.origin}/3ds/nothing`)).status).toBe(404);
  expect((await fetch(challenge.address, { method: "DELETE" })).status).toBe(405);
});

describe("cards with a special callback", () => {
  test("three_ds_failed: mdStatus 0 for the right code too", async () => {
    const { callback } = await shop.buy({ pan: panWith("three_ds_failed") });
    expect(callback.get("mdStatus")).toBe("0");
  });

  test("callback_missing: a notice both times, and no form that leads back", async () => {
    const { shown, challenge } = await shop.buy({ pan: panWith("callback_missing"), lang: "en" });
    expect(shown.text).toContain("could not be sent");
    expect(shown.text).not.toContain("<form");
    expect((await postForm(challenge.action, [["code", "123456"]])).text).toContain("could not be sent");
  });

  test("callback_missing: a normal return for a buyer who cancels", async () => {
    const { callback } = await shop.buy({ pan: panWith("callback_missing") }, "cancel");
    expect(callback.get("mdStatus")).toBe("0");
  });

  test("callback_twice: the merchant receives the callback once before the browser posts the same one", async () => {
    const bodies: string[] = [];
    const merchant = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        bodies.push(body);
        response.writeHead(303, { location: "http://127.0.0.1:9/" }).end();
      });
    });
    await new Promise<void>((resolve) => merchant.listen(0, "127.0.0.1", resolve));
    const okUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/callback`;
    const { shown } = await shop.buy({ pan: panWith("callback_twice"), okUrl });
    merchant.close();
    expect(bodies).toHaveLength(1);
    expect([...new URLSearchParams(bodies[0])]).toEqual(shown.fields);
    expect(shown.action).toBe(okUrl);
  });

  test("callback_twice: only the browser's request when the merchant cannot be reached", async () => {
    const { callback } = await shop.buy({ pan: panWith("callback_twice") });
    expect(callback.get("mdStatus")).toBe("1");
  });

  test("callback_forged_hash: a success with a hash of another key", async () => {
    const { shown, callback } = await shop.buy({ pan: panWith("callback_forged_hash") });
    expect(callback.get("mdStatus")).toBe("1");
    expect(isSigned(shown.fields)).toBe(false);
  });

  test("callback_forged_amount: another amount with the genuine hash", async () => {
    const { shown, callback } = await shop.buy({ pan: panWith("callback_forged_amount") });
    expect(callback.get("amount")).toBe("1.00");
    expect(isSigned(shown.fields)).toBe(false);
    const restored = shown.fields.map(([n, v]) => [n, n === "amount" ? "12.50" : v] as const);
    expect(isSigned(restored)).toBe(true);
  });

  test("callback_forged_fields: mdStatus 1 with a hash that matches, and the bank takes no money for it", async () => {
    const { oid, shown, callback } = await shop.buy({ pan: panWith("callback_forged_fields") });
    expect(shown.fields.filter(([name]) => name.toLowerCase() === "mdstatus")).toEqual([["mdStatus", "1"]]);
    expect(isSigned(shown.fields)).toBe(true);
    expect(callback.has("md")).toBe(false);
    const md = [...callback.values()].find((value) => value.startsWith("432071:")) ?? "";
    const answer = await shop.api({ ...buildCapture(oid, callback), Number: md });
    expect(answer.text("ProcReturnCode")).toBe("12");
  });
});

test("stores no card number and no security code in any table of the banks", async () => {
  const pan = "4508034508034509";
  await shop.gate(sign(orderForm({ pan, cv2: "7351" })));
  const { oid, callback } = await shop.buy({ pan, cv2: "735" });
  await shop.api(buildCapture(oid, callback));
  const client = new pg.Client(shop.databaseUrl);
  await client.connect();
  const tables = await client.query(
    "select table_name from information_schema.tables where table_schema = 'simulator'",
  );
  let dump = "";
  for (const { table_name } of tables.rows) {
    const { rows } = await client.query(`select to_jsonb(t)::text as row from simulator.${table_name} t`);
    dump += rows.map(({ row }) => row).join("\n");
  }
  await client.end();
  expect(dump).toContain("450803******4509");
  expect(dump).not.toContain(pan);
  // The code must not occur as a value of its own: in JSON, a form, XML or a sentence. Random ids and digests, which
  // may contain the same digits by chance, do not have these signs before and after the digits.
  expect(dump).not.toMatch(/"cv2"|[=>":\s]7351?[&<",}\s]/i);
});
