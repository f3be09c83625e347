import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { linkStates } from "@/server/domain/states";
import { buildRequest, caller, createContext, expectError, silentLog, traceId } from "@/server/testing/doors/requests";
import { listLinks } from "@/server/usecases/links/queries";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

vi.mock("@/server/usecases/links/queries", () => ({ listLinks: vi.fn() }));

const log = silentLog();
const limits = createRateLimits({ multiplier: 1_000_000 });
const routes = createRouteTable(operations);
const list = (search: string) =>
  answerAsResponse(
    buildRequest({ method: "GET", path: `/v1/payment-links${search}` }),
    { sourceIp: "192.0.2.1", traceId },
    { ctx: createContext(log), limits, routes, strict: true, authenticate: async () => caller },
  );
const asked = () => vi.mocked(listLinks).mock.calls.at(-1)?.[1];

beforeEach(() => {
  vi.mocked(listLinks).mockReset().mockResolvedValue({ items: [], page: 0, size: 20, hasMore: false });
});

const all = {
  partnerId: "prt_1",
  statuses: [],
  minAmountKurus: null,
  maxAmountKurus: null,
  createdFrom: null,
  createdTo: null,
  page: 0,
  size: 20,
};

test("200 with all links, 20 per page, without parameters", async () => {
  const response = await list("");
  expect([response.status, await response.json()]).toEqual([200, { items: [], page: 0, size: 20, hasMore: false }]);
  expect(asked()).toEqual(all);
});

describe("200 passes the filters to the use-case", () => {
  test.each([
    ["?status=pending&status=failed&status=pending", { statuses: ["pending", "failed"] }],
    [`?${linkStates.map((state) => `status=${state}`).join("&")}`, { statuses: [...linkStates] }],
    [
      "?minAmount=-9223372036854775808&maxAmount=9223372036854775807",
      { minAmountKurus: -(2n ** 63n), maxAmountKurus: 2n ** 63n - 1n },
    ],
    ["?minAmount=5&maxAmount=4", { minAmountKurus: 5n, maxAmountKurus: 4n }],
    ["?createdFrom=2026-11-20T12:00:00%2B03:00", { createdFrom: new Date("2026-11-20T09:00:00Z") }],
    ["?createdTo=2026-11-20T09:00:00.5z", { createdTo: new Date("2026-11-20T09:00:00.500Z") }],
    ["?createdFrom=2026-11-20T09:00:00.500000001Z", { createdFrom: new Date("2026-11-20T09:00:00.501Z") }],
    ["?createdTo=2026-11-20T09:00:00.500999999Z", { createdTo: new Date("2026-11-20T09:00:00.500Z") }],
    ["?page=3&size=50", { page: 3, size: 50 }],
    ["?size=500&page=500", { page: 500, size: 200 }],
    ["?page=-1&size=-1", { page: 0, size: 1 }],
    ["?page=x&size=", { page: 0, size: 20 }],
    ["?page=2&page=9&size=1&size=x", { page: 2, size: 1 }],
    ["?page=100000&size=0", { page: 100_000, size: 1 }],
    ["?Status=paid&limit=5&offset=2&sort=a&sort=b&status%5B%5D=x", {}],
  ])("%s", async (search, wanted) => {
    expect((await list(search)).status).toBe(200);
    expect(asked()).toEqual({ ...all, ...wanted });
  });
});

const beyond64Bits = "must be an integer between -9223372036854775808 and 9223372036854775807";

describe("400 for a parameter that cannot be read", () => {
  test.each([
    ["?status=paid", "status[0]: must be one of the allowed values"],
    ["?status=pending&status=", "status[1]: must be one of the allowed values"],
    ["?status=pending,failed", "status[0]: must be one of the allowed values"],
    ["?status=Pending", "status[0]: must be one of the allowed values"],
    ["?minAmount=", "minAmount: must be an integer"],
    ["?minAmount=1.5", "minAmount: must be an integer"],
    ["?maxAmount=9223372036854775808", `maxAmount: ${beyond64Bits}`],
    ["?minAmount=-99999999999999999999", `minAmount: ${beyond64Bits}`],
    ["?maxAmount=1&maxAmount=1", "maxAmount: must be given once"],
    ["?createdFrom=2026-11-20", "createdFrom: must be an RFC 3339 date-time with a time zone"],
    ["?createdFrom=2026-02-30T00:00:00Z", "createdFrom: must be an RFC 3339 date-time with a time zone"],
    ["?createdTo=2026-11-20T09:00:00", "createdTo: must be an RFC 3339 date-time with a time zone"],
    ["?createdTo=2026-11-20T24:00:00Z", "createdTo: must be an RFC 3339 date-time with a time zone"],
    ["?createdTo=", "createdTo: must be an RFC 3339 date-time with a time zone"],
    ["?createdTo=2026-11-20T09:00:00Z&createdTo=2026-11-20T09:00:00Z", "createdTo: must be given once"],
    ["?page=5001", "page: times size must be at most 100000"],
    ["?page=501&size=999999999999999999999", "page: times size must be at most 100000"],
    ["?page=%E0%A4%A", "query: has malformed percent-encoding"],
  ])("%s", async (search, message) => {
    expect(await expectError(await list(search), "validation_error")).toBe(message);
    expect(listLinks).not.toHaveBeenCalled();
  });
});

test("page and size fail only beyond the horizon, and the applied values lie within it", () =>
  fc.assert(
    fc.asyncProperty(paging(), paging(), async (page, size) => {
      vi.mocked(listLinks).mockClear();
      const response = await list(`?page=${encodeURIComponent(page)}&size=${encodeURIComponent(size)}`);
      expect([200, 400]).toContain(response.status);
      const { page: appliedPage = Number.NaN, size: appliedSize = Number.NaN } = asked() ?? {};
      if (response.status === 400) {
        expect((await response.json()).error.message).toBe("page: times size must be at most 100000");
        expect(listLinks).not.toHaveBeenCalled();
      } else {
        expect(appliedPage * appliedSize).toBeLessThanOrEqual(100_000);
        expect(Number.isSafeInteger(appliedPage) && appliedPage >= 0).toBe(true);
        expect(appliedSize >= 1 && appliedSize <= 200).toBe(true);
      }
    }),
  ));

const paging = () =>
  fc.oneof(
    fc.string(),
    fc.integer({ min: -500, max: 500 }).map(String),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  );
