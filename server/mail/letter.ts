/** What a mail says, in the order in which it is read. */
export interface Letter {
  readonly subject: string;
  /** What happened and what to do, a text for each paragraph. */
  readonly paragraphs: readonly string[];
  readonly facts: readonly { readonly term: string; readonly value: string }[];
  readonly action: {
    readonly label: string;
    readonly url: string;
    /** Until when the link works; null where it always does. */
    readonly until: string | null;
  } | null;
  /** What to do where the recipient did not expect the mail, and whom to ask. */
  readonly after: readonly string[];
}
