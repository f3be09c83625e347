import { gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { dayFileTextMax } from "@/server/domain/bank-days/bank-day-inputs";
import { packFile } from "./pack-file";

afterEach(() => vi.unstubAllGlobals());

/** Bytes that gzip cannot make shorter. */
const noise = (length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length);
  for (let n = 0; n < length; n += 65_536) crypto.getRandomValues(bytes.subarray(n, n + 65_536));
  return bytes;
};

test("a file is packed by gzip, and is the same once it is unpacked", async () => {
  const text = "İşlem Tipi;Sipariş No;Tutar\r\n".repeat(20_000);
  const packed = await packFile(new Blob([text]));
  expect(packed?.length).toBeLessThan(10_000);
  expect(gunzipSync(Buffer.from(packed ?? "", "base64")).toString("utf8")).toBe(text);
});

test("a browser that cannot pack sends the file as it is", async () => {
  const { CompressionStream: _, ...rest } = globalThis;
  vi.stubGlobal("CompressionStream", undefined);
  Reflect.deleteProperty(globalThis, "CompressionStream");
  expect(rest).toBeDefined();
  expect(await packFile(new Blob(["a;b"]))).toBe(btoa("a;b"));
});

test("a file that fits exactly is sent, and one byte more is not", async () => {
  vi.stubGlobal("CompressionStream", undefined);
  Reflect.deleteProperty(globalThis, "CompressionStream");
  const fitting = (dayFileTextMax / 4) * 3;
  expect((await packFile(new Blob([noise(fitting)])))?.length).toBe(dayFileTextMax);
  expect(await packFile(new Blob([noise(fitting + 1)]))).toBeNull();
});
