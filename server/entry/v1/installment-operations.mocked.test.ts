import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "@/server/domain/errors";
import {
  buildRequest,
  caller,
  createContext,
  expectError,
  type RequestInput,
  silentLog,
  traceId,
} from "@/server/testing/doors/requests";
import type { Caller } from "@/server/usecases/caller";
import { findInstallmentOptions, getInstallmentOverview } from "@/server/usecases/pricing/queries";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

vi.mock("@/server/usecases/pricing/queries", () => ({
  findInstallmentOptions: vi.fn(),
  getInstallmentOverview: vi.fn(),
}));

const log = silentLog();
/** Opens a door with fresh budgets; `sk_a` and `sk_b` are keys of one account, `sk_other` is another account's. */
function open(changes: Partial<Caller> = {}, multiplier = 1_000_000) {
  const door = {
    ctx: createContext(log),
    limits: createRateLimits({ multiplier }),
    routes: createRouteTable(operations),
    strict: true,
    authenticate: async (_ctx: unknown, key: string): Promise<Caller | null> => {
      if (key === "sk_none") return null;
      const partnerId = (key === "sk_other" ? "prt_2" : "prt_1") as Caller["partnerId"];
      return { ...caller, keyId: key, partnerId, ...changes };
    },
  };
  let calls = 0;
  return (sent: RequestInput) =>
    answerAsResponse(buildRequest(sent), { sourceIp: `10.0.${calls++ % 250}.1`, traceId }, door);
}
const send = open();

const optionsPath = "/v1/installment-options";
const overviewPath = "/v1/installment-options/overview";
const lookup = { terminalId: "trm_1", baseAmount: 125_050, customerCommissionShareBps: 5000 };
const bodyOf = { [optionsPath]: { bin: "43550800", ...lookup }, [overviewPath]: lookup };
const paths = [optionsPath, overviewPath] as const;

const option = {
  installmentCount: 1,
  rateBps: 250,
  fixedFee: 100n,
  baseAmount: 125_050n,
  commissionAmount: 3226n,
  customerShareAmount: 1613n,
  totalAmount: 126_663n,
};
const asJson = (text: object) =>
  JSON.stringify(text, (_, value) => (typeof value === "bigint" ? Number(value) : value));
const found = {
  cardBrand: "axess",
  cardFamily: "credit",
  cardBank: "Akbank",
  options: [option],
  commissionBasis: "gross",
} as const;
const kind = { cardType: "credit", onUs: null, cardBrand: null } as const;
const overview = {
  commissionBasis: "net",
  maximums: [{ option, source: kind }],
  optionGroups: [{ ...kind, onUsRequired: null, options: [option] }],
} as const;

beforeEach(() => {
  vi.mocked(findInstallmentOptions).mockReset().mockResolvedValue(found);
  vi.mocked(getInstallmentOverview).mockReset().mockResolvedValue(overview);
});
const neverAsked = () => {
  expect(findInstallmentOptions).not.toHaveBeenCalled();
  expect(getInstallmentOverview).not.toHaveBeenCalled();
};

