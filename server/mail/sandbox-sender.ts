import type { MailSender, OutgoingMail, RenderedMail } from "@/server/domain/mail/mail-sending";
import { renderMail } from "./render";

export type KeepMail = (
  mail: Pick<OutgoingMail, "id" | "to"> & RenderedMail & { readonly attachments: readonly string[] },
) => Promise<void>;

/** Creates the sender of a sandbox, which keeps every mail for `GET /sandbox/mail`. Nothing leaves. */
export const createSandboxSender = (keep: KeepMail): MailSender => ({
  isReady: true,
  async send({ id, to, language, content }) {
    try {
      await keep({ id, to, ...renderMail(content, language), attachments: [] });
      return { kind: "sent" };
    } catch (error) {
      return { kind: "failed", error: String(error) };
    }
  },
});

/** The sender of an installation without an SMTP server: mails wait until one is configured (D-231). */
export const noSender: MailSender = {
  isReady: false,
  send: async () => ({ kind: "failed", error: "No SMTP server is configured" }),
};
