import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Instance } from "./instance";

/** GET with headers that `fetch` would not send, such as another Host. */
export const get = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on("error", reject)
      .end();
  });

/** The exit code of an instance that ends by itself. */
export const endOf = (instance: Instance): Promise<number | null | string> =>
  Promise.race([instance.exited, sleep(30_000).then(() => "still running")]);
