declare const partner: unique symbol;

/** A partner's id from a checked key, a session or a row. Every query of one tenant's data requires this type. */
export type PartnerId = string & { readonly [partner]: true };

export const asPartnerId = (id: string): PartnerId => id as PartnerId;
