import { findAnswerFault } from "./answer-checks";
import { Dossier, type ReadCall } from "./dossier";
import { type Call, type Facts, TooLargeError } from "./history";
import { cutAfter, type Part, partition, withoutAnswer } from "./partition";
import { findRecordFault } from "./record-order";
import { readReply } from "./records";
import { findRequestFault, statusOfCode } from "./requests";
import { Search, type SearchLimit } from "./search";
import { type Event, openWorld } from "./state";
import { explain, type Violation } from "./violation";

/** The largest number of points that the search of one part may reach. */
const defaultStatesMax = 200_000;
/** The same for the list of what would have been allowed, which is only words for people. */
const listedStatesMax = 5_000;

/**
 * Judges whether the answers of `/v1` in a history agree with the contract: whether each answer is right in itself, all
 * answers name the same values that never change, and the calls of every order code and of every link have an order in
 * which the reference model gives these answers. Before the first call nothing exists.
 *
 * Returns null, or the first violation with the shortest prefix of calls that cannot be explained.
 * @throws TooLargeError where a part of the history has too many possible explanations; it is not judged then
 */
export function judgeHistory(
  calls: readonly Call[],
  facts: Facts = {},
  statesMax: number = defaultStatesMax,
): Violation | null {
  const { accountOf = (client: string) => client.split("/", 1)[0] ?? client } = facts;
  const read: ReadCall[] = [];
  for (const call of calls) {
    const account = accountOf(call.client);
    const reply = readReply(call);
    const fault =
      typeof reply === "string"
        ? reply
        : (findRequestFault(call.request, reply, facts) ??
          (reply.kind === "shown" ? findAnswerFault(call, reply, facts) : null));
    if (typeof reply === "string" || fault !== null) return explain(account, fault ?? "", [call], []);
    const source = { call, account, reply };
    read.push(isOutcomeUnknown(source) ? withoutAnswer(source) : source);
  }
  const dossier = new Dossier(read, facts);
  return (
    findContradiction(dossier) ?? findRecordFault(dossier) ?? judgeParts(partition(read, dossier), facts, statesMax)
  );
}

/** A failure on our side says nothing about what was done (§7.1, D-68). A capacity refusal comes before everything. */
const isOutcomeUnknown = ({ reply }: ReadCall): boolean =>
  reply.kind === "refused" && statusOfCode(reply.code) >= 500 && reply.code !== "service_overloaded";

function findContradiction({ contradictions: [first] }: Dossier): Violation | null {
  return first
    ? explain(first.subject, `Two answers differ in ${first.value}, which never changes`, first.calls, [])
    : null;
}

function judgeParts(parts: readonly Part[], facts: Facts, statesMax: number): Violation | null {
  for (const { subject, events } of parts) {
    const limit = { subject, statesMax };
    const dossier = readEvents(events, facts);
    const search = new Search(events, openWorld(dossier, dossier, facts));
    if (!search.isExplained(limit)) return findShortest(events, dossier, facts, limit);
  }
  return null;
}

const readEvents = (events: readonly Event[], facts: Facts) =>
  new Dossier([...new Set(events.map(({ source }) => source))], facts);

/** Takes the answers one after the other until they cannot be explained. */
function findShortest(events: readonly Event[], dossier: Dossier, facts: Facts, limit: SearchLimit): Violation {
  const answered = new Set(events.filter(({ isCertain }) => isCertain).map(({ source }) => source));
  for (const last of answered) {
    const prefix = cutAfter(events, last);
    const search = new Search(prefix, openWorld(dossier, readEvents(prefix, facts), facts));
    if (search.isExplained(limit)) continue;
    const calls = [...new Set(prefix.map(({ source }) => source.call))];
    const reason = `The answer of call ${last.call.number} cannot be explained`;
    return explain(limit.subject, reason, calls, listAllowed(prefix, last, dossier, facts, limit));
  }
  throw new Error(`No prefix of ${limit.subject} is a violation, although the whole is one`);
}

/** Lists what the last answer might have been after all others. */
function listAllowed(
  prefix: readonly Event[],
  last: ReadCall,
  dossier: Dossier,
  facts: Facts,
  limit: SearchLimit,
): readonly string[] {
  const others = prefix.filter(({ source }) => source !== last);
  const [event] = prefix.filter(({ source }) => source === last);
  const search = new Search(others, openWorld(dossier, readEvents(others, facts), facts));
  try {
    return event ? search.listAllowed(event, { subject: limit.subject, statesMax: listedStatesMax }) : [];
  } catch (error) {
    if (error instanceof TooLargeError) return ["(more than can be listed)"];
    throw error;
  }
}
