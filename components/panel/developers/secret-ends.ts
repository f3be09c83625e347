/** The last four characters of the present, the prepared and the previous webhook secret (D-37). */
export interface SecretEnds {
  readonly presentEnd: string;
  readonly nextEnd: string | null;
  readonly previous: { readonly end: string; readonly until: Date } | null;
}
