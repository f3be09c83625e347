import { closeLink, findLinkExpiry, isOpenLink } from "./moves";
import { ms } from "./payment-checks";
import type { LinkRecord } from "./records";
import { member } from "./requests";
import type { Event, LinkState, Outcome, State, World } from "./state";
import { refuse } from "./state";

/** The answers about payment links (§4.1 to §4.4, D-10). */

export function createLink(state: State, event: Event, world: World): Outcome[] {
  const { reply, account } = event.source;
  const ids = reply.kind === "none" ? listCandidates(event, world) : [reply.link?.id ?? ""];
  return ids
    .filter((id) => state.links.every((link) => link.id !== id))
    .map((id) => {
      const links = [...state.links, { id, account, status: "pending" as const }].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      );
      return { says: "201, a new link", fits: true, next: { payments: state.payments, links } };
    });
}

/** Lists the links of other answers that a creation without an answer may have created. */
export function listCandidates(
  { source: { call, account } }: Pick<Event, "source">,
  { dossier }: Pick<World, "dossier">,
) {
  const names = ["amount", "description", "redirectUrl", "payerName"] as const;
  return dossier
    .listLinks()
    .filter(
      (id) =>
        dossier.find(id, "account") === account &&
        [undefined, call.number].includes(dossier.find(id, "creation") as number | undefined) &&
        names.every((name) =>
          [undefined, member(call.request, name) ?? null].includes(dossier.find(id, name) as string),
        ),
    );
}

export function getLink(state: State, event: Event, world: World): Outcome[] {
  const link = findOwnLink(state, event);
  return link ? showLink(state, link, event, world) : [refuse(state, event, "payment_link_not_found")];
}

const findOwnLink = ({ links }: State, { source: { call, account } }: Event): LinkState | undefined =>
  links.find(({ id, account: owner }) => id === call.request.params.id && owner === account);

function showLink(state: State, link: LinkState, event: Event, world: World): Outcome[] {
  if (isOverdue(link, event, world)) return [];
  const fits = event.source.reply.link?.status === link.status;
  return [{ says: `${link.id}, ${link.status}`, fits, next: state }];
}

/** Whether the link must have expired: its time is over, and no capture can be running (D-2, D-10). */
const isOverdue = (link: LinkState, { source }: Event, world: World): boolean =>
  isOpenLink(link) &&
  link.status !== "initiated" &&
  ms(source.call.clock.startedAt) >= (findLinkExpiry(link.id, world) ?? Number.POSITIVE_INFINITY);

/** One link in a list: there with its status, or absent because it does not exist yet or the filter bars its status. */
export function listLink(
  state: State,
  event: Event,
  world: World,
  { linkId, link: shown }: { readonly linkId: string; readonly link: LinkRecord | null },
): Outcome[] {
  const link = state.links.find(({ id }) => id === linkId);
  if (!link) return [{ says: `a list without ${linkId}`, fits: shown === null, next: state }];
  if (isOverdue(link, event, world)) return [];
  const { status } = event.source.call.request.query;
  const isWanted = status === undefined || [status].flat().includes(link.status);
  if (!isWanted) return [{ says: `a list without ${linkId}, ${link.status}`, fits: shown === null, next: state }];
  return [{ says: `a list with ${linkId}, ${link.status}`, fits: shown?.status === link.status, next: state }];
}

export function cancelLink(state: State, event: Event, world: World): Outcome[] {
  const link = findOwnLink(state, event);
  if (!link) return [refuse(state, event, "payment_link_not_found")];
  if (link.status === "completed") return [refuse(state, event, "payment_link_already_paid")];
  if (link.status === "expired") return [refuse(state, event, "payment_link_expired")];
  if (link.status === "cancelled") return [refuse(state, event, "payment_link_cancelled")];
  if (isOverdue(link, event, world)) return [];
  const { reply } = event.source;
  const isCancelled = reply.kind === "none" || reply.link?.status === "cancelled";
  return [
    // While a capture runs, the money may have been taken (D-10).
    ...(link.status === "initiated" ? [refuse(state, event, "payment_link_already_paid")] : []),
    ...closeLink(state, link, "cancelled", event, world).map((next) => ({
      says: `200, ${link.id} cancelled`,
      fits: isCancelled,
      next,
    })),
  ];
}
