import type { Dossier } from "./dossier";
import type { Call } from "./history";
import { ms } from "./payment-checks";
import { explain, type Violation } from "./violation";

/** What holds between the creations of several records: their times, and the references of an account's links. */

interface Creation {
  readonly subject: string;
  /** The account and its reference for a link. */
  readonly account: string;
  readonly reference: number;
  readonly createdAt: number;
  /** The answered call that created it, where there is one. */
  readonly call: Call | null;
  readonly shownBy: Call | null;
}

/** Returns a record whose creation is dated or numbered wrongly (D-3, D-147). */
export function findRecordFault(dossier: Dossier): Violation | null {
  for (const code of dossier.listPayments()) {
    const { call, createdAt, shownBy, account } = readCreation(dossier, code);
    const isDated =
      ms(call?.clock.startedAt ?? new Date(0)) <= createdAt && createdAt <= ms(call?.clock.endedAt ?? null);
    if (call && !Number.isNaN(createdAt) && !isDated) {
      const calls = [call, ...(shownBy && shownBy !== call ? [shownBy] : [])];
      return explain(`${account}, ${code}`, "createdAt lies outside the call that created it", calls, []);
    }
  }
  const shown = dossier.listLinks().filter((id) => dossier.find(id, "createdAt") !== undefined);
  const links = shown.map((id) => readCreation(dossier, id));
  links.sort((a, b) => a.reference - b.reference);
  for (const [n, later] of links.entries()) {
    const earlier = links.slice(0, n).find((each) => each.account === later.account && isMisplaced(each, later));
    if (!earlier) continue;
    const calls = [earlier, later].flatMap(({ call, shownBy }) => call ?? shownBy ?? []);
    return explain(later.account, "References do not rise with the creations of the links (D-3, D-147)", calls, []);
  }
  return null;
}

/** Whether the link with the smaller reference was created later. */
const isMisplaced = (smaller: Creation, larger: Creation): boolean =>
  smaller.createdAt >= larger.createdAt ||
  (smaller.call !== null && ms(larger.call?.clock.endedAt ?? null) < ms(smaller.call.clock.startedAt)) ||
  (smaller.call !== null && (larger.call?.endedAt ?? Number.POSITIVE_INFINITY) < smaller.call.startedAt);

function readCreation(dossier: Dossier, subject: string): Creation {
  return {
    subject,
    account: String(dossier.find(subject, "account")),
    reference: Number(dossier.find(subject, "partnerReference")),
    createdAt: new Date(String(dossier.find(subject, "createdAt"))).getTime(),
    call: dossier.findCall(subject, "creation"),
    shownBy: dossier.findCall(subject, "createdAt"),
  };
}