describe("200", () => {
  test("the options of a card, with amounts in kuruş", async () => {
    const response = await send({ path: optionsPath, body: bodyOf[optionsPath] });
    expect([response.status, await response.text()]).toEqual([200, asJson(found)]);
    expect(findInstallmentOptions).toHaveBeenCalledWith(expect.anything(), {
      caller: expect.objectContaining({ partnerId: "prt_1" }),
      bin8: "43550800",
      terminalId: "trm_1",
      baseAmountKurus: 125_050n,
      customerShareBps: 5000,
    });
  });
  test("what a terminal offers", async () => {
    const response = await send({ path: overviewPath, body: bodyOf[overviewPath] });
    expect([response.status, await response.text()]).toEqual([200, asJson(overview)]);
    expect(getInstallmentOverview).toHaveBeenCalledWith(expect.anything(), {
      caller: expect.objectContaining({ partnerId: "prt_1" }),
      terminalId: "trm_1",
      baseAmountKurus: 125_050n,
      customerShareBps: 5000,
    });
  });
  test.each([[{}], [{ baseAmount: null, customerCommissionShareBps: null }]])(
    "no amounts when baseAmount is omitted or null: %j",
    async (rest) => {
      expect((await send({ path: optionsPath, body: { bin: "00000000", terminalId: "trm_1", ...rest } })).status).toBe(
        200,
      );
      expect((await send({ path: overviewPath, body: { terminalId: "trm_1", ...rest } })).status).toBe(200);
      const nothing = { baseAmountKurus: null, customerShareBps: 0 };
      expect(findInstallmentOptions).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(nothing));
      expect(getInstallmentOverview).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(nothing));
    },
  );
  test("an amount above 2^53 is written exactly", async () => {
    const great = { ...option, totalAmount: 18_014_398_509_481_983n };
    vi.mocked(findInstallmentOptions).mockResolvedValue({ ...found, options: [great] });
    const response = await send({ path: optionsPath, body: bodyOf[optionsPath] });
    expect(await response.text()).toContain('"totalAmount":18014398509481983}');
  });
  test("unknown members do not reach the use-case", async () => {
    const body = { ...bodyOf[optionsPath], pan: "4355080000000005", partnerId: "prt_2", caller: {} };
    expect((await send({ path: optionsPath, body })).status).toBe(200);
    const [, input] = vi.mocked(findInstallmentOptions).mock.calls[0] ?? [];
    expect(Object.keys(input ?? {}).sort()).toEqual(
      ["baseAmountKurus", "bin8", "caller", "customerShareBps", "terminalId"].sort(),
    );
  });
  test.each(paths)("at the limits of each field: %s", async (path) => {
    const accepted = [
      { baseAmount: 1 },
      { baseAmount: 9_007_199_254_740_991 },
      { customerCommissionShareBps: 0 },
      { customerCommissionShareBps: 10_000 },
      { terminalId: "🧿".repeat(64) },
    ];
    for (const change of accepted) {
      expect((await send({ path, body: { ...bodyOf[path], ...change } })).status).toBe(200);
    }
    const text = JSON.stringify({ ...bodyOf[path], baseAmount: 0 }).replace('"baseAmount":0', '"baseAmount":1.0');
    expect((await send({ path, body: text })).status).toBe(200);
    expect((await send({ path, body: text.replace("1.0", "1e2").replace("5000", "5000.0") })).status).toBe(200);
  });
});

describe("400 names the field and never repeats the value", () => {
  const wrong = {
    terminalId: ["", " ", "x".repeat(65), "trm_\u0000", "trm_\n", "\ud800", 5, null, undefined, []],
    baseAmount: [0, -1, 1.5, "1", "", true, [], {}, 2 ** 53, 1e300],
    customerCommissionShareBps: [-1, 10_001, 0.5, "1", "5000", false, [], 2 ** 31, 2 ** 53],
  };
  const cases = paths.flatMap((path) =>
    Object.entries(wrong).map(([field, values]) => [path, field, values as unknown[]] as const),
  );
  test.each(cases)("%s %s", async (path, field, values) => {
    for (const value of values) {
      const response = await send({ path, body: { ...bodyOf[path], [field]: value } });
      const message = await expectError(response, "validation_error");
      expect(message, JSON.stringify(value)).toMatch(new RegExp(`^${field}: (must|is|max) [^;]+$`));
    }
    neverAsked();
  });
  const bins = ["", "435508", "4355080", "435508000", "4355 080", " 43550800", "43550800\n", "4355080a"];
  test.each([...bins, "４３５５０８００", "٤٣٥٥٠٨٠٠", "4355080\u0000", "4355080000000005"])("bin %j", async (bin) => {
    const response = await send({ path: optionsPath, body: { ...bodyOf[optionsPath], bin } });
    expect(await expectError(response, "validation_error")).toBe("bin: must be exactly 8 digits");
    neverAsked();
  });
  test.each([[43_550_800], [null], [["43550800"]], [true]])("bin %j is no string", async (bin) => {
    const response = await send({ path: optionsPath, body: { ...bodyOf[optionsPath], bin } });
    expect(await expectError(response, "validation_error")).toBe("bin: must be a string");
  });
  test.each([
    [optionsPath, "terminalId"],
    [overviewPath, "terminalId"],
    [optionsPath, "bin"],
  ] as const)("%s without %s", async (path, field) => {
    const response = await send({ path, body: { ...bodyOf[path], [field]: undefined } });
    expect(await expectError(response, "validation_error")).toBe(`${field}: is required`);
  });
  test("any value in any field gives 200 or 400", () => {
    const field = fc.constantFrom("bin", "terminalId", "baseAmount", "customerCommissionShareBps");
    const wild = fc.oneof(fc.anything({ maxDepth: 2 }), fc.string({ unit: "binary" }), fc.integer());
    return fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), field, wild, async (path, name, value) => {
        const body = JSON.stringify({ ...bodyOf[path], [name]: value });
        expect([200, 400]).toContain((await send({ path, body })).status);
      }),
    );
  });
  test("several fields, in the order in which they were sent, missing ones last", async () => {
    const body = { baseAmount: "x", bin: "4", customerCommissionShareBps: -5 };
    expect(await expectError(await send({ path: optionsPath, body }), "validation_error")).toBe(
      "baseAmount: must be an integer between 1 and 9007199254740991; bin: must be exactly 8 digits; " +
        "customerCommissionShareBps: must be an integer between 0 and 10000; terminalId: is required",
    );
  });
  test("in Turkish", async () => {
    const headers = { "Accept-Language": "tr" };
    const response = await send({ path: optionsPath, headers, body: { ...bodyOf[optionsPath], bin: "1" } });
    expect(await expectError(response, "validation_error")).toBe("bin: tam olarak 8 rakam olmalıdır");
  });
  test.each(paths)("a body that is no object: %s", async (path) => {
    for (const body of ["[]", "null", '"x"', "{", "", "\ufeff{}"]) {
      await expectError(await send({ path, body }), "validation_error");
    }
  });
});

