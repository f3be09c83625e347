import type { HoldReason } from "@/server/domain/accounts/hold-reasons";
import { days, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import {
  type DocumentKind,
  type DocumentState,
  documentKinds,
  missingDocuments,
  requiredDocuments,
} from "@/server/domain/partners/documents";
import { type Counted, findAttention, findHeldPayments } from "@/server/store/accounts/attention";
import { countPartnerRecords } from "@/server/store/accounts/partner-search";
import { listDocuments } from "@/server/store/partners/documents";
import { findLastLogoRequest } from "@/server/store/partners/logo-requests";
import { findLastNameRequest, listWaitingNameRequests } from "@/server/store/partners/name-requests";
import { listNotes, type NoteRow } from "@/server/store/partners/notes";
import { findPartnerWithProfile, type PartnerWithProfile } from "@/server/store/partners/profiles";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import { getHome } from "../accounts/get-home";
import { listTerminals, type ShownTerminal } from "../accounts/queries";
import type { Ctx } from "../ctx";
import { getLogos } from "./logo-queries";
import { toShownProfile, toStorefront } from "./shared/profile-columns";

interface OnePartner {
  readonly partnerId: string;
}

async function readPartner(ctx: Ctx, { partnerId }: OnePartner): Promise<PartnerWithProfile> {
  const partner = await findPartnerWithProfile(ctx.db, partnerId);
  if (!partner) throw new AppError("not_found", `There is no account ${partnerId}`);
  return partner;
}

const readStates = async (ctx: Ctx, partnerId: string): Promise<ReadonlyMap<string, DocumentState>> =>
  new Map((await listDocuments(ctx.db, partnerId)).map(({ kind, state }) => [kind, state]));

/** The period over which deliveries are counted, ms. */
const deliveryPeriodMs = days(30);

/**
 * Returns an account as staff see it: its state, its webhook address, counts of its records, and the required documents
 * that are not approved. Throws not_found.
 */
export async function getPartner(ctx: Ctx, { partnerId }: OnePartner) {
  const partner = await readPartner(ctx, { partnerId });
  const { name, status, acceptanceHeld, holdReason, heldSince, webhookUrl, createdAt, profile } = partner;
  const since = plusMs(ctx.clock.now(), -deliveryPeriodMs);
  const [states, counts] = await Promise.all([
    readStates(ctx, partnerId),
    countPartnerRecords(ctx.db, partnerId, since),
  ]);
  return {
    partnerId,
    name,
    status,
    acceptanceHeld,
    heldSince,
    webhookUrl,
    createdAt,
    counts,
    legalTitle: profile?.legalTitle ?? null,
    holdReason: holdReason as HoldReason | null,
    paymentLinksEnabled: partner.paymentLinksEnabled,
    /** The number of changes of the account, which the next change has to name. */
    revision: profile?.revision ?? 0,
    missingDocuments: missingDocuments(profile?.taxKind ?? null, states),
    hasIban: profile?.iban !== null && profile?.iban !== undefined,
  };
}

/** Returns what is known about a merchant. Of the IBAN only its masked form leaves the server. Throws not_found. */
export async function getPartnerProfile(ctx: Ctx, input: OnePartner) {
  const partner = await readPartner(ctx, input);
  return {
    name: partner.name,
    revision: partner.profile?.revision ?? 0,
    profile: toShownProfile(partner),
    storefront: toStorefront(partner),
    logo: await getLogos(ctx, { partnerId: partner.id, logoId: partner.logoId }),
    ibanMasked: partner.profile?.ibanMasked ?? null,
  };
}

/**
 * Returns what a merchant sees of its own profile: what it tells its buyers, what staff keep (of the IBAN the masked
 * form), and the last trading name and logo that it asked for.
 */
export async function getOwnProfile(ctx: Ctx, { partnerId }: { readonly partnerId: PartnerId }) {
  const partner = await readPartner(ctx, { partnerId });
  const [request, logo] = await Promise.all([
    findLastNameRequest(ctx.db, partnerId),
    getLogos(ctx, { partnerId, logoId: partner.logoId }),
  ]);
  const { profile } = partner;
  return {
    name: partner.name,
    revision: profile?.revision ?? 0,
    logo,
    storefront: toStorefront(partner),
    legalTitle: profile?.legalTitle ?? null,
    taxNumber: profile?.taxNumber ?? null,
    taxOffice: profile?.taxOffice ?? null,
    ibanMasked: profile?.ibanMasked ?? null,
    /** Null where none was asked for, or the last one was withdrawn. */
    nameRequest:
      request === null || request.state === "withdrawn"
        ? null
        : {
            requestId: request.id,
            name: request.name,
            state: request.state,
            requestedAt: request.requestedAt,
            decisionNote: request.decisionNote,
          },
  };
}

export interface ShownDocument {
  readonly kind: DocumentKind;
  readonly state: DocumentState;
  readonly isRequired: boolean;
  readonly note: string | null;
  readonly receivedAt: Date | null;
  readonly changedAt: Date | null;
  /** The e-mail address of the person who wrote down the state. */
  readonly changedBy: string | null;
}

/** Lists the documents of a merchant's onboarding, in the order in which they are asked for. Throws not_found. */
export async function listPartnerDocuments(ctx: Ctx, input: OnePartner): Promise<ShownDocument[]> {
  const { id, profile } = await readPartner(ctx, input);
  const required = requiredDocuments(profile?.taxKind ?? null);
  const known = new Map((await listDocuments(ctx.db, id)).map((document) => [document.kind, document]));
  return documentKinds.map((kind) => {
    const document = known.get(kind);
    return {
      kind,
      isRequired: required.includes(kind),
      state: document?.state ?? "missing",
      note: document?.note ?? null,
      receivedAt: document?.receivedAt ?? null,
      changedAt: document?.changedAt ?? null,
      changedBy: document?.changedBy ?? null,
    };
  });
}

/** The number of notes on a page. */
const notesMax = 50;

/**
 * Lists a page of the notes about a merchant, the newest first.
 * @param input `cursor` is the `nextCursor` of the page before; null begins at the newest note
 */
export async function listPartnerNotes(
  ctx: Ctx,
  { partnerId, cursor }: OnePartner & { readonly cursor: string | null },
): Promise<{ readonly items: readonly NoteRow[]; readonly nextCursor: string | null }> {
  await readPartner(ctx, { partnerId });
  const rows = await listNotes(ctx.db, { partnerId, beforeId: cursor, countMax: notesMax + 1 });
  const items = rows.slice(0, notesMax);
  return { items, nextCursor: rows.length > notesMax ? (items.at(-1)?.id ?? null) : null };
}

/** Lists the terminals of an account, the active ones first. Throws not_found. */
export async function listPartnerTerminals(ctx: Ctx, input: OnePartner): Promise<ShownTerminal[]> {
  const { id, installmentCounts } = await readPartner(ctx, input);
  return listTerminals(ctx, { account: { partnerId: asPartnerId(id), installmentCounts } });
}

/** Returns what an account may do: its terms, and its limits in kuruş. Throws not_found. */
export async function getPartnerTerms(ctx: Ctx, input: OnePartner) {
  const row = await readPartner(ctx, input);
  return {
    revision: row.profile?.revision ?? 0,
    minAmount: row.minAmount,
    maxAmount: row.maxAmount,
    paymentLinksEnabled: row.paymentLinksEnabled,
    allowedHosts: row.allowedHosts,
    cardAttemptLimit: row.cardAttemptLimit,
    installmentCounts: row.installmentCounts,
    surchargeWarning: row.surchargeWarning,
    paymentsPerKey: row.paymentsPerKey,
    linkWritesPerKey: row.linkWritesPerKey,
    linkReadsPerKey: row.linkReadsPerKey,
  };
}

export interface PartnerActivity {
  /** The sums of today and the 29 days before it, and of the 30 days before those. Amounts in kuruş. */
  readonly recent: Awaited<ReturnType<typeof getHome>>["recent"];
  readonly before: Awaited<ReturnType<typeof getHome>>["before"];
  /** The deliveries of the last 24 hours that have not succeeded. */
  readonly undelivered: Counted | null;
  readonly capturesUnknown: Counted | null;
  /** The captured payments whose payout waits for a correction of the books (D-75). */
  readonly heldPayments: Counted | null;
  readonly refundsPending: Counted | null;
  /** The refunds that wait for a second person of the merchant. */
  readonly refundRequests: Counted | null;
  /** The trading name that the merchant asks for; null where none waits. */
  readonly wantedName: string | null;
  /** Whether a logo waits for staff. */
  readonly wantsLogo: boolean;
}

/** Returns the volumes of 30 days and the open questions of an account. Throws not_found. */
export async function getPartnerActivity(ctx: Ctx, input: OnePartner): Promise<PartnerActivity> {
  const partnerId = asPartnerId((await readPartner(ctx, input)).id);
  const [{ recent, before }, attention, heldPayments, request, logo] = await Promise.all([
    getHome(ctx, { partnerId }),
    findAttention(ctx.db, partnerId, ctx.clock.now()),
    findHeldPayments(ctx.db, partnerId),
    findLastNameRequest(ctx.db, partnerId),
    findLastLogoRequest(ctx.db, partnerId),
  ]);
  const { undelivered, capturesUnknown, refundsPending, refundRequests } = attention;
  const wantedName = request?.state === "waiting" ? request.name : null;
  const wantsLogo = logo?.state === "waiting";
  const open = { undelivered, capturesUnknown, heldPayments, refundsPending, refundRequests };
  return { recent, before, ...open, wantedName, wantsLogo };
}

/** The number of requests that are shown at once. */
const requestsMax = 200;

/** Lists the trading names that merchants ask for, the oldest request first. */
export async function listNameRequests(ctx: Ctx) {
  const rows = await listWaitingNameRequests(ctx.db, requestsMax);
  return rows.map(({ id, partnerId, name, requestedBy, requestedAt, partner }) => ({
    requestId: id,
    partnerId,
    name,
    requestedBy,
    requestedAt,
    presentName: partner.name,
  }));
}
