import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Backend, type LoadBalancer, startProxy, triesHeader } from "../cluster/proxy";

// Two processes: one breaks each connection off when it has the whole request, the other one answers.

const servers: Server[] = [];
const arrived: string[] = [];
let proxies: { readonly plain: LoadBalancer; readonly repeating: LoadBalancer };

async function open(answersWell: boolean): Promise<number> {
  const server = createServer((req, res) => {
    if (req.url === "/readyz") res.end();
    else
      req.resume().once("end", () => {
        arrived.push(`${req.method} ${req.url}`);
        if (answersWell) res.end("answered");
        else req.socket.destroy();
      });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const backends = (await Promise.all([open(true), open(false)])).map(
    (port): Backend => ({ port, payPort: port, adminPort: port }),
  );
  const start = async (repeats: boolean): Promise<LoadBalancer> => {
    const proxy = await startProxy(backends, { repeats });
    for (const backend of backends) await proxy.until(backend, "ready");
    return proxy;
  };
  proxies = { plain: await start(false), repeating: await start(true) };
});
afterAll(() => {
  for (const proxy of Object.values(proxies)) proxy.close();
  for (const server of servers) server.close().closeAllConnections();
});

interface Sending {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** Each process gets the first try of every second request. */
const sendings = 2;

/** Sends a request once for each process. Returns the outcomes, each with the number of tries. */
async function send(proxy: LoadBalancer, path: string, { method = "GET", headers = {} }: Sending = {}) {
  const body = method === "POST" ? "{}" : null;
  const outcomes: string[] = [];
  for (let n = 0; n < sendings; n += 1) {
    const answer = await fetch(`http://127.0.0.1:${proxy.port}${path}`, { method, headers, body });
    outcomes.push(`${answer.status} ${answer.headers.get(triesHeader)}`);
  }
  return outcomes.sort();
}

const key = { headers: { "Idempotency-Key": "key" } };

test.each([
  ["a look-up", "/v1/payments?partnerTxCode=1", {}],
  ["the creation of a payment", "/v1/payments", { method: "POST" }],
  ["the creation of a link with a key", "/v1/payment-links", { method: "POST", ...key }],
])("sends %s again when its process broke off", async (_, path, sending) => {
  expect(await send(proxies.repeating, path, sending)).toEqual(["200 1", "200 2"]);
});

test.each([
  ["the creation of a link without a key", "/v1/payment-links", { method: "POST" }],
  ["a refund", "/v1/payments/pay_1/refunds", { method: "POST" }],
  ["a cancellation", "/v1/payment-links/1", { method: "DELETE", ...key }],
  ["a page", "/l/code", {}],
])("sends %s only once", async (_, path, sending) => {
  arrived.length = 0;
  expect(await send(proxies.repeating, path, sending)).toEqual(["200 1", "502 null"]);
  expect(arrived).toHaveLength(sendings);
});

test("sends nothing again where that is off", async () => {
  expect(await send(proxies.plain, "/v1/payments", { method: "POST" })).toEqual(["200 1", "502 null"]);
});

test("sends anything to the next process when a connection is refused", async () => {
  const [good, broken] = [await open(true), await open(true)];
  const backends = [good, broken].map((port): Backend => ({ port, payPort: port, adminPort: good }));
  const proxy = await startProxy(backends, { repeats: true });
  for (const backend of backends) await proxy.until(backend, "ready");
  servers.at(-1)?.close().closeAllConnections();
  await expect(reached(broken)).rejects.toThrow("ECONNREFUSED");
  expect(await send(proxy, "/l/code", { method: "POST" })).toEqual(["200 1", "200 2"]);
  proxy.close();
});

const reached = (port: number): Promise<void> =>
  new Promise((resolve, reject) => void connect(port, "127.0.0.1", resolve).once("error", reject));
