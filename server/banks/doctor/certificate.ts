import { once } from "node:events";
import { isIP } from "node:net";
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from "node:tls";
import type { Cause } from "@/server/domain/banks/causes";
import type { RealTime } from "@/server/domain/real-time";

/** Why a TLS host is refused, and the certificate's words for people. */
export interface CertificateFault {
  readonly cause: Extract<Cause, `certificate_${string}`>;
  readonly text: string;
}

export interface InspectionOptions {
  /** The limit for the handshake, in ms. */
  readonly timeoutMs: number;
  readonly realTime: RealTime;
}

/**
 * Looks at a host's certificate after a call was refused. It makes the TLS handshake and closes the connection; no byte
 * of a request is sent. Null when the handshake itself fails.
 */
export async function inspectCertificate(
  address: URL,
  { timeoutMs, realTime }: InspectionOptions,
): Promise<CertificateFault | null> {
  const host = address.hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({
    host,
    port: Number(address.port || 443),
    // The certificate is looked at and never trusted: the call itself has already been refused.
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  });
  const late = new AbortController();
  const withdraw = realTime.after(timeoutMs, () => late.abort());
  try {
    await once(socket, "secureConnect", { signal: late.signal });
    return judge(socket, host, realTime.now());
  } catch {
    return null;
  } finally {
    withdraw();
    socket.destroy();
  }
}

function judge(socket: TLSSocket, host: string, now: Date): CertificateFault {
  const certificate = socket.getPeerCertificate();
  const until = new Date(certificate.valid_to);
  if (until < now) return { cause: "certificate_expired", text: `valid until ${until.toISOString()}` };
  if (checkServerIdentity(host, certificate) !== undefined) {
    return { cause: "certificate_wrong_name", text: `for ${describeNames(certificate)}` };
  }
  return {
    cause: "certificate_untrusted",
    text: `issued by ${firstText(certificate.issuer?.CN) || "an unknown issuer"}`,
  };
}

const describeNames = ({ subjectaltname, subject }: PeerCertificate): string =>
  (subjectaltname ?? firstText(subject?.CN)).replaceAll("DNS:", "");

const firstText = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? "";