describe.each(paths)("the order of checks: %s", (path) => {
  const worst = { path, body: "{", headers: { "Content-Type": "text/plain" } };
  test("401, then 429, then 403, then 415, then 400, then the terminal", async () => {
    const door = open({ status: "closed" }, 1);
    await expectError(await door({ ...worst, key: "sk_none" }), "unauthorized");
    await expectError(await door(worst), "partner_not_active");
    for (let n = 1; n < 120; n++) await door(worst);
    await expectError(await door(worst), "rate_limited");
    await expectError(await send(worst), "unsupported_media_type");
    await expectError(await send({ path, body: "{" }), "validation_error");
    neverAsked();
    vi.mocked(findInstallmentOptions).mockRejectedValue(new AppError("terminal_not_allowed"));
    vi.mocked(getInstallmentOverview).mockRejectedValue(new AppError("terminal_not_allowed"));
    await expectError(await send({ path, body: bodyOf[path] }), "terminal_not_allowed");
  });
  test("413 a body over 256 KiB", async () => {
    await expectError(await send({ path, body: " ".repeat(262_145) }), "payload_too_large");
  });
  test("200 for a suspended account and for one on hold", async () => {
    for (const state of [{ status: "suspended" as const }, { acceptanceHeld: true, holdReason: "risk_review" }]) {
      expect((await open(state)({ path, body: bodyOf[path] })).status).toBe(200);
    }
  });
  test("405 every method but POST", async () => {
    for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
      const response = await send({ method, path });
      await expectError(response, "method_not_allowed");
      expect(response.headers.get("allow")).toBe("POST");
    }
  });
});

test("429 on the 121st look-up of an account, for all endpoints, keys and addresses together; refused ones count", async () => {
  const door = open({}, 1);
  for (let n = 0; n < 120; n++) {
    const path = n % 2 ? optionsPath : overviewPath;
    const body = n % 3 ? bodyOf[path] : {};
    const response = await door({ path, key: n % 4 < 2 ? "sk_a" : "sk_b", body });
    expect(response.status).toBe(n % 3 ? 200 : 400);
  }
  for (const path of paths) {
    for (const key of ["sk_a", "sk_b"]) {
      const response = await door({ path, key, body: bodyOf[path] });
      await expectError(response, "rate_limited");
      const seconds = Number(response.headers.get("retry-after"));
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(response.headers.get("ratelimit-policy")).toBe('"installments-partner";q=120;w=60');
    }
  }
  expect((await door({ path: optionsPath, key: "sk_other", body: bodyOf[optionsPath] })).status).toBe(200);
});
