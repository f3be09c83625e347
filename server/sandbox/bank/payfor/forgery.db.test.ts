import { expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  completeRequest,
  computeReturnHash,
  openPayforShop,
  type PayforTestShop,
} from "@/server/testing/banks/payfor-shop";
import { panWith } from "@/server/testing/banks/shop";
import { forge, moveBorder } from "./forgery";

let shop: PayforTestShop;
setUpShop(openPayforShop, (opened) => {
  shop = opened;
});

type Bought = Awaited<ReturnType<PayforTestShop["buy"]>>;
const isSigned = ({ shown, callback }: Bought) =>
  (["sha1", "sha256"] as const)
    .map((algorithm) => computeReturnHash(shown.fields, algorithm))
    .includes(callback.get("ResponseHash") ?? "");

test("forges a failed return to 3DStatus 1 with a matching hash, and the bank charges nothing for it", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_fields") });
  expect(Object.fromEntries(bought.callback)).toMatchObject({
    "3DStatus": "1",
    D3Stat: "Y",
    ProcReturnCode: "V034-",
    OrderId: bought.oid,
    PurchAmount: "12.50",
  });
  expect(bought.callback.has("IrcDet")).toBe(false);
  expect(isSigned(bought)).toBe(true);
  const answer = await shop.api(completeRequest(bought.oid, bought.callback));
  expect(answer.text("ProcReturnCode")).toBe("V034");
});

test("forges another amount, and the hash still matches", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_amount") });
  expect(bought.callback.get("PurchAmount")).toBe("1.00");
  expect(isSigned(bought)).toBe(true);
  const own = await shop.buy({ pan: panWith("callback_forged_amount"), amount: "1.00" });
  expect(own.callback.get("PurchAmount")).toBe("2.00");
});

test("forges a hash of the right length, and changes nothing else", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_hash") });
  expect(Object.fromEntries(bought.callback)).toMatchObject({ ProcReturnCode: "V033", "3DStatus": "1" });
  expect(Buffer.from(bought.callback.get("ResponseHash") ?? "", "base64")).toHaveLength(20);
  expect(isSigned(bought)).toBe(false);
});

test("returns the form of any other card unchanged, and throws for a successful return", async () => {
  const { shown } = await shop.buy();
  const form = { action: "x", fields: shown.fields };
  expect(forge("approved", form)).toBe(form);
  expect(forge("callback_twice", form)).toBe(form);
  expect(() => moveBorder(shown.fields)).toThrow("3DStatus -1");
});
