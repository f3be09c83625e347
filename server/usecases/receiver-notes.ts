/** What the attempts of a process to reach a merchant's receiver had as a result, since its last answer. */
export interface ReceiverNote {
  readonly partnerId: string;
  /** Whether it has answered since the last look; the failures are those after the last answer. */
  readonly hasAnswered: boolean;
  readonly failures: number;
  /** The first and the last failure, real time; null where there is none. */
  readonly since: Date | null;
  readonly lastAt: Date | null;
  readonly lastError: string | null;
}

/**
 * Collects in memory which receivers answer. It costs no query: the watch of the process writes the sums, and a killed
 * process loses those of a few seconds (D-365).
 */
export interface ReceiverNotes {
  /** @param error why the attempt failed; null where it was answered with 2xx */
  note(partnerId: string, error: string | null, at: Date): void;
  /** Returns what was noted since the last call, and forgets it. */
  take(): readonly ReceiverNote[];
}

export function createReceiverNotes(): ReceiverNotes {
  let notes = new Map<string, ReceiverNote>();
  return {
    note(partnerId, error, at) {
      const known = notes.get(partnerId);
      if (error === null) notes.set(partnerId, { ...answered, partnerId });
      else {
        notes.set(partnerId, {
          partnerId,
          hasAnswered: known?.hasAnswered ?? false,
          failures: (known?.failures ?? 0) + 1,
          since: known?.since ?? at,
          lastAt: at,
          lastError: error,
        });
      }
    },
    take() {
      const taken = [...notes.values()];
      notes = new Map();
      return taken;
    },
  };
}

const answered = { hasAnswered: true, failures: 0, since: null, lastAt: null, lastError: null } as const;
