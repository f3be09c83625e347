import * as z from "zod";
import { alertKinds } from "../alerts";

const door = z.enum(["panel", "staff"]);

/** A link with a secret token, and the ISO instant until which it works. */
const link = { url: z.string(), until: z.string() };

/** A change of how a person signs in, or a sign-in: where, when, and by which browser. */
const occurrence = {
  door,
  /** An ISO instant. */
  at: z.string(),
  /** The names of the browser and its system; null where they are unknown. */
  browser: z.string().nullable(),
  /** Null where the operator of the installation did it. */
  sourceIp: z.string().nullable(),
};

/**
 * The templates of mails and their values. The values are kept sealed until the mail was sent, because links hold
 * tokens.
 */
export const mailSchemas = {
  /** An invitation to the team of an account. `inviter` is null where the operator of the installation invites. */
  panel_invitation: z.object({
    account: z.string(),
    inviter: z.string().nullable(),
    role: z.enum(["owner", "developer", "finance", "support"]),
    ...link,
  }),
  /** An invitation to the back-office, with a link at which the invited person sets a password. */
  staff_invitation: z.object(link),
  /** A link that proves that the person reads the address. */
  address_proof: z.object({ door, ...link }),
  /** A link at which a person who forgot the password sets a new one. */
  password_reset: z.object({ door, ...link }),
  /** A link with which a browser becomes a known one, where unknown ones are refused (D-310). */
  device_link: z.object({ door, ...link }),
  /** Many sign-ins with the person's address were refused. `at` is the instant of the last one. */
  many_attempts: z.object({ door, at: z.string(), attempts: z.number() }),
  password_changed: z.object({ how: z.enum(["self", "link", "operator"]), ...occurrence }),
  second_factor_on: z.object(occurrence),
  second_factor_off: z.object(occurrence),
  recovery_codes_renewed: z.object(occurrence),
  passkey_added: z.object(occurrence),
  passkey_removed: z.object(occurrence),
  new_device: z.object(occurrence),
  /** Many cards were refused on a link, of a BIN or at the whole account, so cards are paused there (D-292). */
  card_testing: z.object({
    account: z.string(),
    scope: z.enum(["link", "bin", "merchant"]),
    /** The link's number at the merchant; null in the other scopes. */
    number: z.string().nullable(),
    /** The first six digits of the cards; null in the other scopes. */
    bin: z.string().nullable(),
    refusals: z.int(),
    /** Where the panel shows it. */
    url: z.string(),
  }),
  /** A bank took the money of a payment back (D-401). `respondBy` is a day, `YYYY-MM-DD`. */
  chargeback: z.object({
    account: z.string(),
    paymentCode: z.string(),
    /** Kuruş. */
    amount: z.int(),
    respondBy: z.string(),
    /** Where the panel shows it. */
    url: z.string(),
  }),
  /** An API key ends soon (D-323). `endsAt` is an ISO instant. */
  key_ends: z.object({
    account: z.string(),
    name: z.string(),
    /** The first characters of the key, by which the panel names it. */
    prefix: z.string(),
    endsAt: z.string(),
    /** Where the panel shows the keys. */
    url: z.string(),
  }),
  /** Alerts of a kind were raised or resolved (D-362). Instants are ISO texts; `url` lists the alerts. */
  incident: z.object({
    kind: z.enum(alertKinds),
    opened: z.int(),
    returned: z.int(),
    resolved: z.int(),
    open: z.int(),
    incidents: z.array(
      z.object({
        subject: z.string(),
        change: z.enum(["opened", "returned", "resolved"]),
        detail: z.string().nullable(),
        since: z.string(),
      }),
    ),
    at: z.string(),
    runbook: z.string(),
    url: z.string(),
  }),
  /** The newest entry of each audit log: its name, and what identifies the entry. `at` is an ISO instant. */
  audit_heads: z.object({ at: z.string(), heads: z.array(z.object({ scope: z.string(), entry: z.string() })) }),
} as const;

export type MailKind = keyof typeof mailSchemas;

/** The values of a template. */
export type MailValues<K extends MailKind> = z.output<(typeof mailSchemas)[K]>;

/** A template with its values. */
export type MailContent = { [K in MailKind]: { readonly kind: K; readonly values: MailValues<K> } }[MailKind];

/** Returns the content of stored values. Throws an Error where the template is unknown or a value is missing. */
export function readMailContent(kind: string, values: unknown): MailContent {
  if (!Object.hasOwn(mailSchemas, kind)) throw new Error(`No template of a mail is named ${kind}`);
  const known = kind as MailKind;
  return { kind: known, values: mailSchemas[known].parse(values) } as MailContent;
}
