import { days, hours } from "../clock";

/** The reasons for which a person may not decide on a change (D-67). */
export type SecondPersonFault =
  | "own_change"
  | "no_permission"
  | "address_not_proved"
  | "no_second_factor"
  | "member_too_new"
  | "invited_by_proposer";

/** The facts about a person of staff that decide whether the person is a second person. Instants are real time. */
export interface Approver {
  readonly id: string;
  readonly createdAt: Date;
  readonly emailProvedAt: Date | null;
  readonly totpSince: Date | null;
  /** Since when the person has a passkey; null without one. */
  readonly passkeySince: Date | null;
  readonly invitedBy: string | null;
}

/** How long a person has to be in the team before deciding, in ms (D-67). */
const membershipMs = hours(24);

/** For how long an invited person may not approve changes of the inviter, in ms (D-67). */
const invitedMs = days(7);

/**
 * Finds what is missing for a person to decide on changes: a proved address, a second factor, 24 hours in the team
 * (D-67). Returns null where nothing is.
 */
export function findApproverFault(person: Approver, now: Date): SecondPersonFault | null {
  if (person.emailProvedAt === null) return "address_not_proved";
  if (person.totpSince === null && person.passkeySince === null) return "no_second_factor";
  if (isYounger(person, membershipMs, now)) return "member_too_new";
  return null;
}

/**
 * Finds why a person may not decide on a change of a proposer (D-67); null where the person may. The permission of the
 * kind is not looked at here.
 */
export function findSecondPersonFault(person: Approver, proposerId: string, now: Date): SecondPersonFault | null {
  if (person.id === proposerId) return "own_change";
  const fault = findApproverFault(person, now);
  if (fault) return fault;
  return person.invitedBy === proposerId && isYounger(person, invitedMs, now) ? "invited_by_proposer" : null;
}

const isYounger = ({ createdAt }: Approver, ms: number, now: Date): boolean => createdAt.getTime() + ms > now.getTime();
