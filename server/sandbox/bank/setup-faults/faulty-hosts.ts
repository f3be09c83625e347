import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSigned } from "./certificate";
import type { SetupFault } from "./setup-faults";

type CertificateFault = Extract<SetupFault, `certificate_${string}`>;

/** The certificates that a caller refuses. No authority issued any of them; a caller names the first fault. */
const certificates: Readonly<Record<CertificateFault, () => ReturnType<typeof selfSigned>>> = {
  certificate_expired: () => selfSigned("localhost", 2025),
  certificate_wrong_name: () => selfSigned("sanalpos.example"),
  certificate_untrusted: () => selfSigned("localhost"),
};

const isCertificateFault = (fault: SetupFault): fault is CertificateFault => Object.hasOwn(certificates, fault);

/** The hosts under which a bank with a fault on the way is looked for. */
export interface FaultyHosts {
  /** Returns the origin at which a terminal with this fault finds the bank; null for faults of the bank itself. */
  findOrigin(fault: SetupFault): Promise<string | null>;
}

/** The origins at which there is no bank: `.invalid` names no host (RFC 2606), and nothing listens on port 1. */
const emptyOrigins: Partial<Record<SetupFault, string>> = {
  name_not_found: "https://sanalpos.invalid",
  connection_refused: "https://127.0.0.1:1",
};

/** Names a host for each certificate and starts nothing; a network within the process knows the faults by the names. */
export const nameFaultyHosts = (): FaultyHosts => ({
  findOrigin: async (fault) =>
    emptyOrigins[fault] ?? (isCertificateFault(fault) ? `https://${fault.replaceAll("_", "-")}.invalid` : null),
});

/** Starts a TLS listener for a certificate when it is first needed. Such a listener never gets a request. */
export function openFaultyHosts(): FaultyHosts & { close(): void } {
  const listeners = new Map<CertificateFault, Promise<Server>>();
  return {
    async findOrigin(fault) {
      if (!isCertificateFault(fault)) return emptyOrigins[fault] ?? null;
      const listening = listeners.get(fault) ?? listen(fault);
      listeners.set(fault, listening);
      return `https://localhost:${((await listening).address() as AddressInfo).port}`;
    },
    close() {
      for (const listening of listeners.values()) {
        void listening.then((server) => {
          server.closeAllConnections();
          server.close();
        });
      }
    },
  };
}

async function listen(fault: CertificateFault): Promise<Server> {
  const server = createServer(certificates[fault](), (_, response) => response.end());
  server.listen(0, "localhost");
  await once(server, "listening");
  server.unref();
  return server;
}
