import { bodyCandidates, utf8 } from "./body-candidates";
import { type Digest, digests, joined } from "./digests";
import { keyCandidates } from "./key-candidates";
import { type Candidate, type Mistake, right, type Scheme, wrong } from "./mistakes";

/** What a signature may have been computed of. */
export interface Given {
  readonly secret: string;
  readonly body: string;
  readonly scheme: Scheme;
  /** Of the headers that came; empty where they did not. */
  readonly ids: readonly string[];
  readonly timestamps: readonly string[];
}

/** More than two at a time would find what nobody has done. */
const mistakesMax = 2;

/**
 * By which mistakes a digest was made: none where it is right, null where no few of them explain it. The fewest are found
 * first.
 */
export async function findMistakes(digest: Uint8Array, given: Given): Promise<readonly Mistake[] | null> {
  const ways = waysOf(given).filter(({ mistakes }) => mistakes.length <= mistakesMax);
  ways.sort((a, b) => a.mistakes.length - b.mistakes.length);
  for (const { mistakes, value } of ways) {
    if (isSame(await value(), digest)) return mistakes;
  }
  return null;
}

type Way = Candidate<() => Promise<Uint8Array>>;

function waysOf(given: Given): Way[] {
  const contents = contentCandidates(given);
  return keyCandidates(given.secret, given.scheme).flatMap((key) =>
    contents.flatMap((content) => digests.map((digest) => wayOf(key, content, digest))),
  );
}

const wayOf = (key: Candidate<Uint8Array>, content: Candidate<Uint8Array>, by: Candidate<Digest>): Way => ({
  mistakes: [...key.mistakes, ...content.mistakes, ...by.mistakes],
  value: () => by.value(key.value, content.value),
});

/** The body, with what may stand before it. */
function contentCandidates(given: Given): Candidate<Uint8Array>[] {
  const fronts = given.scheme === "contract" ? contractFronts(given) : standardFronts(given);
  return bodyCandidates(given.body).flatMap((body) =>
    fronts.map((front) => ({
      mistakes: [...front.mistakes, ...body.mistakes],
      value: joined(utf8(front.value), body.value),
    })),
  );
}

/** §6.3: nothing stands before the body. */
const contractFronts = ({ ids, timestamps }: Given): Candidate<string>[] => [
  right(""),
  ...timestamps.flatMap((timestamp) => [
    wrong("timestamp_prepended" as const, `${timestamp}.`),
    wrong("timestamp_prepended" as const, timestamp),
    ...ids.map((id) => wrong("id_and_timestamp_prepended" as const, `${id}.${timestamp}.`)),
  ]),
];

/** Standard Webhooks: the id and the instant of the attempt do. */
const standardFronts = ({ ids, timestamps }: Given): Candidate<string>[] => [
  ...timestamps.flatMap((timestamp) => [
    ...ids.map((id) => right(`${id}.${timestamp}.`)),
    wrong("id_missing" as const, `${timestamp}.`),
  ]),
  wrong("id_and_timestamp_missing", ""),
];

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
