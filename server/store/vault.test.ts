import { expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { createVault } from "./vault";

const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });

test("opens a sealed text for its purpose only", () => {
  const vault = createVault(systemRandom, [key("a", 1)]);
  const sealed = vault.seal("payment-ref:1", "ğüşİ secret");
  expect(Buffer.from(sealed).includes("secret")).toBe(false);
  expect(vault.open("payment-ref:1", sealed)).toBe("ğüşİ secret");
  expect(() => vault.open("payment-ref:2", sealed)).toThrow();
  expect(vault.seal("p", "x")).not.toEqual(vault.seal("p", "x"));
});

test("refuses a value with one changed bit", () => {
  const vault = createVault(systemRandom, [key("a", 1)]);
  const sealed = vault.seal("p", "secret");
  for (let i = 2; i < sealed.length; i++) {
    const changed = Uint8Array.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => vault.open("p", changed)).toThrow();
  }
});

test("seals with the first key and opens with any; a value of a missing key does not open", () => {
  const sealed = createVault(systemRandom, [key("old", 1)]).seal("p", "kept");
  const rotated = createVault(systemRandom, [key("new", 2), key("old", 1)]);
  expect(rotated.open("p", sealed)).toBe("kept");
  expect(createVault(systemRandom, [key("new", 2)]).open("p", rotated.seal("p", "fresh"))).toBe("fresh");
  expect(() => createVault(systemRandom, [key("new", 2)]).open("p", sealed)).toThrow(/old/);
});
