import type { Language } from "../errors";
import type { MailContent } from "./mail-content";

/** A mail that is handed to the sender, which renders it. */
export interface OutgoingMail {
  /** The first part of the Message-ID, the same in every attempt. */
  readonly id: string;
  readonly to: string;
  readonly language: Language;
  readonly content: MailContent;
  /** When the mail was written. */
  readonly at: Date;
}

/** The texts of a mail. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * `refused` is final: the server does not take this mail for this recipient. `failed` may succeed later: the server was
 * not reached, refused this sender for now, or its answer was lost.
 */
export type MailOutcome = { readonly kind: "sent" } | { readonly kind: "refused" | "failed"; readonly error: string };

export interface MailSender {
  /** Whether mails can leave: false in live mode without an SMTP server, where they wait. */
  readonly isReady: boolean;
  /** Sends a mail once. It never throws. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
}

/**
 * Returns what is kept of an error of a mail server: one line of at most 200 characters, without addresses and without
 * anything else that could be a secret.
 */
export const redactMailError = (text: string): string =>
  text
    .replace(/\S*@\S*/g, "…")
    .replace(/[A-Za-z0-9_+/=-]{32,}/g, "…")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
