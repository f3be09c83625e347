/**
 * The rules of the product on which its safety rests, as switches. The search runs with all of them on; its tests
 * switch one off and expect that a mistake is found.
 */
export interface Rules {
  /** No card starts while an attempt of the payment or of the link is open (D-10, D-17). */
  readonly openAttemptBlocks: boolean;
  /** A payment whose capture was sent neither expires nor ends with its link (D-10, D-46). */
  readonly captureSuspendsEnd: boolean;
  /** The bank is asked again about a capture that was given up (D-72). */
  readonly givenUpIsLookedAt: boolean;
  /** One refund of a payment is pending at a time (D-26). */
  readonly pendingRefundBlocks: boolean;
  /** The bank is asked again about a refund that ended without its answer (D-159). */
  readonly givenUpRefundIsRechecked: boolean;
  /** The intent of a money call has an inquiry planned, so that a crash leaves nothing behind (D-46). */
  readonly intentPlansInquiry: boolean;
}

export const soundRules: Rules = {
  openAttemptBlocks: true,
  captureSuspendsEnd: true,
  givenUpIsLookedAt: true,
  pendingRefundBlocks: true,
  givenUpRefundIsRechecked: true,
  intentPlansInquiry: true,
};
