import { maskPan } from "@/server/domain/card";
import { maskCards } from "@/server/domain/card-texts";
import type { PersonQuery } from "@/server/domain/retention/person-query";
import type { Db, Tx } from "../db";

/** The rows that a person is in, by table; never a hash, a secret or a whole card number. */
export type PersonData = Readonly<Record<string, readonly object[]>>;

/** The rows that are read of a table at most. */
const rowsMax = 10_000;

/** Reads everything that is held about a person by what the operator looks for. Reads whole tables, so it is slow. */
export function readPersonData(db: Db, query: PersonQuery): Promise<PersonData> {
  if (query.kind === "email") return readByEmail(db, query.email);
  return query.kind === "ip" ? readByIp(db, query.ip) : readByLinks(db, query);
}

const instants = { createdAt: true, expiresAt: true } as const;
const invitation = { id: true, email: true, role: true, acceptedAt: true, revokedAt: true, ...instants } as const;

async function readByEmail(db: Db, email: string): Promise<PersonData> {
  const { members, staff } = await readAccounts(db, email);
  const ids = [...members, ...staff].map(({ id }) => id);
  return {
    panel_user: members,
    staff_user: staff,
    ...(await readOwned(db, ids)),
    ...(await readAddressed(db, email)),
    ...(await readRecords(db, email, ids)),
  };
}

async function readAccounts({ prisma }: Db, email: string) {
  const select = {
    id: true,
    email: true,
    name: true,
    role: true,
    createdAt: true,
    removedAt: true,
    lastSignInAt: true,
    language: true,
    totpSince: true,
    passkeySince: true,
  } as const;
  const where = { email };
  const members = await prisma.panelUser.findMany({ where, select: { ...select, partnerId: true }, take: rowsMax });
  return { members, staff: await prisma.staffUser.findMany({ where, select, take: rowsMax }) };
}

/** Reads the rows that belong to people. */
async function readOwned({ prisma }: Db, ids: string[]): Promise<PersonData> {
  const owned = { where: { OR: [{ panelUserId: { in: ids } }, { staffUserId: { in: ids } }] }, take: rowsMax };
  return {
    sign_in_session: await prisma.signInSession.findMany({
      ...owned,
      select: { sourceIp: true, userAgent: true, lastSeenAt: true, endedAt: true, ...instants },
    }),
    passkey: await prisma.passkey.findMany({ ...owned, select: { name: true, createdAt: true, lastUsedAt: true } }),
    failed_sign_in: await prisma.failedSignIn.findMany({
      ...owned,
      select: { sourceIp: true, firstAt: true, lastAt: true, count: true },
    }),
  };
}

/** Reads the mails and the invitations to an address. */
async function readAddressed({ prisma }: Db, email: string): Promise<PersonData> {
  const [invited, sent] = [
    { where: { email }, take: rowsMax },
    { where: { recipient: email }, take: rowsMax },
  ];
  return {
    invitation: await prisma.invitation.findMany({ ...invited, select: { ...invitation, partnerId: true } }),
    staff_invitation: await prisma.staffInvitation.findMany({ ...invited, select: invitation }),
    mail_message: await prisma.mailMessage.findMany({
      ...sent,
      select: { id: true, recipient: true, kind: true, status: true, createdAt: true, sentAt: true },
    }),
    sandbox_mail: await prisma.sandboxMail.findMany({ ...sent, select: { id: true, recipient: true, at: true } }),
  };
}

/** Reads the records that name an address or a person. */
async function readRecords({ prisma }: Db, email: string, ids: string[]): Promise<PersonData> {
  return {
    api_key: await prisma.apiKey.findMany({
      where: { OR: [{ createdBy: email }, { seenBy: { hasSome: ids } }] },
      take: rowsMax,
      select: { id: true, partnerId: true, name: true, prefix: true, createdAt: true, createdBy: true },
    }),
    partner_profile: await prisma.$queryRaw<object[]>`
      select id, contacts, support_email as "supportEmail" from partner_profile
       where lower(support_email) = ${email} or position(${email} in lower(contacts::text)) > 0 limit ${rowsMax}`,
    partner_document: await prisma.partnerDocument.findMany({ where: { changedBy: email }, take: rowsMax }),
    partner_note: await prisma.partnerNote.findMany({ where: { author: email }, take: rowsMax }),
    audit_log: await prisma.auditEntry.findMany({
      where: { OR: [{ actorId: { in: ids } }, { actorName: email }] },
      orderBy: { id: "asc" },
      take: rowsMax,
      select: { scope: true, at: true, action: true, subject: true, outcome: true, sourceIp: true, detail: true },
    }),
  };
}

