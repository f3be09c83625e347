import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Instance } from "./instance";

/** Sends a GET request with headers that `fetch` does not allow, such as another Host. */
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

/** Waits up to two minutes for the end of an instance and returns its exit code, or "still running". */
export const waitForExit = (instance: Instance): Promise<number | null | string> =>
  Promise.race([instance.exited, sleep(120_000, "still running", { ref: false })]);
