import { beforeEach, describe, expect, test } from "vitest";
import { drawFractions } from "@/server/testing/banks/drawn-fractions";
import { setUpShop } from "@/server/testing/banks/file-shop";
import { buildCapture, history, openTestShop, panWith, type TestShop } from "@/server/testing/banks/shop";

// Faults of voids and credits: ledger, history and log show what the bank did, independent of what the caller got.

let shop: TestShop;
const drawn: number[] = [];
setUpShop(
  (url) => openTestShop(url, { faultRandom: drawFractions(() => drawn.shift() ?? 0) }),
  (opened) => {
    shop = opened;
  },
);
beforeEach(() => shop.control("PATCH", "settings", calm));

const operations = ["capture", "void", "credit", "inquire", "history", "prepare"];
const calm = { latencyMs: 0, errorRate: 0, down: false, refuseSameDayCredit: false, operations };

const paid = async (pan = panWith("approved")): Promise<string> => {
  const { oid, callback } = await shop.buy({ pan });
  expect((await shop.api(buildCapture(oid, callback))).text("ProcReturnCode")).toBe("00");
  return oid;
};
const asks = {
  void: (OrderId: string) => shop.api({ Type: "Void", OrderId }),
  credit: (OrderId: string) => shop.api({ Type: "Credit", OrderId, Total: "5.00", Currency: "949" }),
};
/** Reads the result of the operation from the bank's three records: ledger, log and history. */
const readRecords = async (oid: string, operation: "void" | "credit") => {
  const { body } = await shop.control("GET", "ledger");
  const order = body.orders.find((one: { orderId: string }) => one.orderId === oid);
  const { items } = (await shop.control("GET", `log?orderId=${oid}`)).body;
  const answer = await shop.api(history(oid));
  return {
    ledger: { voided: order.voided, credited: order.credited },
    log: items
      .filter((item: { operation: string }) => item.operation === operation)
      .map((item: { outcome: string }) => item.outcome),
    history: ["TRX1", "TRX2", "TRX3"].flatMap((line) => answer.extra(line)?.split("\t").slice(0, 2).join("") ?? []),
  };
};
const nothing = { ledger: { voided: 0, credited: 0 }, log: ["nothing_done"], history: ["SC"] };
const done = {
  void: { ledger: { voided: 1250, credited: 0 }, log: ["approved"], history: ["SV"] },
  credit: { ledger: { voided: 0, credited: 500 }, log: ["approved"], history: ["SC", "CC"] },
};

describe.each(["void", "credit"] as const)("%s", (operation) => {
  test("does nothing in an outage, and works afterwards", async () => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { down: true, operations: [operation] });
    await expect(asks[operation](oid)).rejects.toThrow("fetch failed");
    expect(await readRecords(oid, operation)).toEqual(nothing);
    await shop.control("PATCH", "settings", { down: false });
    expect((await asks[operation](oid)).text("Response")).toBe("Approved");
    expect(await readRecords(oid, operation)).toEqual({
      ...done[operation],
      log: ["nothing_done", "approved"],
    });
  });

  test.each([
    ["not done, with an error page", 0, false],
    ["not done, with a broken connection", 0.25, false],
    ["done, with an unreadable answer", 0.5, true],
    ["done, with a broken connection", 0.75, true],
  ])("%s, at errorRate 1", async (_, kind, isDone) => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { errorRate: 1, operations: [operation] });
    drawn.push(0.999, kind);
    await expect(asks[operation](oid)).rejects.toThrow();
    expect(await readRecords(oid, operation)).toEqual(isDone ? done[operation] : nothing);
  });

  test("done at once while its answer is delayed for longer than a caller waits", async () => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { latencyMs: 60_000, operations: [operation] });
    const slow = asks[operation](oid).then(
      () => "answered",
      () => "no answer",
    );
    await expect.poll(async () => (await readRecords(oid, operation)).log, { interval: 20 }).toEqual(["approved"]);
    expect(await readRecords(oid, operation)).toEqual(done[operation]);
    await shop.control("PATCH", "settings", { latencyMs: 0 });
    const other = await paid();
    expect((await asks[operation](other)).text("Response"), "the next is answered at once").toBe("Approved");
    expect(await Promise.race([slow, "waiting"])).toBe("waiting");
  });

  test("does nothing when the card's issuer refuses, and the history does not count it", async () => {
    const oid = await paid(panWith(`${operation}_declined`));
    expect((await asks[operation](oid)).text("ProcReturnCode")).toBe("05");
    expect(await readRecords(oid, operation)).toEqual({
      ...nothing,
      log: ["declined"],
      history: operation === "void" ? ["SC"] : ["SC", "CD"],
    });
  });
});

test("records two equal credits separately when both answers are lost", async () => {
  const oid = await paid(panWith("credit_lost_taken"));
  for (const _ of [1, 2]) await expect(asks.credit(oid)).rejects.toThrow("fetch failed");
  expect(await readRecords(oid, "credit")).toEqual({
    ledger: { voided: 0, credited: 1000 },
    log: ["approved", "approved"],
    history: ["SC", "CC", "CC"],
  });
});

test("voids and credits during an outage of the history", async () => {
  await shop.control("PATCH", "settings", { down: true, operations: ["history"] });
  const [one, two] = [await paid(), await paid()];
  expect((await asks.void(one)).text("Response")).toBe("Approved");
  expect((await asks.credit(two)).text("Response")).toBe("Approved");
  await expect(shop.api(history(one))).rejects.toThrow("fetch failed");
});
