declare const partner: unique symbol;

/** A partner's id that came from a checked key or session, or from a row; every tenant query wants one. */
export type PartnerId = string & { readonly [partner]: true };

export const asPartnerId = (id: string): PartnerId => id as PartnerId;
