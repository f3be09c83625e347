/** The last four characters of what signs webhooks now, next, and did before (D-37). */
export interface SecretEnds {
  readonly presentEnd: string;
  readonly nextEnd: string | null;
  readonly previous: { readonly end: string; readonly until: Date } | null;
}
