import type { TaxNumberKind } from "./tax-number";

/** The documents of an onboarding, in the order in which they are asked for. */
export const documentKinds = [
  "contract",
  "tax_certificate",
  "trade_registry_gazette",
  "signature_circular",
  "signatory_identity",
  "iban_letter",
  "activity_certificate",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentStates = ["missing", "received", "approved", "refused"] as const;
export type DocumentState = (typeof documentStates)[number];

/** A company needs the gazette that names its signatories, which a sole trader does not have. */
const requiredKinds: Readonly<Record<TaxNumberKind, readonly DocumentKind[]>> = {
  vkn: [
    "contract",
    "tax_certificate",
    "trade_registry_gazette",
    "signature_circular",
    "signatory_identity",
    "iban_letter",
  ],
  tckn: ["contract", "tax_certificate", "signature_circular", "signatory_identity", "iban_letter"],
};

/** Returns the documents without which a merchant's payments are not accepted (D-241). */
export const requiredDocuments = (taxKind: TaxNumberKind | null): readonly DocumentKind[] =>
  requiredKinds[taxKind ?? "vkn"];

/** Returns the required documents that are not approved. A document without a state is missing. */
export const missingDocuments = (
  taxKind: TaxNumberKind | null,
  states: ReadonlyMap<string, DocumentState>,
): readonly DocumentKind[] => requiredDocuments(taxKind).filter((kind) => states.get(kind) !== "approved");
