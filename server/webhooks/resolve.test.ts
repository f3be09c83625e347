import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Knowledge, startTestNameServer, type TestNameServer } from "../testing/receivers/name-server";
import { countCases } from "../testing/run/cases";
import { createResolveName, findDestination } from "./resolve";

const names: Record<string, Knowledge> = {
  "shop.example": ["1.1.1.1", "9.9.9.9", "2606:4700::1"],
  "four.example": ["1.1.1.1"],
  "six.example": ["2606:4700::1"],
  "loop.example": ["127.0.0.1"],
  "mixed.example": ["1.1.1.1", "10.0.0.1"],
  "mixed-families.example": ["1.1.1.1", "::ffff:10.0.0.1"],
  "metadata.example": ["169.254.169.254"],
  "nat64.example": ["64:ff9b::7f00:1"],
  "empty.example": [],
  "broken.example": "fails",
  "dead.example": "silent",
};

let server: TestNameServer;
beforeAll(async () => {
  server = await startTestNameServer(names);
});
afterAll(() => server.close());

const find = (host: string, mode: "sandbox" | "live" = "live") =>
  findDestination(host, mode, createResolveName(mode, [server.address]));

describe.concurrent("names", () => {
  test("finds all addresses, IPv4 first", async () => {
    const addresses = await createResolveName("live", [server.address])("shop.example");
    expect([addresses.slice(0, 2).toSorted(), addresses.slice(2)]).toEqual([["1.1.1.1", "9.9.9.9"], ["2606:4700::1"]]);
  });
  test.each([
    ["four.example", ["1.1.1.1"]],
    ["six.example", ["2606:4700::1"]],
  ])("accepts a name with one address family: %s", async (host, addresses) => {
    expect(await find(host)).toEqual({ host, addresses });
  });
  test.each(["loop.example", "mixed.example", "mixed-families.example", "metadata.example", "nat64.example"])(
    "blocked_destination when any address is not global: %s",
    async (host) => {
      expect(await find(host)).toEqual({ error: "blocked_destination" });
    },
  );
  test("checks a name again when its addresses change", async () => {
    names["rebind.example"] = ["1.1.1.1"];
    const resolveName = createResolveName("live", [server.address]);
    const findAgain = () => findDestination("rebind.example", "live", resolveName);
    expect(await findAgain()).toEqual({ host: "rebind.example", addresses: ["1.1.1.1"] });
    names["rebind.example"] = ["127.0.0.1"];
    expect(await findAgain()).toEqual({ error: "blocked_destination" });
  });
  test.each(["unknown.example", "empty.example", "broken.example"])("name_not_found: %s", async (host) => {
    expect(await find(host)).toEqual({ error: "name_not_found" });
  });
  test("a name server that does not answer delays no other names", async () => {
    const resolveName = createResolveName("live", [server.address]);
    const findSide = (host: string) => findDestination(host, "live", resolveName);
    const dead = Array.from({ length: 50 }, () => findSide("dead.example"));
    expect(await Promise.race([findSide("four.example"), ...dead])).toMatchObject({ addresses: ["1.1.1.1"] });
  });
  test("timeout for a name without an answer in time", async () => {
    const resolveName = () => Promise.reject(Object.assign(new Error("queryA"), { code: "ETIMEOUT" }));
    expect(await findDestination("dead.example", "live", resolveName)).toEqual({ error: "timeout" });
  });
  // The library measures its three seconds itself, without a clock that a test controls.
  test.runIf(countCases(0, 1))("timeout for a name server that does not answer", async () => {
    const tooLate = sleep(4_500, "late", { ref: false });
    expect(await Promise.race([find("dead.example"), tooLate])).toEqual({ error: "timeout" });
  });
});

describe("in the sandbox", () => {
  test("resolves localhost to this machine, whatever the DNS says", async () => {
    for (const host of ["localhost", "shop.localhost"]) {
      expect(await find(host, "sandbox")).toEqual({ host, addresses: ["127.0.0.1", "::1"] });
    }
  });
  test("finds a name in the hosts file when the DNS does not know it", async () => {
    // In capitals the name is not our special case, but it is still in every hosts file.
    const name = "LOCALHOST";
    await expect(createResolveName("live", [server.address])(name)).rejects.toThrow("ENOTFOUND");
    expect(await createResolveName("sandbox", [server.address])(name)).toContain("127.0.0.1");
  });
  test("allows loopback and no other internal address", async () => {
    expect(await find("loop.example", "sandbox")).toEqual({ host: "loop.example", addresses: ["127.0.0.1"] });
    expect(await find("mixed.example", "sandbox")).toEqual({ error: "blocked_destination" });
    expect(await find("metadata.example", "sandbox")).toEqual({ error: "blocked_destination" });
  });
});

describe("addresses are not looked up", () => {
  const never = () => Promise.reject(new Error("asked"));
  test.each([
    ["1.1.1.1", "1.1.1.1"],
    ["[2606:4700::1]", "2606:4700::1"],
  ])("%s", async (hostname, host) => {
    expect(await findDestination(hostname, "live", never)).toEqual({ host, addresses: [host] });
  });
  test.each(["127.0.0.1", "[::1]", "[::ffff:7f00:1]"])("blocked_destination: %s", async (hostname) => {
    expect(await findDestination(hostname, "live", never)).toEqual({ error: "blocked_destination" });
  });
});
