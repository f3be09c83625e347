import { createTransport } from "nodemailer";
import type { MailOutcome, MailSender, OutgoingMail } from "@/server/domain/mail/mail-sending";
import type { MailFrom } from "@/server/domain/people/mail-from";
import type { Secret } from "@/server/domain/secret";
import { renderMail } from "./render";

export interface SmtpSettings {
  /** `smtp://` or `smtps://` with the name and the password of the sender. */
  readonly url: Secret;
  readonly from: MailFrom;
  /** The limits of an attempt, ms; the default is for a server on the internet. */
  readonly timeouts?: SmtpTimeouts;
}

interface SmtpTimeouts {
  readonly connectMs: number;
  /** The longest silence of the server. */
  readonly silenceMs: number;
  readonly wholeMs: number;
}

const defaultTimeouts: SmtpTimeouts = { connectMs: 10_000, silenceMs: 30_000, wholeMs: 60_000 };

/**
 * Creates the sender of mails by SMTP. Each mail has a connection of its own, because mails are few. A connection
 * without TLS from the start is upgraded by STARTTLS, and nothing is sent where the server cannot; only a server on the
 * same machine may take mails in the clear, because links hold tokens.
 */
export function createSmtpSender({ url, from, timeouts = defaultTimeouts }: SmtpSettings): MailSender {
  const { protocol, hostname } = new URL(url.reveal());
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const transport = createTransport({
    url: url.reveal(),
    requireTLS: protocol === "smtp:" && !isLocal,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isReady: true,
    async send(mail) {
      try {
        const signal = AbortSignal.timeout(timeouts.wholeMs);
        const { response } = await transport.sendMail({ ...toMessage(mail, from), signal });
        return response.startsWith("2") ? { kind: "sent" } : { kind: "failed", error: response };
      } catch (error) {
        return toOutcome(error);
      }
    },
  };
}

function toMessage({ id, to, language, content, at }: OutgoingMail, from: MailFrom) {
  return {
    ...renderMail(content, language),
    from: { ...from },
    to: { name: "", address: to },
    date: at,
    messageId: `<${id}@${from.address.slice(from.address.indexOf("@") + 1)}>`,
    headers: {
      "Content-Language": language,
      // Mail programs send no automatic answer to such a mail (RFC 3834).
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
  };
}

/**
 * Only an answer from 500 to the recipient or to the message is final. The same answer to the greeting or to the
 * password concerns this installation, whose operator can mend it.
 */
function toOutcome(error: unknown): MailOutcome {
  const {
    code = "",
    responseCode = 0,
    message = "",
  } = error as {
    readonly code?: string;
    readonly responseCode?: number;
    readonly message?: string;
  };
  const isFinal = responseCode >= 500 && ["EENVELOPE", "EMESSAGE"].includes(code);
  return { kind: isFinal ? "refused" : "failed", error: `${code} ${message}`.trim() };
}
