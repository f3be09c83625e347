import { once } from "node:events";
import { connect } from "node:tls";

/**
 * Returns until when the certificate of an address is valid. The TLS handshake checks it as a client does; no byte of a
 * request is sent. Throws the error of the connection or of the certificate.
 */
export async function readCertificate({ hostname, port }: URL, timeoutMs: number): Promise<Date> {
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeoutMs) });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}
