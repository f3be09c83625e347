import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { connect } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import { selfSigned } from "../sandbox/bank/setup-faults/certificate";
import type { Protocol } from "./bank";
import { buildPlacedOrder } from "./conformance/conformance-subject";
import { createBanks } from "./registry";

// A TLS host with a certificate that no trusted authority issued. No request may reach it.
const certificate = selfSigned("localhost");
let requests = 0;
const server = createServer(certificate, (_, response) => {
  requests += 1;
  response.end("<CC5Response/>");
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const port = () => (server.address() as AddressInfo).port;

test("connects when the certificate is trusted and names the host, so only trust or name cause the refusals", async () => {
  const trusting = (servername: string) => ({
    port: port(),
    host: "127.0.0.1",
    ca: certificate.cert,
    servername,
  });
  const socket = connect(trusting("localhost"));
  await once(socket, "secureConnect");
  socket.destroy();
  const other = connect(trusting("bank.example"));
  expect(await once(other, "error")).toMatchObject([{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }]);
});

const bankByProtocol = { nestpay: "isbank", garanti: "garanti", posnet: "yapikredi", payfor: "qnb" } as const;

test.each(
  (Object.keys(bankByProtocol) as Protocol[]).flatMap((protocol) =>
    ["localhost", "127.0.0.1"].map((host) => [protocol, host] as const),
  ),
)("unknown (connection), with nothing sent, for a self-signed host: %s at %s", async (protocol, host) => {
  const address = `https://${host}:${port()}/api`;
  const account = {
    bank: bankByProtocol[protocol],
    merchantId: "6706598320",
    terminalNo: "67005551",
    user: "9644",
    password: new Secret("p"),
    storeKey: new Secret("k"),
    endpoints: { gate: address, api: address },
  };
  const operation = {
    kind: "void",
    ...buildPlacedOrder("ORDER000000000000001"),
    amountKurus: 1250n,
  } as const;
  const outcome = await createBanks({ timeouts: { connectMs: 5_000 } }).call(protocol, operation, account);
  expect(outcome).toEqual({ kind: "unknown", cause: "connection" });
  expect(requests).toBe(0);
});