async function readByIp({ prisma }: Db, ip: string): Promise<PersonData> {
  const from = { where: { sourceIp: ip }, take: rowsMax };
  return {
    attempt: await prisma.attempt.findMany({
      where: { buyerIp: ip },
      take: rowsMax,
      select: { id: true, paymentId: true, partnerId: true, status: true, createdAt: true, buyerIp: true },
    }),
    sign_in_session: await prisma.signInSession.findMany({
      ...from,
      select: { panelUserId: true, staffUserId: true, createdAt: true, userAgent: true },
    }),
    failed_sign_in: await prisma.failedSignIn.findMany({
      ...from,
      select: { door: true, firstAt: true, lastAt: true, count: true },
    }),
    api_request: await prisma.apiRequest.findMany({
      ...from,
      select: { id: true, partnerId: true, at: true, method: true, path: true, userAgent: true },
    }),
    audit_log: await prisma.auditEntry.findMany({
      ...from,
      select: { scope: true, at: true, action: true, actorName: true, outcome: true },
    }),
  };
}

async function readByLinks(db: Db, query: LinkQuery): Promise<PersonData> {
  const linkIds = await listLinkIds(db.prisma, query);
  const links = await db.prisma.paymentLink.findMany({
    where: { id: { in: linkIds } },
    select: {
      id: true,
      partnerId: true,
      status: true,
      payerName: true,
      description: true,
      items: true,
      amount: true,
      createdAt: true,
      expiresAt: true,
    },
  });
  const payments = await db.prisma.payment.findMany({
    where: { linkId: { in: linkIds } },
    select: {
      id: true,
      linkId: true,
      partnerTxCode: true,
      status: true,
      amount: true,
      createdAt: true,
      cardBin: true,
      cardLast4: true,
    },
  });
  return {
    payment_link: links,
    payment: payments.map(({ cardBin, cardLast4, partnerTxCode, ...payment }) => ({
      ...payment,
      partnerTxCode: maskCards(partnerTxCode),
      card: cardBin !== null && cardLast4 !== null ? maskPan(cardBin, cardLast4) : null,
    })),
    attempt: await db.prisma.attempt.findMany({
      where: { payment: { linkId: { in: linkIds } } },
      select: { id: true, paymentId: true, status: true, createdAt: true, buyerIp: true },
    }),
  };
}

export type LinkQuery = Extract<PersonQuery, { kind: "link" | "name" }>;

/** Lists the ids of the links that a query selects: one, or those with a payer's name without regard to case. */
export async function listLinkIds(db: Pick<Tx, "$queryRaw">, query: LinkQuery): Promise<string[]> {
  if (query.kind === "link") return [query.linkId];
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from payment_link where lower(payer_name) = lower(${query.name}) order by id limit ${rowsMax}`;
  return rows.map(({ id }) => id);
}

/** The states in which a buyer may still pay. */
const running = ["pending", "launched", "initiated", "failed"] as const;
/** The states in which the bank may still ask for the buyer's address. */
const open = ["preparing", "started", "capturing", "unknown"] as const;

const noAddress = { buyerIp: "", buyerNetwork: null };

/** Erases the payer's name of links that have ended, and the buyer's address of their attempts. */
export async function erasePayers(tx: Tx, linkIds: readonly string[]) {
  const ended = { id: { in: [...linkIds] }, status: { notIn: [...running] } };
  const links = await tx.paymentLink.updateMany({
    where: { ...ended, payerName: { not: null } },
    data: { payerName: null },
  });
  const attempts = await tx.attempt.updateMany({
    where: { payment: { link: ended }, status: { notIn: [...open] }, buyerIp: { not: "" } },
    data: noAddress,
  });
  const left = await tx.paymentLink.count({ where: { id: { in: [...linkIds] }, status: { in: [...running] } } });
  return { payment_link: links.count, attempt: attempts.count, running: left };
}

/** Erases an address of the attempts that have ended, and of refused sign-ins. */
export async function eraseIp(tx: Tx, ip: string) {
  const attempts = await tx.attempt.updateMany({
    where: { buyerIp: ip, status: { notIn: [...open] } },
    data: noAddress,
  });
  const refused = await tx.failedSignIn.deleteMany({ where: { sourceIp: ip } });
  const left = await tx.attempt.count({ where: { buyerIp: ip } });
  return { attempt: attempts.count, failed_sign_in: refused.count, running: left };
}
