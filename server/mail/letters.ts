import type { Translator } from "@/messages/catalogues";
import { getSeverity } from "@/server/domain/alerts";
import type { MailContent, MailKind, MailValues } from "@/server/domain/mail/mail-content";
import type { Letter } from "./letter";

/** The texts of mails in one language, and the formats of their values. */
export interface LetterTexts {
  readonly t: Translator<"mail">;
  readonly roles: Translator<"shared.roles">;
  readonly alertKinds: Translator<"staff.alertKinds">;
  readonly alertAdvice: Translator<"staff.alertAdvice">;
  /** Formats an ISO instant. */
  formatInstant(iso: string): string;
  /** Formats a day, `YYYY-MM-DD`. */
  formatDay(day: string): string;
  /** Formats an amount in kuruş. */
  formatAmount(kurus: number): string;
}

type Write<K extends MailKind> = (values: MailValues<K>, texts: LetterTexts) => Letter;

type Door = "panel" | "staff";

/** Writes the letter of a template: the only place that says which sentences a mail has. */
export const writeLetter = ({ kind, values }: MailContent, texts: LetterTexts): Letter =>
  (letters[kind] as Write<typeof kind>)(values as never, texts);

const letters: { readonly [K in MailKind]: Write<K> } = {
  panel_invitation({ account, inviter, role, ...link }, texts) {
    const { t, roles } = texts;
    return {
      subject: t("panelInvitation.subject", { account }),
      paragraphs: [
        inviter === null
          ? t("panelInvitation.invitedByUs", { account })
          : t("panelInvitation.invited", { inviter, account }),
        t("panelInvitation.what"),
      ],
      facts: [
        { term: t("common.facts.account"), value: account },
        { term: t("common.facts.role"), value: `${roles(`${role}.name`)}: ${roles(`${role}.help`)}` },
      ],
      action: toAction(t("panelInvitation.action"), link, texts),
      after: [t("panelInvitation.unexpected"), t("common.help.panel")],
    };
  },
  staff_invitation(link, texts) {
    const { t } = texts;
    return {
      subject: t("staffInvitation.subject"),
      paragraphs: [t("staffInvitation.invited"), t("staffInvitation.what")],
      facts: [],
      action: toAction(t("staffInvitation.action"), link, texts),
      after: [t("staffInvitation.unexpected"), t("common.help.staff")],
    };
  },
  address_proof({ door, ...link }, texts) {
    const { t } = texts;
    return {
      subject: t("addressProof.subject"),
      paragraphs: [t("addressProof.what"), t("addressProof.why")],
      facts: [doorFact(door, texts)],
      action: toAction(t("addressProof.action"), link, texts),
      after: [t("addressProof.unexpected"), t(`common.help.${door}`)],
    };
  },
  password_reset({ door, ...link }, texts) {
    const { t } = texts;
    return {
      subject: t("passwordReset.subject"),
      paragraphs: [t("passwordReset.asked"), t("passwordReset.what")],
      facts: [doorFact(door, texts)],
      action: toAction(t("passwordReset.action"), link, texts),
      after: [t("passwordReset.unexpected"), t(`common.help.${door}`)],
    };
  },
  device_link({ door, ...link }, texts) {
    const { t } = texts;
    return {
      subject: t("deviceLink.subject"),
      paragraphs: [t("deviceLink.asked"), t("deviceLink.what")],
      facts: [doorFact(door, texts)],
      action: toAction(t("deviceLink.action"), link, texts),
      after: [t("deviceLink.unexpected"), t(`common.help.${door}`)],
    };
  },
  many_attempts({ door, at, attempts }, texts) {
    const { t } = texts;
    return {
      subject: t("manyAttempts.subject"),
      paragraphs: [t("manyAttempts.what", { attempts }), t("manyAttempts.safe")],
      facts: [doorFact(door, texts), { term: t("manyAttempts.last"), value: texts.formatInstant(at) }],
      action: null,
      after: [t("manyAttempts.advice"), t(`common.help.${door}`)],
    };
  },
  password_changed({ how, ...occurrence }, texts) {
    const { t } = texts;
    return toNotice(t("passwordChanged.subject"), t(`passwordChanged.what.${how}`), occurrence, texts);
  },
  second_factor_on: (occurrence, texts) =>
    toNotice(texts.t("secondFactorOn.subject"), texts.t("secondFactorOn.what"), occurrence, texts),
  second_factor_off: (occurrence, texts) =>
    toNotice(texts.t("secondFactorOff.subject"), texts.t("secondFactorOff.what"), occurrence, texts),
  recovery_codes_renewed: (occurrence, texts) =>
    toNotice(texts.t("recoveryCodesRenewed.subject"), texts.t("recoveryCodesRenewed.what"), occurrence, texts),
  passkey_added: (occurrence, texts) =>
    toNotice(texts.t("passkeyAdded.subject"), texts.t("passkeyAdded.what"), occurrence, texts),
  passkey_removed: (occurrence, texts) =>
    toNotice(texts.t("passkeyRemoved.subject"), texts.t("passkeyRemoved.what"), occurrence, texts),
  new_device: (occurrence, texts) =>
    toNotice(texts.t("newDevice.subject"), texts.t("newDevice.what"), occurrence, texts),
  card_testing({ account, scope, number, bin, refusals, url }, { t }) {
    const named = { account, number: number ?? "", bin: bin ?? "", refusals };
    return {
      subject: t(`cardTesting.subject.${scope}`, named),
      paragraphs: [t(`cardTesting.what.${scope}`, named), t("cardTesting.paused"), t(`cardTesting.todo.${scope}`)],
      facts: [],
      action: { label: t(`cardTesting.action.${scope}`), url, until: null },
      after: [t("common.help.panel")],
    };
  },
  chargeback({ account, paymentCode, amount: kurus, respondBy: day, url }, { t, formatAmount, formatDay }) {
    const [amount, respondBy] = [formatAmount(kurus), formatDay(day)];
    return {
      subject: t("chargeback.subject", { amount }),
      paragraphs: [t("chargeback.what", { paymentCode, amount }), t("chargeback.todo", { respondBy })],
      facts: [
        { term: t("common.facts.account"), value: account },
        { term: t("chargeback.payment"), value: paymentCode },
        { term: t("chargeback.amount"), value: amount },
        { term: t("chargeback.respondBy"), value: respondBy },
      ],
      action: { label: t("chargeback.action"), url, until: null },
      after: [t("common.help.panel")],
    };
  },
  key_ends({ account, name, prefix, endsAt, url }, { t, formatInstant }) {
    return {
      subject: t("keyEnds.subject", { name }),
      paragraphs: [t("keyEnds.what", { account, name }), t("keyEnds.todo")],
      facts: [
        { term: t("keyEnds.key"), value: `${prefix}…` },
        { term: t("keyEnds.endsAt"), value: formatInstant(endsAt) },
      ],
      action: { label: t("keyEnds.action"), url, until: null },
      after: [t("common.help.panel")],
    };
  },
  incident({ kind, opened, returned, resolved, open, incidents, runbook, url }, texts) {
    const { t, alertKinds, alertAdvice, formatInstant } = texts;
    const title = alertKinds(kind);
    const severity = t(`incident.severities.${getSeverity(kind)}`);
    const subject = open > 0 ? t("incident.open", { severity, title, open }) : t("incident.resolved", { title });
    return {
      subject,
      paragraphs: [
        t("incident.counts", { opened, returned, resolved, open }),
        ...(open > 0 ? [alertAdvice(kind)] : []),
      ],
      facts: incidents.map(({ subject, change, detail, since }) => ({
        term: t(`incident.changes.${change}`, { since: formatInstant(since) }),
        value: detail === null ? subject : `${subject} · ${detail}`,
      })),
      action: { label: t("incident.action"), url, until: null },
      after: [t("incident.runbook", { runbook })],
    };
  },
  audit_heads({ at, heads }, { t, formatInstant }) {
    return {
      subject: t("auditHeads.subject", { at: formatInstant(at) }),
      paragraphs: [t("auditHeads.what"), t("auditHeads.keep")],
      // A line for each log, in the form that `audit verify --against` reads.
      facts: heads.map(({ scope, entry }) => ({ term: scope, value: entry })),
      action: null,
      after: [],
    };
  },
};

const toAction = (
  label: string,
  { url, until }: { url: string; until: string },
  { t, formatInstant }: LetterTexts,
) => ({
  label,
  url,
  until: t("common.until", { until: formatInstant(until) }),
});

const doorFact = (door: Door, { t }: LetterTexts) => ({
  term: t("common.facts.door"),
  value: t(`common.doors.${door}`),
});

/** Writes a notice of something that the person did, or another person in their name. */
function toNotice(subject: string, what: string, occurrence: MailValues<"new_device">, texts: LetterTexts): Letter {
  const { t } = texts;
  const { door, at, browser, sourceIp } = occurrence;
  const place =
    sourceIp === null
      ? []
      : [
          { term: t("common.facts.browser"), value: browser ?? t("common.unknownBrowser") },
          { term: t("common.facts.sourceIp"), value: sourceIp },
        ];
  return {
    subject,
    paragraphs: [what],
    facts: [doorFact(door, texts), { term: t("common.facts.at"), value: texts.formatInstant(at) }, ...place],
    action: null,
    after: [t(`common.takenOver.${door}`)],
  };
}
